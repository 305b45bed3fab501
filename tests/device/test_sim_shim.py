"""The shim: what SHIM.md promises of each name, and the numbers, pins, SPI, ticks and ends as on the chip."""

import time

import esp32
import machine
import network
from machine import ADC, PWM, SPI, WDT, Pin

from support.refusing import refused
from tapete_host.sim.strict import DeviceEnd
from tapete_host.sim.world import World

MODULES = {"machine": machine, "time": time, "esp32": esp32}


def rows():
    """(module, name, state) of SHIM.md."""
    module = None
    with open("host_tools/tapete_host/sim/SHIM.md") as f:
        for line in f:
            if line.startswith("## "):
                module = line[3:].strip()
            elif line.startswith("| `") and module in MODULES:
                cells = line.split("|")
                yield module, cells[1].strip().strip("`"), cells[2].strip()


def look(module, name):
    thing = MODULES[module]
    for part in name.split("."):
        thing = getattr(thing, part)
    return thing


def test_each_name_is_what_the_list_says():
    count = 0
    for module, name, state in rows():
        count += 1
        if state in ("the chip", "reduced"):
            look(module, name)
            continue
        if name == "Pin.irq":
            continue  # there, and raises when called
        try:
            look(module, name)
        except NotImplementedError as e:
            assert state == "absent" and module + "." + name in str(e)
        except AttributeError:
            assert state == "not there" or "." in name, name
        else:
            raise AssertionError(module + "." + name + " is there, but listed as " + state)
    assert count > 100


def test_nothing_public_is_unlisted():
    known = set((m, n) for m, n, _ in rows())
    for module in MODULES:
        for name in MODULES[module].__dict__:
            if name[0] != "_" and name not in ("tapete_seam", "utime"):
                assert (module, name) in known, module + "." + name
    for cls in (Pin, SPI, PWM, ADC, WDT):
        for name in dir(cls):
            if name[0] != "_":
                assert ("machine", cls.__name__ + "." + name) in known, name


def test_absent_modules_raise_with_the_name():
    assert refused(lambda: network.WLAN, "network.WLAN", NotImplementedError)
    assert refused(lambda: Pin(33).irq(), "machine.Pin.irq", NotImplementedError)
    World()
    assert refused(lambda: Pin(33, Pin.OPEN_DRAIN), "OPEN_DRAIN", NotImplementedError)


def test_ticks_wrap_at_2_to_the_30():
    w = World(uptime_ms=(1 << 30) - 5)
    first = time.ticks_ms()
    time.sleep_ms(10)
    second = time.ticks_ms()
    assert first > second and time.ticks_diff(second, first) == 10
    assert time.ticks_add((1 << 30) - 1, 2) == 1
    assert time.ticks_diff(0, 1 << 29) == -(1 << 29)
    assert refused(lambda: time.ticks_add(0, 1 << 29), kind=OverflowError)
    a = time.ticks_us()
    b = time.ticks_us()
    assert time.ticks_diff(b, a) == 2
    assert w.now > 10_000


def test_time_counts_from_2000():
    World()
    time.sleep(90)
    assert time.time() == 90 and isinstance(time.time(), int)
    assert time.gmtime(0)[0] == 2000
    assert time.localtime()[:6] == (2000, 1, 1, 0, 1, 30)
    assert time.mktime((2000, 1, 2, 0, 0, 0, 0, 0)) == 86400


def test_pins():
    w = World()
    ok = Pin(33, Pin.IN, Pin.PULL_UP)
    assert ok() == ok.value() == 1
    w.press("ok")
    time.sleep_ms(5)
    assert ok() == 0
    rst = Pin(22, Pin.OUT, value=1)
    assert rst() == 1
    rst.off()
    assert rst() == 0
    rst.on()
    rst.toggle()
    assert rst() == 0
    assert refused(lambda: Pin(34, Pin.OUT), "only be input")
    assert refused(lambda: Pin(24, Pin.IN), "invalid pin", ValueError)


def test_spi_is_one_object_a_host():
    w = World()
    pins = dict(sck=Pin(18), mosi=Pin(23), miso=Pin(19))
    first = SPI(2, baudrate=5_000_000, **pins)
    second = SPI(2, baudrate=1_000_000, **pins)
    assert first is second
    Pin(21, Pin.OUT, value=1)(0)
    t = w.now
    assert refused(lambda: first.write(b"\x04\x02"), "reset")
    assert w.now - t == 45 + 16
    assert refused(lambda: SPI(1, sck=Pin(14), mosi=Pin(13)), "strapping")
    assert SPI(1, baudrate=20_000_000, sck=Pin(14), mosi=Pin(13), miso=None) is not first
    assert refused(lambda: first.write_readinto(b"12", bytearray(3)), kind=ValueError)
    first.deinit()
    assert refused(lambda: first.write(b"1"), kind=OSError)


def test_buzzer_and_battery():
    w = World()
    pwm = PWM(Pin(17), freq=440, duty_u16=32768)
    time.sleep_ms(30)
    pwm.freq(880)
    assert pwm.freq() == 880
    time.sleep_ms(20)
    pwm.duty_u16(0)
    pwm.deinit()
    assert w.sounds == [(0, 440, 30), (30, 880, 20)]
    adc = ADC(Pin(36), atten=ADC.ATTN_11DB)
    assert adc.read_uv() == 1_950_000
    assert refused(lambda: ADC(Pin(17)).read_u16(), "ADC1")


def ended(fn, cause):
    try:
        fn()
    except DeviceEnd as e:
        return e.cause == cause
    return False


def test_ends():
    w = World()
    assert machine.reset_cause() == machine.PWRON_RESET
    assert ended(machine.reset, machine.HARD_RESET)
    w.restart()
    assert machine.reset_cause() == machine.HARD_RESET
    assert ended(machine.soft_reset, machine.SOFT_RESET)
    w.restart()
    dog = WDT(timeout=500)
    time.sleep_ms(400)
    dog.feed()
    time.sleep_ms(400)
    assert ended(lambda: time.sleep_ms(200), machine.WDT_RESET)
    w.restart()
    esp32.wake_on_ext0(Pin(33), esp32.WAKEUP_ALL_LOW)
    assert ended(machine.deepsleep, machine.DEEPSLEEP_RESET)
    w.press("ok", 100)
    w.advance(1000)
    w.restart()
    assert machine.reset_cause() == machine.DEEPSLEEP_RESET and machine.wake_reason() == machine.PIN_WAKE
    memory = machine.RTC().memory
    assert memory() == b"" and memory(b"kept") is None
    assert ended(lambda: machine.deepsleep(5000), machine.DEEPSLEEP_RESET)
    w.advance(5_000_000)
    w.restart()
    assert machine.wake_reason() == machine.TIMER_WAKE and memory() == b"kept"
    assert machine.mem32[0x3FF48034] & 63 == 5
    assert refused(lambda: machine.mem32[0], "mem32", NotImplementedError)
    assert len(machine.unique_id()) == 6
    assert refused(lambda: machine.lightsleep(), "lightsleep", NotImplementedError)


def test_littlefs_on_the_flash_model():
    import os

    import vfs

    w = World()
    options = dict(readsize=32, progsize=32, lookahead=32)
    vfs.VfsLfs2.mkfs(w.flash, **options)
    vfs.mount(vfs.VfsLfs2(w.flash, **options), "/simflash")
    t = w.now
    with open("/simflash/a", "w") as f:
        f.write("x" * 5000)
    assert w.now - t > 2 * 45_000
    assert os.stat("/simflash/a")[6] == 5000
    w.fault("flash_full")

    def fill():
        with open("/simflash/b", "w") as f:
            f.write("y" * 5000)

    assert refused(fill, "28", OSError)
    w.fault("flash_full", on=False)
    vfs.umount("/simflash")
