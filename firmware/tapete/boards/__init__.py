"""The boards that exist, one data module each; changes when a board is added.

A board module holds nothing but literals, so the firmware, the desktop models and the hardware pages
read the same record.  Its fields:

NAME, CHIP ("esp32" or "esp32s3"), MODULE (words for the builder)
READER   "pn5180" (one, in the middle) or "mfrc522" (four, one a seat)
PANEL    "ssd1683", "uc8179" or "ssd1680"
SPI      (bus, host, baud, sck, mosi, miso) with signal names; miso "" means the bus is never read
SIGNALS  (signal, gpio, direction, pull): direction "o" output, "i" input, "a" analogue input; pull is what
         holds the line when nobody drives it: "" nothing needed, "up"/"down" inside the ESP32,
         "ext_up"/"ext_down" a resistor on the board, "up+ext_up"/"down+ext_down" both.
         Seat readers are selected by dec_en, dec_a0 and dec_a1 (a 74HC139) or by seat_cs1 to seat_cs4.
BUTTONS  (name, signal) in panel order; all buttons close to ground
WAKE     the signal of the button that wakes the chip from deep sleep
"""

NAMES = ("wroom_pn5180", "wroom_mfrc522", "s3_pn5180", "s3_mfrc522")
