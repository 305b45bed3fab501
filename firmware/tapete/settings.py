"""What people may set, kept in one JSON file: whole or not at all, and never in the way of a game."""

import json
import os

PATH = "/settings.json"


def _defaults():
    return {
        "board": "wroom_pn5180",
        "lang": "es",
        "rules": "online-pairs",  # a preset and options, as in acta.md section 2
        "target": 0,  # rounds to win; 0: the preset's
        "names": ["", "", "", ""],  # of the seats
        "central": True,  # one reader for all seats: who laid a card is taken from the turn
        "points_shown": True,
        "teaching": False,
        "volume": 2,  # 0 silent .. 3
    }


class Settings:
    """One attribute a setting, see _defaults(); also s["lang"]. `note`: what was wrong with the file, or
    None."""

    def __init__(self, path=PATH):
        self._path = path
        self._values = _defaults()
        self._other = {}  # what a newer firmware may have set
        self.note = None

    def __getattr__(self, name):
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name)

    def __getitem__(self, name):
        return self._values[name]

    def __setitem__(self, name, value):
        """Change a setting, in RAM until save(). Raises KeyError if it is unknown, ValueError for a wrong
        value."""
        if not _fits(value, self._values[name]):
            raise ValueError(name)
        self._values[name] = value

    def get(self, name, default=None):
        return self._values.get(name, default)

    def save(self):
        """Write all settings: a cut of power leaves the old file or the new one -> whether it worked."""
        data = dict(self._other)
        data.update(self._values)
        try:
            with open(self._path + ".new", "w") as f:
                json.dump(data, f)
            os.rename(self._path + ".new", self._path)
        except OSError as error:
            self.note = "settings not saved: error %s" % error.errno
            return False
        return True

    def _read(self, data):
        wrong = []
        for name in data:
            if name not in self._values:
                self._other[name] = data[name]
            elif _fits(data[name], self._values[name]):
                self._values[name] = data[name]
            else:
                wrong.append(name)
        if wrong:
            self.note = "settings ignored: " + " ".join(sorted(wrong))


def load(path=PATH):
    """Settings of the file at `path`; what is absent or wrong has its default. Never raises."""
    settings = Settings(path)
    try:
        with open(path) as f:
            data = json.load(f)
        if isinstance(data, dict):
            settings._read(data)
        else:
            settings.note = "settings unreadable: defaults are used"
    except OSError as error:
        if error.errno != 2:
            settings.note = "settings unreadable: error %s" % error.errno
    except (ValueError, UnicodeError, MemoryError):
        settings.note = "settings unreadable: defaults are used"
    return settings


def _fits(value, model):
    """Whether a value can stand for the default `model`: same type, a list as long and of the same."""
    if type(value) is not type(model):
        return False
    if isinstance(model, list):
        return len(value) == len(model) and all([_fits(value[i], model[i]) for i in range(len(model))])
    return not isinstance(model, int) or isinstance(model, bool) or 0 <= value < 1000
