"""Entry of the device: safe mode when OK is held at power-on, else the app; nothing if MicroPython is too old."""

import gc
import time

import machine

_HELD = 2000  # ms of OK that ask for safe mode
_TIDY = 2048  # bytes after which garbage is collected while modules are loaded


def held(button):
    """Whether a button (machine.Pin, 0 = down) is held from now on for 2 s, which is told. Not held costs no time."""
    begin = time.ticks_ms()
    while time.ticks_diff(time.ticks_ms(), begin) < _HELD:
        if button():
            return False
        time.sleep_ms(20)
    print("note safe mode: OK was held, the app is not started")
    return True


def safe():
    """Whether MicroPython is too old, or OK is held at power-on. Nothing that is loaded to know it stays."""
    from tapete import lend, settings

    return lend("device").refused() or held(lend("board").load(settings.load().board).open_pin("btn_ok"))


def look():
    """Out of deep sleep: go on only if somebody wants the device."""
    from tapete import lend

    lend("rest").look()


def main():
    """Start and run; a KeyboardInterrupt anywhere ends in the REPL with an hour before the watchdog bites."""
    # While everything is loaded, garbage must not spread over the heap: what stays for ever would lie
    # between.
    gc.threshold(_TIDY)
    from tapete.supervisor import release

    try:
        if machine.reset_cause() == machine.DEEPSLEEP_RESET:
            look()
        elif safe():
            return
        from tapete.app import App

        app = App()
        app.start()
        app.run()
    except KeyboardInterrupt:
        release()
        raise


main()
