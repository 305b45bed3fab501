"""Board data: ESP32-S3-DevKitC-1-N8R2 with one PN5180; changes when this wiring does."""

NAME = "s3_pn5180"
CHIP = "esp32s3"
MODULE = "ESP32-S3-DevKitC-1-N8R2 v1.1 (no module with suffix V: GPIO47 is 1.8 V there)"
READER = "pn5180"
PANEL = "ssd1683"

SPI = (
    ("reader", 1, 5_000_000, "rd_sck", "rd_mosi", "rd_miso"),
    ("panel", 2, 10_000_000, "epd_sck", "epd_mosi", ""),
)

SIGNALS = (
    ("rd_sck", 12, "o", ""),
    ("rd_mosi", 11, "o", ""),
    ("rd_miso", 13, "i", ""),
    ("rd_nss", 10, "o", "ext_up"),
    ("rd_rst", 9, "o", "ext_down"),
    ("rd_busy", 14, "i", "down"),
    ("seat_cs1", 4, "o", "ext_up"),
    ("seat_cs2", 5, "o", "ext_up"),
    ("seat_cs3", 6, "o", "ext_up"),
    ("seat_cs4", 7, "o", "ext_up"),
    ("seat_rst", 8, "o", "ext_down"),
    ("epd_sck", 15, "o", ""),
    ("epd_mosi", 16, "o", ""),
    ("epd_cs", 17, "o", "ext_up"),
    ("epd_dc", 18, "o", ""),
    ("epd_rst", 21, "o", "ext_up"),
    ("epd_busy", 39, "i", "down"),
    ("btn_ok", 2, "i", "up+ext_up"),
    ("btn_cante", 40, "i", "up"),
    ("btn_cambio", 41, "i", "up"),
    ("btn_deshacer", 42, "i", "up"),
    ("vbat", 1, "a", "ext_down"),
    ("buzzer", 47, "o", "ext_down"),
    ("led", 38, "o", ""),
)

BUTTONS = (
    ("ok", "btn_ok"),
    ("cante", "btn_cante"),
    ("cambio", "btn_cambio"),
    ("deshacer", "btn_deshacer"),
)
WAKE = "btn_ok"
