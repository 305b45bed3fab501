"""The flash partition of the file system: blocks, times, faults, a record; changes when that model does."""

BLOCK = 4096
ERASE_US = 45_000
PROGRAM_US = 100
PAGE_US = 600  # a 256-byte page, taken in proportion

EIO = 5
ENOSPC = 28

_ERASED = b"\xff" * BLOCK


class Flash:
    """A block device for VfsLfs2 that costs the world's time.

    blocks  its size in 4096-byte blocks; image: bytes to begin with (sets the size); path: a file that
    follows every
            change (CPython only), read first if it exists.

    Programming can only clear bits, as on the chip: in strict mode a program that would need an erased byte
    raises StrictError at the firmware's next call -- but not in a block of which a change has failed and that
    was not erased since: littlefs does not know how far it came, programs there again, reads back, and moves.

    Faults give errno numbers to littlefs, never exceptions: littlefs must not be unwound.
    """

    def __init__(self, blocks=128, image=None, path=None):
        self.file = None
        if path is not None:
            image = self._open(path, blocks, image)
        self.data = bytearray(image) if image is not None else bytearray(_ERASED * blocks)
        if len(self.data) % BLOCK or not self.data:
            raise ValueError(
                "a flash image has whole blocks of %d bytes, not %d bytes" % (BLOCK, len(self.data))
            )
        self.blocks = len(self.data) // BLOCK
        self.view = memoryview(self.data)
        self.log = None
        self.world = None
        self.erases = 0
        self.programs = 0
        self.failed = set()  # blocks of which a change has failed, until they are erased
        # Faults.  EIO is given by every change; ENOSPC by erases only: a full littlefs can still append to what
        # it has, and finds no room when it wants another block.
        self.fail_errno = 0
        self.fail_after = 0  # such changes that still work before
        self.cut_after = None  # so many changes are made before the supply dips in the middle of one

    def _open(self, path, blocks, image):
        try:
            with open(path, "rb") as f:
                old = f.read()
        except OSError:
            old = b""
        if not old:
            old = image if image is not None else _ERASED * blocks
            with open(path, "wb") as f:
                f.write(old)
        self.file = open(path, "r+b", buffering=0)
        return old

    def attach(self, world):
        """The world whose clock operations move."""
        self.world = world

    def image(self):
        """The whole content, as bytes."""
        return bytes(self.data)

    def close(self):
        """Let go of the file behind it."""
        if self.file is not None:
            self.file.close()
            self.file = None

    # -- the record

    def start_log(self):
        """Empty the record and begin it; returns the image it starts from.  See `states`."""
        self.log = []
        return self.image()

    # -- what littlefs calls

    def readblocks(self, n, buf, off=0):
        a = n * BLOCK + off
        buf[:] = self.view[a : a + len(buf)]
        return 0

    def writeblocks(self, n, buf, off=0):
        size = len(buf)
        us = PROGRAM_US + PAGE_US * size // 256
        return self._change(n * BLOCK + off, buf, size, us)

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            return self._change(arg * BLOCK, None, BLOCK, ERASE_US)
        return 0

    # -- one operation

    def _change(self, address, buf, size, us):
        """Program buf at address, or erase a block (buf None).  Returns 0 or a negative errno."""
        if self.fail_errno and (buf is None or self.fail_errno != ENOSPC):
            if self.fail_after <= 0:
                self.failed.add(address // BLOCK)
                return -self.fail_errno
            self.fail_after -= 1
        world = self.world
        if world is not None:
            if world.ended is not None:
                return 0  # a dead device reaches nothing
            if self.cut_after is not None:
                self._dip(world, us)
            world.spend_in_flash(us)
            if world.ended is not None:
                size //= 2  # the supply went while this was under way
        if self.log is not None:
            self.log.append((address, None if buf is None else bytes(buf)))
        if buf is None:
            self.erases += 1
            self.failed.discard(address // BLOCK)
            self.view[address : address + size] = memoryview(_ERASED)[:size]
        else:
            self.programs += 1
            self._program(address, buf, size)
        if self.file is not None:
            self.file.seek(address)
            self.file.write(self.view[address : address + size])
        return 0

    def _dip(self, world, us):
        """Count down to the change in whose middle the supply goes (fault)."""
        self.cut_after -= 1
        if self.cut_after < 0:
            self.cut_after = None
            world.at_us(world.now + us // 2, world.power_cut)

    def rot(self, rng, bits):
        """Turn over so many bits of what was ever programmed (fault)."""
        view = self.view
        used = [b for b in range(self.blocks) if view[b * BLOCK : b * BLOCK + BLOCK] != _ERASED]
        while bits and used:
            at = used[rng.below(len(used))] * BLOCK + rng.below(BLOCK)
            if view[at] == 0xFF:
                continue
            view[at] ^= 1 << rng.below(8)
            bits -= 1
            if self.file is not None:
                self.file.seek(at)
                self.file.write(view[at : at + 1])

    def _program(self, address, buf, size):
        old = self.view[address : address + size]
        if old == _ERASED[:size]:
            old[:] = buf if size == len(buf) else memoryview(buf)[:size]
            return
        broken = False
        for i in range(size):
            b = buf[i]
            if b & ~old[i]:
                broken = True
            old[i] &= b
        if broken and self.world is not None and address // BLOCK not in self.failed:
            self.world.break_later("flash at 0x%X is programmed without an erase" % address)


def states(image, log, torn=True):
    """Every content that a power cut during `log` can leave, in time order.

    Yields (k, kind, work): k operations are wholly done, kind is "plain", or "torn" when half of operation k
    reached the flash as well.  `work` is one bytearray used again for each state: copy it if you keep it.
    """
    done = bytearray(image)
    work = bytearray(image)
    view = memoryview(done)
    for k, (address, data) in enumerate(log):
        size = BLOCK if data is None else len(data)
        work[:] = done
        yield k, "plain", work
        if torn:
            half = size // 2
            work[:] = done
            apply(work, address, data, half)
            yield k, "torn", work
        apply(view, address, data, size)
    work[:] = done
    yield len(log), "plain", work


def apply(content, address, data, size):
    """Put the first `size` bytes of a recorded operation into `content` (bytearray or memoryview)."""
    if data is None:
        content[address : address + size] = _ERASED[:size]
    else:
        content[address : address + size] = data[:size]
