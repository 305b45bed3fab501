"""A device's files without a device."""


class InMemory(dict):
    """Contents by path, as `tapete_host.device.matches` wants files."""

    def names(self, folder: str) -> list[str]:
        """What is in a folder, sorted."""
        below = (path[len(folder) + 1 :] for path in self if path.startswith(folder + "/"))
        return sorted({path.partition("/")[0] for path in below})

    def read(self, path: str) -> bytes:
        """A file's bytes."""
        return self[path]
