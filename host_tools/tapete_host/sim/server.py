"""The model process: a world, a firmware process on its wire, a control connection; changes with the three.

python -m tapete_host.sim.server --device SOCKET --control SOCKET --flash FILE
Prints `ready` when both sockets listen.  Ends on SIGTERM.
"""

import argparse
import os
import select
import signal
import socket
import sys
import time

from .control_port import ControlPort
from .device_port import DevicePort, sleeps
from .flash import Flash
from .pacer import Pacer
from .strict import NotModelled, StrictError
from .world import World

# The firmware may run ahead of real time by this much before it is made to wait.
_SLACK_US = 3000
# At factor 0 a step waits this long for a firmware process that is being started again.
_RESTART_S = 30.0
# A firmware silent for less is not looked at closer (s).
_SHORT_S = 0.2
# One that neither speaks nor computes for so many times the patience stands still.
_STARVED = 12


class Server:
    """Owns the sockets and the loop; the world knows nothing of it."""

    def __init__(self, device_path, control_path, world, factor=1.0, flash_path=None, patience_s=5.0):
        self.world = world
        self.patience_s = patience_s  # a firmware that computes for so long and says nothing is taken to hang
        self._heard = time.monotonic()
        self._used = None  # what its process had computed (s) soon after it was heard last
        self.flash_path = flash_path
        self.pacer = Pacer(world.now, factor)
        self.device = None
        self.control = None
        self.powered = True
        self.violations = []
        self.late = []  # timed requests that came to nothing
        self.starts = 0
        self._missing_since = None  # real time since which a firmware is expected back
        self._steps = []  # (control, id) that wait for the clock
        self._listen = [_listener(device_path), _listener(control_path)]
        self._poll = select.poll()
        for sock in self._listen:
            self._poll.register(sock, select.POLLIN)
        self.running = True

    # -- the loop

    def run(self):
        """Until `running` is false."""
        try:
            while self.running:
                self.turn()
        finally:
            self.close()

    def turn(self):
        """Wait for the next thing to do, and do it."""
        ready = self._poll.poll(self._patience_ms())
        for fd, _ in ready:
            if self.device is not None and fd == self.device.fileno():
                self._heard = time.monotonic()
                self._used = None
                if not self.device.receive():
                    self._device_gone()
            elif self.control is not None and fd == self.control.fileno():
                self._catch_up()
                if not self.control.receive():
                    self._control_gone()
            elif fd == self._listen[0].fileno():
                self._accept_device()
            elif fd == self._listen[1].fileno():
                self._accept_control()
        self._catch_up()

    def _patience_ms(self):
        """How long nothing is to be done unless somebody speaks; None = for ever."""
        world = self.world
        device = self.device
        if device is not None and device.target is not None:
            goal = device.target
        elif device is not None and device.waiting:
            goal = world.now - _SLACK_US
        elif device is None:
            goal = world.now + 50_000
            if self.pacer.factor == 0 and self._steps:
                return 20
        else:
            return 200  # the firmware computes
        seconds = self.pacer.seconds_until(goal, world.now)
        if seconds is None:
            return 20 if self._steps else 200
        return min(200, int(seconds * 1000 + 0.5))

    def _limit(self, now):
        limit = self.pacer.limit(now)
        return limit - 1 if self.pacer.factor == 0 else limit + _SLACK_US

    def _catch_up(self):
        """Bring the clock as far as it may go."""
        world = self.world
        device = self.device
        if device is None:
            self._pass_time()
        else:
            # At factor 0 nothing begins at the limit itself, so that a step always ends in the same place.
            while device.ended is None:
                limit = self.pacer.limit(world.now)
                if device.target is not None:
                    device.sleep_to(limit)
                    if device.target is not None:
                        break
                elif device.waiting and world.now <= self._limit(world.now):
                    device.handle(self._limit)
                else:
                    break
            if device.target is None and not device.waiting and device.ended is None:
                self._pass_hang()
            if device.violations:
                self._note(device.violations)
            if device.ended is not None:
                self._device_ended()
        self._wake()
        self._answer_steps()

    def _pass_hang(self):
        """A firmware that computes does not move the clock; one that never comes back must meet its watchdog.

        It is the process's own time that counts: on a busy computer it, or this process, may have to wait long.
        """
        now = time.monotonic()
        silent = now - self._heard
        world = self.world
        if silent < _SHORT_S or not self.device.hello:
            return
        if self._used is None:
            self._used = self.device.computed_s()
        computed = self.computed_s()
        if computed < self.patience_s and silent < self.patience_s * _STARVED:
            return
        self._heard = now
        self._used = None
        if self.pacer.factor == 0:
            us = self.pacer.limit(world.now) - world.now
        else:
            us = int(silent * 1e6 * min(self.pacer.factor, 1000))
        if us > 0:
            world.advance(us)
            self.device.ended = world.ended

    def computed_s(self):
        """Seconds of its own time that the firmware's process has computed without a word, once that is looked at;
        where the system does not tell, how long it has been silent."""
        used = self.device.computed_s()
        if used is None:
            return time.monotonic() - self._heard
        return used - self._used if self._used is not None else 0

    def _pass_time(self):
        """Without a firmware process the clock simply goes on."""
        world = self.world
        if self._missing_since is not None and self.pacer.factor == 0:
            if time.monotonic() - self._missing_since < _RESTART_S:
                return
            self._missing_since = None
        limit = self.pacer.limit(world.now)
        if limit >= 1 << 60:
            limit = world.now + 10_000
        if limit > world.now:
            try:
                world.advance(limit - world.now)  # a device that wakes on the way ends it
            except (StrictError, NotModelled) as trouble:
                self._note([str(trouble)])

    # -- the device's process

    def _accept_device(self):
        sock, _ = self._listen[0].accept()
        port = DevicePort(sock, self.world)
        if not self.powered or sleeps(self.world):
            port.kill()
            return
        if self.device is not None:
            self._drop_device(kill=True)
        if self.starts and self._missing_since is None:
            self.world.reset()
            self.world.restart()
        self.starts += 1
        self._missing_since = None
        self._heard = time.monotonic()
        self._used = None
        self.world.boot_at = self.world.now
        self.device = port
        self._poll.register(sock, select.POLLIN)

    def _drop_device(self, kill):
        port = self.device
        self.device = None
        self._poll.unregister(port.sock)
        if kill:
            port.kill()
        else:
            port.sock.close()

    def _device_gone(self):
        """The process ended by itself (or was killed by somebody else): as if its supply had gone."""
        device = self.device
        while device.ended is None and device.waiting:
            before = len(device.buffer)
            device.handle(lambda now: 1 << 60)
            if len(device.buffer) == before:
                break
        self._note(device.violations)
        self._drop_device(kill=False)
        if self.world.ended is None:
            self.world.reset()
        self._after_end()

    def _device_ended(self):
        self._drop_device(kill=True)
        self._after_end()

    def _after_end(self):
        """Make ready for the next start, unless the device is off or asleep."""
        if self.powered and not sleeps(self.world):
            self.world.restart()
            self._missing_since = time.monotonic()

    def _wake(self):
        """Start a device that has woken, or whose supply has failed in its sleep."""
        world = self.world
        if self.powered and self.device is None and world.ended is not None:
            if world.woken() or not sleeps(world):
                self._after_wake()

    def _after_wake(self):
        self.world.restart()
        self._missing_since = time.monotonic()

    def power_off(self):
        """The supply goes: the process is killed, flash and mat stay."""
        if not self.powered:
            return
        self.powered = False
        self._missing_since = None
        self.world.power_cut()
        if self.device is not None:
            self.device.ended = self.world.ended

    def power_on(self):
        """The supply comes; the launcher starts a process."""
        if self.powered:
            return
        if self.device is not None:
            self._drop_device(kill=True)
        self.powered = True
        self.world.restart()
        self._missing_since = time.monotonic()

    def late_fault(self, name, on, args):
        """A timed fault: its trouble, if any, is kept for whoever looks at the state."""
        try:
            self.world.fault(name, on, **args)
        except (ValueError, TypeError) as trouble:
            self.late.append("fault %s: %s" % (name, trouble))

    def _note(self, texts):
        for text in texts:
            print("violation:", text, file=sys.stderr, flush=True)
            self.violations.append(text)
        del texts[:]

    # -- the control connection

    def _accept_control(self):
        sock, _ = self._listen[1].accept()
        if self.control is not None:
            ControlPort(sock, self).send({"id": None, "error": "there is a control connection already"})
            sock.close()
            return
        self.control = ControlPort(sock, self)
        self._poll.register(sock, select.POLLIN)

    def _control_gone(self):
        self._poll.unregister(self.control.sock)
        self.control.close()
        self.control = None
        self._steps = []

    def stir(self):
        """Somebody has done something to the device or its table."""
        if self.device is not None:
            self.device.stirred = True

    def speed(self, factor):
        """Change the pace.  Raises ValueError."""
        self.pacer.set(self.world.now, factor)
        if factor:
            self._finish_steps()

    def step(self, us):
        """At factor 0: let the clock go on by us.  Raises ValueError otherwise."""
        if self.pacer.factor:
            raise ValueError("step needs the speed factor 0")
        self.pacer.step(self.world.now, us)

    def step_waits(self, control, number):
        """Answer request `number` when the clock has come to the limit."""
        self._steps.append((control, number))

    def _answer_steps(self):
        if self._steps and self.pacer.factor == 0 and self.world.now >= self.pacer.limit(self.world.now):
            self._finish_steps()

    def _finish_steps(self):
        for control, number in self._steps:
            control.send({"id": number, "ok": True, "now_ms": self.world.now / 1000})
        self._steps = []

    def state(self, since, lights=0):
        """The reply to `state`; sounds from number `since` on, changes of the ring from number `lights` on."""
        world = self.world
        panel = world.panel
        sounds = world.sounds
        mat = []
        for name, uid, x, y, coupling, seat in world.on_mat():
            laid = {"card": name, "uid": uid.hex().upper(), "x": x, "y": y, "coupling": coupling}
            mat.append(laid if seat is None else {"seat": seat, **laid})
        return {
            "now_ms": world.now / 1000,
            "up_ms": (world.now - world.boot_at) / 1000,
            "factor": self.pacer.factor,
            "power": self.powered,
            "asleep": self.powered and sleeps(world),
            "firmware": self.device is not None and self.device.hello,
            "starts": self.starts,
            "cause": world.cause,
            "wake": world.wake,
            "slept_ms": world.slept_us // 1000,
            "battery_mv": world.battery_mv,
            "mat": mat,
            "sounds": [[since + i, *s] for i, s in enumerate(sounds[since:])],
            "lights": world.ring.lights(lights),
            "panel": {
                "seq": len(panel.updates),
                "busy": bool(panel.busy),
                "kind": panel.updates[-1][1] if panel.updates else "",
                "power": bool(panel.power()["on"]),
            },
            "pending": world.pending(),
            "coil_mm": world.field.coil_mm,
            "zones": [list(z) for z in world.field.zones()],
            "board": world.record.NAME,
            "reader": world.record.READER,
            "seats": len(world.fields) if world.seats() else 0,  # antennas, one a seat
            "faults": world.active_faults,
            "violations": self.violations,
            "late": self.late,
            "flash": {"erases": world.flash.erases, "programs": world.flash.programs},
        }

    def close(self):
        """Let everything go; the firmware's process is ended."""
        if self.device is not None:
            self._drop_device(kill=True)
        if self.control is not None:
            self._control_gone()
        for sock in self._listen:
            path = sock.getsockname()
            sock.close()
            try:
                os.unlink(path)
            except OSError:
                pass
        self.world.flash.close()


def _listener(path):
    try:
        os.unlink(path)
    except OSError:
        pass
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.bind(path)
    sock.listen(4)
    return sock


def main(argv=None):
    """The command line; see the module."""
    parser = argparse.ArgumentParser(description="Tapete's model process")
    parser.add_argument("--device", required=True, help="socket for the firmware process")
    parser.add_argument("--control", required=True, help="socket for the one control connection")
    parser.add_argument("--flash", required=True, help="file with the flash image (made when it is missing)")
    parser.add_argument("--blocks", type=int, default=512, help="blocks of 4096 bytes of a new image")
    parser.add_argument("--board", default="wroom_pn5180")
    parser.add_argument("--panel", default="", help="the panel that is connected (default: the board's own)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--speed", type=float, default=1.0, help="0 = only steps, 1 = real time")
    parser.add_argument("--patience", type=float, default=5.0, help="seconds of silent computing: it hangs")
    parser.add_argument("--lenient", action="store_true", help="let pass what data sheets forbid")
    a = parser.parse_args(argv)
    flash = Flash(blocks=a.blocks, path=a.flash)
    world = World(board=a.board, panel=a.panel or None, seed=a.seed, flash=flash, strict=not a.lenient)
    server = Server(a.device, a.control, world, a.speed, os.path.abspath(a.flash), a.patience)

    def stop(number, frame):
        server.running = False

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    print("ready", flush=True)
    server.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
