"""Board data: ESP32 DevKitC (WROOM-32E) with four MFRC522 behind a decoder; changes when this wiring does."""

NAME = "wroom_mfrc522"
CHIP = "esp32"
MODULE = "ESP32 DevKitC, WROOM-32E (not a WROVER: there GPIO16 and 17 are PSRAM)"
READER = "mfrc522"
PANEL = "ssd1683"

SPI = (
    ("reader", 2, 2_000_000, "rd_sck", "rd_mosi", "rd_miso"),
    ("panel", 1, 10_000_000, "epd_sck", "epd_mosi", ""),
)

SIGNALS = (
    ("rd_sck", 18, "o", ""),
    ("rd_mosi", 23, "o", ""),
    ("rd_miso", 19, "i", ""),
    ("dec_en", 21, "o", "ext_up"),
    ("dec_a0", 4, "o", "ext_down"),
    ("dec_a1", 16, "o", "ext_down"),
    ("rd_rst", 22, "o", "ext_down"),
    ("epd_sck", 14, "o", ""),
    ("epd_mosi", 13, "o", ""),
    ("epd_cs", 27, "o", "ext_up"),
    ("epd_dc", 26, "o", ""),
    ("epd_rst", 25, "o", "ext_up"),
    ("epd_busy", 34, "i", "ext_down"),
    ("btn_ok", 33, "i", "up+ext_up"),
    ("btn_cante", 32, "i", "up"),
    ("btn_cambio", 35, "i", "ext_up"),
    ("btn_deshacer", 39, "i", "ext_up"),
    ("vbat", 36, "a", "ext_down"),
    ("buzzer", 17, "o", "ext_down"),
)

BUTTONS = (
    ("ok", "btn_ok"),
    ("cante", "btn_cante"),
    ("cambio", "btn_cambio"),
    ("deshacer", "btn_deshacer"),
)
WAKE = "btn_ok"
