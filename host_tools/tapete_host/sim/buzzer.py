"""The passive buzzer as a model: which tones sounded when; changes when that hardware does."""


class Buzzer:
    """Listens to one PWM output.  `log` holds [start_us, hz, end_us]; the end is None while it sounds."""

    def __init__(self, world):
        self.world = world
        self.log = []

    def drive(self, hz, duty):
        """The PWM output changed: hz, duty 0..65535 (0 or 65535 is silence: the disc does not move)."""
        sounding = 0 < duty < 65535 and hz > 0
        last = self.log[-1] if self.log else None
        if last is not None and last[2] is None:
            if sounding and last[1] == hz:
                return
            last[2] = self.world.now
        if sounding:
            self.log.append([self.world.now, hz, None])

    def sounds(self):
        """List of (ms, hz, duration_ms), oldest first; a tone still sounding has its length so far."""
        now = self.world.now
        return [(a // 1000, hz, ((now if b is None else b) - a) // 1000) for a, hz, b in self.log]
