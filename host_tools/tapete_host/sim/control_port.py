"""The control connection of the model process: JSON lines in, JSON lines out; changes with its requests."""

import base64
import json

from . import faults

_LINE = 1 << 20
_BUTTONS_MS = (1, 600_000)
# Commands that change nothing in the world.
_LOOKS = ("state", "step", "picture", "deck", "faults", "flash_file")


class ControlPort:
    """One connection.

    Requests are {"id", "cmd", ...}; replies {"id", "ok": true, ...} or {"id", "error": sentence}.
    """

    def __init__(self, sock, server):
        self.sock = sock
        self.server = server
        self.buffer = b""

    def fileno(self):
        return self.sock.fileno()

    def receive(self):
        """Read and answer what has come; False when the other end has gone."""
        try:
            data = self.sock.recv(1 << 16)
        except OSError:
            return False
        if not data:
            return False
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        if len(self.buffer) > _LINE:
            return False
        for line in lines:
            if line.strip():
                self._line(line)
        return True

    def _line(self, line):
        number = None
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise ValueError("a request is a JSON object")
            number = request.pop("id", None)
            name = request.pop("cmd", None)
            act = _COMMANDS.get(name) if isinstance(name, str) else None
            if act is None:
                raise ValueError("no command called %s; there are %s" % (name, ", ".join(sorted(_COMMANDS))))
            reply = act(self.server, request)
            if name not in _LOOKS:
                self.server.stir()
            if reply is None:
                self.server.step_waits(self, number)
                return
        except (ValueError, TypeError, KeyError, RecursionError) as trouble:
            self.send({"id": number, "error": _sentence(trouble)})
            return
        self.send({"id": number, "ok": True, **reply})

    def send(self, reply):
        """One line out."""
        try:
            self.sock.sendall(json.dumps(reply).encode() + b"\n")
        except OSError:
            pass  # seen as its end when reading

    def close(self):
        self.sock.close()


def _sentence(trouble):
    if isinstance(trouble, json.JSONDecodeError):
        return "this is not JSON: %s" % trouble
    if isinstance(trouble, KeyError):
        return "%s is missing" % trouble
    return str(trouble) or type(trouble).__name__


def _number(value, what, least, most):
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise ValueError("%s is a number from %s to %s" % (what, least, most))
    return value


def _moment(server, request):
    """at_ms as us, or None for now.  Raises ValueError for one that has passed."""
    at = request.get("at_ms")
    if at is None:
        return None
    us = int(_number(at, "at_ms", 0, 1e12) * 1000)
    if us < server.world.now:
        raise ValueError("at_ms %s has passed; it is %d ms now" % (at, server.world.now // 1000))
    return us


def _timed(server, request, act):
    """Do it now or when the clock gets there."""
    when = _moment(server, request)
    if when is None:
        act()
    else:
        server.world.at_us(when, act)
    return {"now_ms": server.world.now // 1000}


def _names(value, what):
    if not isinstance(value, list):
        raise ValueError("%s is a list" % what)
    return value


def _mat(server, request):
    world = server.world
    field = world.field
    seats = len(world.fields) if world.seats() else 0
    lay = []
    for item in _names(request.get("lay", []), "lay"):
        if isinstance(item, str):
            item = {"card": item}
        if not isinstance(item, dict) or not isinstance(item.get("card"), str):
            raise ValueError("a card to lay is its name, or an object with card, seat, x, y, coupling")
        field.uid(item["card"])
        x, y = item.get("x"), item.get("y")
        if (x is None) != (y is None):
            raise ValueError("x and y come together")
        if x is not None:
            _number(x, "x", -1000, 1000)
            _number(y, "y", -1000, 1000)
        seat = item.get("seat")
        if seat is not None and seat not in range(1, seats + 1):
            raise ValueError("there is no antenna of seat %s" % seat)
        lay.append((item["card"], seat, x, y, _number(item.get("coupling", 1.0), "coupling", 0, 10)))
    lift = _names(request.get("lift", []), "lift")
    for name in lift:
        if not isinstance(name, str):
            raise ValueError("a card to lift is its name")
        field.uid(name)

    def act():
        for name in lift:
            world.lift(name)
        for card, seat, x, y, coupling in lay:
            world.lay(card, seat, x, y, coupling)

    return _timed(server, request, act)


def _button(server, request):
    name = request["name"]
    buttons = [b[0] for b in server.world.record.BUTTONS]
    if name not in buttons:
        raise ValueError("no button called %s; there are %s" % (name, ", ".join(buttons)))
    ms = _number(request.get("ms", 60), "ms", *_BUTTONS_MS)
    seen = request.get("seen", False) is True  # open it only when the firmware has seen it closed for so long
    return _timed(server, request, lambda: server.world.press(name, ms, seen))


def _power(server, request):
    on = request["on"]
    if not isinstance(on, bool):
        raise ValueError("on is true or false")
    return _timed(server, request, server.power_on if on else server.power_off)


def _fault(server, request):
    name = request.pop("name")
    on = request.pop("on", True)
    if not isinstance(on, bool):
        raise ValueError("on is true or false")
    when = _moment(server, request)
    request.pop("at_ms", None)
    if when is None:
        server.world.fault(name, on, **request)
    else:
        if name not in server.world.faults():
            raise ValueError("no fault called %s" % name)
        server.world.at_us(when, lambda: server.late_fault(name, on, request))
    return {"now_ms": server.world.now // 1000}


def _faults(server, request):
    world = server.world
    active = world.active_faults
    return {"faults": faults.known(world), "active": sorted(active), "on": active}


def _break(server, request):
    on = request.get("on")
    if on is not None and not isinstance(on, bool):
        raise ValueError("on is true, false or null")
    device = server.device
    if device is None or not device.hello:
        return {"waits": False, "computed": 0}
    if on is not None:
        device.breaking = on
    return {"waits": device.breaking, "computed": server.computed_s()}


def _speed(server, request):
    server.speed(request["factor"])
    return {"factor": server.pacer.factor}


def _step(server, request):
    server.step(int(_number(request["ms"], "ms", 0, 1e9) * 1000))


def _state(server, request):
    since = int(_number(request.get("sounds_since", 0), "sounds_since", 0, 1e12))
    lights = int(_number(request.get("lights_since", 0), "lights_since", 0, 1e12))
    return server.state(since, lights)


def _picture(server, request):
    panel = server.world.panel
    kind = request.get("kind", "bits")
    if kind not in ("bits", "gray"):
        raise ValueError("kind is bits or gray")
    data = panel.picture() if kind == "bits" else panel.shown()
    return {
        "seq": len(panel.updates),
        "width": panel.WIDTH,
        "height": panel.HEIGHT,
        kind + "64": base64.b64encode(data).decode(),
    }


def _deck(server, request):
    return {"deck": {name: uid.hex().upper() for name, uid in server.world.deck.items()}}


def _flash_file(server, request):
    return {"path": server.flash_path, "blocks": server.world.flash.blocks}


_COMMANDS = {
    "mat": _mat,
    "break": _break,
    "button": _button,
    "power": _power,
    "fault": _fault,
    "faults": _faults,
    "speed": _speed,
    "step": _step,
    "state": _state,
    "picture": _picture,
    "deck": _deck,
    "flash_file": _flash_file,
}
