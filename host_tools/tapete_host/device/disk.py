"""A device's file system as an image: littlefs with MicroPython's parameters. Changes with these, or with what of it is
the program and what a device has of its own."""

from collections.abc import Callable

from littlefs import LittleFS, UserContext

from tapete_host.build import POINTER

BLOCK = 4096
SECOND, TRIAL = "second-program", "trial"
"""The folder of a second program, and of one that is tried (firmware/README.md, "Two programs")."""
PROGRAM = ("main.mpy", "main.py", "start.mpy", "package.json", "tapete", "tute", SECOND, POINTER, TRIAL)
"""What a new firmware replaces; all else on a device is its own (firmware/README.md, "On flash")."""

# As MicroPython mounts it: VfsLfs2(readsize=32, progsize=32, lookahead=32). We make on-disk version 2.0,
# which every MicroPython reads; one with a newer littlefs makes it 2.1 at its first write.
_MOUNT = {"read_size": 32, "prog_size": 32, "lookahead_size": 32}
_FORMAT = {**_MOUNT, "disk_version": 0x00020000}
_FOLDER = 2  # LFS_TYPE_DIR
_GAP = 4  # blocks of 0xff that are written along rather than begin another run
HEAD = 2 * BLOCK
"""Bytes of the two blocks that hold the root folder: without them no file system is found."""


class _Seen(UserContext):
    """Blocks that are read when littlefs asks for them, each once. `error`: why that failed, or None."""

    def __init__(self, read: Callable[[int, int], bytes]):
        self._read = read
        self._blocks: dict[int, bytes] = {}
        self.error: Exception | None = None

    def read(self, cfg, block, off, size):
        return bytearray(self._block(block)[off : off + size])

    def _block(self, number: int) -> bytes:
        if number not in self._blocks and not self.error:
            try:
                self._blocks[number] = self._read(number * BLOCK, BLOCK)
            except Exception as error:  # it cannot cross littlefs, which is C
                self.error = error
        return self._blocks.get(number, b"\xff" * BLOCK)

    def prog(self, cfg, block, off, data):
        return -30  # EROFS: nothing here is written

    def erase(self, cfg, block):
        return -30


def mounted(image: bytes) -> LittleFS:
    """The file system in an image; raises LittleFSError if there is none."""
    disk = LittleFS(block_size=BLOCK, block_count=len(image) // BLOCK, mount=False, **_MOUNT)
    disk.context.buffer = bytearray(image)
    disk.mount()
    return disk


def empty(blocks: int) -> LittleFS:
    """A new file system of so many blocks."""
    return LittleFS(block_size=BLOCK, block_count=blocks, **_FORMAT)


def write(disk: LittleFS, path: str, data: bytes) -> None:
    """Put a file at a path without leading slash, with its folders; raises LittleFSError if the disk is full."""
    folder = path.rpartition("/")[0]
    if folder:
        disk.makedirs("/" + folder, exist_ok=True)
    with disk.open("/" + path, "wb") as file:
        file.write(data)


def read(disk: LittleFS, path: str) -> bytes:
    """The contents of a file; raises LittleFSError."""
    with disk.open(path, "rb") as file:
        return file.read()


def image(size: int, files: dict[str, bytes]) -> bytes:
    """A file system of `size` bytes with these files; raises LittleFSError if they do not fit."""
    disk = empty(size // BLOCK)
    for path, data in sorted(files.items()):
        write(disk, path, data)
    disk.unmount()
    return bytes(disk.context.buffer)


def own_files(read_at: Callable[[int, int], bytes], size: int) -> tuple[dict[str, bytes], bool]:
    """What a device has of its own, by path, and whether the device is a Tapete, from a file system of which only
    what is needed is read: read_at(offset, bytes).

    Raises LittleFSError if there is no whole file system, and whatever read_at raises.
    """
    seen = _Seen(read_at)
    try:
        disk = LittleFS(context=seen, block_size=BLOCK, block_count=size // BLOCK, mount=False, **_MOUNT)
        disk.mount()
        names = disk.listdir("/")
        files = {path: read(disk, "/" + path) for path in paths(disk, "", PROGRAM)}
    finally:
        if seen.error:
            raise seen.error
    return files, "tapete" in names or "actas" in names


def paths(disk: LittleFS, folder: str = "", but: tuple[str, ...] = ()) -> list[str]:
    """The paths of all files below a folder, "" for the root, without those names in it."""
    found = []
    for entry in disk.scandir("/" + folder):
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.name in but:
            continue
        found += paths(disk, path) if entry.type == _FOLDER else [path]
    return found


def runs(data: bytes) -> list[tuple[int, bytes]]:
    """(offset, bytes) of what of an image must be written: blocks of 0xff alone mean nothing to littlefs."""
    used = [at for at in range(0, len(data), BLOCK) if data[at : at + BLOCK].strip(b"\xff")]
    found: list[list[int]] = []
    for at in used:
        if found and at - found[-1][1] <= _GAP * BLOCK:
            found[-1][1] = at + BLOCK
        else:
            found.append([at, at + BLOCK])
    return [(begin, data[begin:end]) for begin, end in found]
