"""What can be wrong with an MFRC522, to be switched on by name; changes when a fault is added."""

from . import mfrc522map as m

FAULTS = {
    "reader_dead": "the reader does not answer; miso is what its MISO carries",
    "reader_power_down": "the reader never comes out of power-down",
    "reader_antenna_off": "the reader's antenna goes off once, without a word",
    "reader_registers_lost": "all registers of the reader stand at their reset values once, without a word",
    "reader_brownout": "the reader resets itself once: registers and FIFO are lost",
    "reader_brown_every": "the reader resets itself every ms",
    "reader_crypto": "the reader enciphers all it sends, until Crypto1On is cleared: no sticker understands it",
    "reader_deaf": "the reader's receiver hears nobody until the reader is reset",
    "reader_version": "the reader says that it is of that version",
    "reader_clone": "the reader is a clone (FM17522): another version, else as the original",
    "reader_weak": "this reader's field is weaker: every sticker gets factor of it",
    "reader_miso_held": "the reader never releases MISO: on the shared bus it spoils what the others say",
    "reader_atqa_lost": "several stickers that answer at once give nothing at all, with chance p",
}
ARGUMENTS = {
    "reader_dead": ("miso", 255, 0, 255),
    "reader_brown_every": ("ms", 5000, 1, 1e9),
    "reader_version": ("version", 0x12, 0, 255),
    "reader_weak": ("factor", 0.3, 0, 1),
    "reader_miso_held": ("level", 0, 0, 1),
    "reader_atqa_lost": ("p", 0.5, 0, 1),
}


class Faulty:
    """The part of the MFRC522 model that breaks."""

    def fault(self, name, on, **args):
        """Switch one of FAULTS on or off.  Raises ValueError for another name."""
        if name not in _FAULT_ACTS:
            raise ValueError("the MFRC522 has no fault %s" % name)
        _FAULT_ACTS[name](self, on, args)

    def brown_out(self):
        """The chip resets itself: everything volatile is lost (fault).

        The host cannot know, so nothing it does is held against it until it has pulled NRSTPD again.
        """
        if not self.in_reset:
            self.strict = False
            self._start(m.CRYSTAL_US + m.READY_US)

    def _die(self, on, args):
        self.dead = int(args["miso"]) if on else None
        self.strict = False
        if on:
            self._wipe()
        else:
            self.brown_out()

    def _never_wake(self, on, args):
        self.sleeps = on
        self.strict = False
        self._drive()

    def _antenna_off(self, on, args):
        if on:
            self.regs[m.TX_CONTROL] &= 0xFC
            self._drive()

    def _registers_lost(self, on, args):
        if on:
            self.strict = False
            self._reset_registers()
            self._rearm()

    def _brown(self, on, args):
        if on:
            self.brown_out()

    def _brown_every(self, on, args):
        self.brown_ms = args["ms"] if on else None
        if on:
            self.world.at(self.brown_ms, self._brown_again)

    def _brown_again(self):
        if self.brown_ms is not None:
            self.brown_out()
            self.world.at(self.brown_ms, self._brown_again)

    def _crypto(self, on, args):
        if on:
            self.regs[m.STATUS2] |= 0x08
        else:
            self.regs[m.STATUS2] &= 0xF7

    def _go_deaf(self, on, args):
        self.deaf = on

    def _set_version(self, on, args):
        self.version = int(args["version"]) if on else self.true_version

    def _be_clone(self, on, args):
        self.version = 0x88 if on else self.true_version

    def _weak(self, on, args):
        self.field.weaken(args["factor"] if on else 1.0)

    def _hold_miso(self, on, args):
        self.holds_miso = int(args["level"]) if on else None

    def _lose_atqa(self, on, args):
        self.air.atqa_lost = args["p"] if on else 0.0


_FAULT_ACTS = {
    "reader_dead": Faulty._die,
    "reader_power_down": Faulty._never_wake,
    "reader_antenna_off": Faulty._antenna_off,
    "reader_registers_lost": Faulty._registers_lost,
    "reader_brownout": Faulty._brown,
    "reader_brown_every": Faulty._brown_every,
    "reader_crypto": Faulty._crypto,
    "reader_deaf": Faulty._go_deaf,
    "reader_version": Faulty._set_version,
    "reader_clone": Faulty._be_clone,
    "reader_weak": Faulty._weak,
    "reader_miso_held": Faulty._hold_miso,
    "reader_atqa_lost": Faulty._lose_atqa,
}
