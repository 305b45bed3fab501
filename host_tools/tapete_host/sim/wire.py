"""The messages between a firmware process and the model process; changes with shim/tapete_wire.py.

A message from the firmware is 8 bytes and a payload: operation, a small argument, payload length (16 bit) and
the microseconds that the firmware's own clock moved since its last message (32 bit), little-endian.
Operations below POSTED get one answer: status, value, payload length, microseconds by which the clock moved
since the last answer.

A pin that is high and stays so for a while unless somebody lays a hand on the device is not asked for again and again:
PIN_GET tells how long, and any answer takes all that back (STIRRED).
"""

import struct

HEAD = struct.Struct("<BBHI")

# answered
HELLO = 1  # -> value reset cause; payload serial number (6), flash blocks (4), wake reason, reset source
PIN_MODE = 2  # a gpio; mode, pull, value (255 = keep)
PIN_GET = 3  # a gpio -> value level, and twice the ms for which it stays (0 to 127)
SPI_OPEN = (
    4  # a host; polarity, phase, sck, mosi, miso (255 default, 254 none), baud (4) -> payload real baud (4)
)
SPI_CLOSE = 5  # a host
SPI_READ = 6  # a host; fill, length (2) -> payload
SPI_BOTH = 7  # a host; bytes -> payload
PWM = 8  # a gpio; hz (4), duty (2)
ADC = 9  # a gpio -> payload microvolts (4)
WATCHDOG = 10  # payload ms (4)
FEED = 11
SLEEP = 12  # payload us (4)
STOP = 13  # a cause; us (4), 0 = no limit.  Never answered: the process is ended
WAKE_ON = 14  # a gpio (255 none); level
FLASH_READ = 15  # payload address (4), length (2) -> payload
FLASH_PROGRAM = 16  # payload address (4), bytes -> value errno
FLASH_ERASE = 17  # payload address (4) -> value errno
SYNC = 18
RTC_GET = 19  # -> payload
RTC_SET = 20  # payload bytes
# posted: no answer
POSTED = 64
PIN_LOW = 64  # a gpio
PIN_HIGH = 65
SPI_WRITE = 66  # a host; bytes
LIGHT = 67  # a gpio; bytes

# status of an answer
OK = 0
STRICT = 1  # payload: the StrictError's text
VALUE = 2  # payload: the ValueError's text
SYSTEM = 3  # value: errno
ABSENT = 4  # payload: what is not modelled
STIRRED = 128  # beside a status: no level is known any more
BREAK = 5  # Ctrl-C on the serial line; the answer itself is lost

SHIM_HEAP = 31_000
"""Bytes of the firmware process's heap that the shim takes (measured by a test): add them to a budget."""
