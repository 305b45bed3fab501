"""What speaks to a device on a serial line, be it a board or the virtual one: `tapete actas`, `logs`, `settings`,
`console`, and their like."""

# Exit codes of these commands; 2 is that of a wrong command line.
DONE, FAILED, NO_PORT, REFUSED = 0, 1, 3, 4


class DeviceError(Exception):
    """What went wrong and what to do about it, in one sentence; `code` is the command's exit code."""

    def __init__(self, sentence: str, code: int = FAILED):
        super().__init__(sentence)
        self.code = code
