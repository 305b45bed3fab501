"""The device in this very process: firmware on a World, its flash mounted where the chip has it; changes when
a start of the device does. MicroPython only, with the shim first on the path."""

import json
import os
import sys

import vfs

HOST = "/host"
PARAMETERS = {"readsize": 32, "progsize": 32, "lookahead": 32}

_CARDS = [rank + suit for suit in "OCEB" for rank in "A3RCS76542"]


def deck_text(deck, name="Mesa"):
    """The deck file of a dict card name -> uid."""
    rows = ["deck " + name]
    for card in _CARDS:
        if card in deck:
            rows.append("%s %s" % (card, deck[card].hex().upper()))
    return "\n".join(rows) + "\n"


def _move_host():
    """Give "/" to the device: the computer's files are under HOST from now on, for imports too."""
    if HOST[1:] in [entry[0] for entry in os.ilistdir("/")] and _is_ours():
        return
    here = os.getcwd()
    sys.path[:] = [_moved(p, here) for p in sys.path]
    for module in sys.modules.values():
        if hasattr(module, "__path__"):
            module.__path__ = _moved(module.__path__, here)
    vfs.umount("/")
    vfs.mount(vfs.VfsPosix("/"), HOST)


def _is_ours():
    try:
        os.stat(HOST + HOST)
        return False
    except OSError:
        return HOST in [p[: len(HOST)] for p in sys.path]


def _moved(path, here):
    if path == "" or path[0] == ".":
        return path if path == ".frozen" else HOST + here
    return HOST + (path if path[0] == "/" else here + "/" + path)


class NoGc:
    """Stands in for `gc` in the firmware's modules: in this process's large heap a collection takes 30 ms
    and more, and the World sees to it that some are made."""

    def collect(self):
        pass

    def threshold(self, size=-1):
        return size

    def mem_alloc(self):
        return 0

    mem_free = mem_alloc


class Device:
    """One board with its flash.

    files     name -> text, put on a flash that has no file system yet (default: the world's deck)
    settings  dict for /settings.json, added to `files`; its board is the world's, its language chosen (es) unless
              it says "lang": None.  Where seats have antennas these are wired in the order of the seats unless it says
              otherwise
    app       tapete.app.App while it runs, else None
    """

    def __init__(self, world, settings=None, files=None):
        self.world = world
        self.app = None
        _move_host()
        if self._blank():
            self._format(settings, files)

    def _blank(self):
        return self.world.flash.data[:4096] == b"\xff" * 4096

    def _format(self, settings, files):
        # The image is made at a factory: it costs no time of the device.
        flash = self.world.flash
        flash.world = None
        vfs.VfsLfs2.mkfs(flash, **PARAMETERS)
        self.mount()
        files = dict(files or {"/deck.txt": deck_text(self.world.deck)})
        settings = dict({"lang": "es"}, **(settings or {}))
        if settings["lang"] is None:
            del settings["lang"]
        settings["board"] = self.world.record.NAME
        if self.world.seats():
            settings.setdefault("antennas", [1, 2, 3, 4])
        if self.world.panel_name != self.world.record.PANEL:
            settings["panel"] = self.world.panel_name
        files["/settings.json"] = json.dumps(settings)
        for name, text in files.items():
            with open(name, "w") as f:
                f.write(text)
        self.unmount()
        flash.attach(self.world)

    def mount(self):
        """Mount the flash at "/", as _boot.py does."""
        self.unmount()
        vfs.mount(vfs.VfsLfs2(self.world.flash, **PARAMETERS), "/")

    def unmount(self):
        """Leave the flash alone, as a device without power does (whichever device it was)."""
        try:
            vfs.umount("/")
        except OSError:
            pass

    def boot(self, out=None):
        """Start the firmware anew -> its App, started. out: what takes the console's bytes (a write method).

        Raises DeviceEnd when the device stops meanwhile."""
        self._fresh()
        from tapete.app import App

        app = App()
        app.tidy = -1  # the models live in this heap too: collecting it takes a thousand times as long
        if out is not None:
            app.console.out = out
        self.app = app
        app.start()
        return app

    def _fresh(self):
        """Memory as after a reset: no module of the firmware is loaded."""
        self.app = None
        self.mount()
        for name in list(sys.modules):
            if name in ("main", "tapete") or name[:7] == "tapete.":
                del sys.modules[name]
        sys.modules["gc"] = NoGc()  # what imports it from now on is firmware

    def run_main(self):
        """Power-on with main.py, as on the chip. Returns if that ends; else raises what ended it (DeviceEnd,
        KeyboardInterrupt)."""
        self._fresh()
        __import__("main")

    def wake(self, out=None):
        """After deep sleep, once the world says that it has woken -> the new App. Raises DeviceEnd when the device
        sleeps on, or starts anew."""
        self.world.restart()
        self._fresh()
        from tapete import lend

        lend("rest").look()
        return self.boot(out)

    def restart(self, out=None):
        """After an end (reset, power cut, watchdog): start again -> the new App."""
        self.world.restart()
        return self.boot(out)
