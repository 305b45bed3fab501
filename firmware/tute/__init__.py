"""The game of Tute, pure: no I/O, no clock, no hardware. Runs under MicroPython and CPython."""
