"""The settings' JSON file: whole or not at all, and never in the way of a game; loaded when needed."""

import json
import os

from tapete.settings import Settings

DEFAULTS = (
    ("board", "wroom_pn5180"),
    ("panel", ""),  # a module of panels/start.DRIVERS; "": the board's own
    ("lang", "es"),  # a catalogue of screens/; English where there is none
    ("rules", "online-pairs"),  # a preset and options, as in acta.md section 2
    ("target", 0),  # rounds to win; 0: the preset's
    ("names", ["", "", "", ""]),  # of the seats
    ("known", ""),  # names that were used, the last one first, separated by commas
    ("central", True),  # one reader for all seats: who laid a card is taken from the turn
    ("antennas", [0, 0, 0, 0]),  # seat of each seat's antenna as they are wired; zeros: not yet known
    ("points_shown", True),
    ("teaching", False),  # the panel says what is owed, and who may sing
    ("big", False),  # the trick in the largest type
    ("night", False),  # white on black, and quiet
    ("ring", 0),  # LEDs of the ring of lights on the board's `led`; 0: there is none
    ("volume", 2),  # 0 silent .. 3
    ("deck", 1),  # which of two decks was played with last
    ("sleep", True),  # deep sleep after ten minutes without a change of the game
    ("dealt_at_once", 1),  # cards that a player is dealt one after another
)


def load(path):
    """See settings.load."""
    settings = Settings(path, dict(DEFAULTS))
    settings.values["names"] = [""] * 4
    settings.values["antennas"] = [0] * 4
    try:
        with open(path) as f:
            data = json.load(f)
        if isinstance(data, dict):
            _take(settings, data)
        else:
            settings.note = "settings unreadable: defaults are used"
    except OSError as error:
        if error.errno != 2:
            settings.note = "settings unreadable: error %s" % error.errno
    except (ValueError, UnicodeError, MemoryError):
        settings.note = "settings unreadable: defaults are used"
    return settings


def _take(settings, data):
    """What the file sets; what this firmware does not know is kept for the one that does."""
    wrong = []
    models = dict(DEFAULTS)
    for name in data:
        if name not in models or _fits(data[name], models[name]):
            settings.values[name] = data[name]
        else:
            wrong.append(name)
    if wrong:
        settings.note = "settings ignored: " + " ".join(sorted(wrong))


def check(settings, name, value):
    """Raises KeyError for an unknown setting, ValueError for a value that it cannot have."""
    if not _fits(value, dict(DEFAULTS)[name]):
        raise ValueError(name)


def sets(path, name):
    """Whether the file at `path` says this setting, and it is not the default."""
    try:
        with open(path) as f:
            data = json.load(f)
    except (OSError, ValueError, MemoryError):  # absent or torn
        return False
    return isinstance(data, dict) and name in data


def save(settings):
    """See Settings.save."""
    new = settings.path + ".new"
    try:
        with open(new, "w") as f:
            json.dump(settings.values, f)
        os.rename(new, settings.path)
    except OSError as error:
        settings.note = "settings not saved: error %s" % error.errno
        return False
    return True


def keep(settings):
    """Save what was chosen in a list that nobody has left yet -> whether all is on flash."""
    return load(settings.path).values == settings.values or save(settings)


def _fits(value, model):
    """Whether a value can stand for the default `model`: same type, a list as long and of the same."""
    if type(value) is not type(model):
        return False
    if isinstance(model, list):
        return len(value) == len(model) and all([_fits(value[i], model[i]) for i in range(len(model))])
    return not isinstance(model, int) or isinstance(model, bool) or 0 <= value < 1000
