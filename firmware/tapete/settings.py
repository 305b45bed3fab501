"""What people may set. The file is read and written by settingsfile, which does not stay in the heap."""

from tapete import lend

PATH = "/settings.json"


class Settings:
    """One attribute a setting, see settingsfile.DEFAULTS; also s["lang"]. `note`: what was wrong with the
    file, or None."""

    def __init__(self, path, values):
        self.path = path
        self.values = values
        self.note = None

    def __getattr__(self, name):
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name)

    def __getitem__(self, name):
        return self.values[name]

    def __setitem__(self, name, value):
        """Change a setting, in RAM until save(). Raises KeyError if it is unknown, ValueError for a wrong
        value."""
        lend("settingsfile").check(self, name, value)
        self.values[name] = value

    def get(self, name, default=None):
        return self.values.get(name, default)

    def save(self):
        """Write all settings: a cut of power leaves the old file or the new one -> whether it worked."""
        return lend("settingsfile").save(self)


def load(path=PATH):
    """Settings of the file at `path`; what is absent or wrong has its default. Never raises."""
    return lend("settingsfile").load(path)
