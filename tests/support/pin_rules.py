"""What the pins of an ESP32 and an ESP32-S3 may be used for (data-sheet facts); checks board records."""

_ESP32 = {
    "exists": set(range(0, 20)) | {21, 22, 23, 25, 26, 27} | set(range(32, 40)),
    "input_only": {34, 35, 36, 39},  # these four have no internal pulls either
    "absent": {37, 38},  # in the chip, not on a WROOM-32
    "flash": set(range(6, 12)),
    "strapping": {0, 2, 5, 12, 15},
    "UART": {1, 3},
    "USB": set(),
    "adc1": {32, 33, 34, 35, 36, 39},
    "rtc": {0, 2, 4, 12, 13, 14, 15, 25, 26, 27, 32, 33, 34, 35, 36, 39},
    "hosts": {1, 2},
}
_S3 = {
    "exists": set(range(0, 22)) | set(range(26, 49)),
    "input_only": set(),
    "absent": {22, 23, 24, 25, 33, 34},
    "flash": set(range(26, 33)) | {35, 36, 37},  # 35..37: octal PSRAM of the larger modules
    "strapping": {0, 3, 45, 46},
    "UART": {43, 44},
    "USB": {19, 20},
    "adc1": set(range(1, 11)),
    "rtc": set(range(0, 22)),
    "hosts": {1, 2},
}
CHIPS = {"esp32": _ESP32, "esp32s3": _S3}
PULLS = ("", "up", "down", "ext_up", "ext_down", "up+ext_up", "down+ext_down")


def _check_pin(chip, signal, gpio, direction, pull):
    bad = []
    if gpio not in chip["exists"] or gpio in chip["absent"]:
        bad.append("%s: GPIO%d is not on the module" % (signal, gpio))
    for use in ("flash", "strapping", "UART", "USB"):
        if gpio in chip[use]:
            bad.append("%s: GPIO%d is a %s pin" % (signal, gpio, use))
    if pull not in PULLS:
        bad.append("%s: unknown pull %s" % (signal, pull))
    if direction not in ("i", "o", "a"):
        bad.append("%s: unknown direction %s" % (signal, direction))
    if gpio in chip["input_only"]:
        if direction == "o":
            bad.append("%s: GPIO%d is input only" % (signal, gpio))
        elif "ext" not in pull:
            bad.append("%s: GPIO%d has no pull inside, it needs one outside" % (signal, gpio))
        elif pull[:3] != "ext":
            bad.append("%s: GPIO%d has no pull inside" % (signal, gpio))
    if direction == "i" and not pull and not signal.endswith("_miso"):
        bad.append("%s: a floating input" % signal)
    if direction == "a" and gpio not in chip["adc1"]:
        bad.append("%s: GPIO%d is not on ADC1" % (signal, gpio))
    if signal.endswith("_nss") or "_cs" in signal or signal == "dec_en":
        if pull != "ext_up":
            bad.append("%s: a select line needs a pull-up outside (pins float at boot)" % signal)
    return bad


def faults(record):
    """[sentence] for a board module; empty when its wiring keeps every rule."""
    chip = CHIPS[record.CHIP]
    bad = []
    owner = {}
    for signal, gpio, direction, pull in record.SIGNALS:
        if gpio in owner:
            bad.append("%s: GPIO%d is also %s" % (signal, gpio, owner[gpio]))
        owner[gpio] = signal
        bad += _check_pin(chip, signal, gpio, direction, pull)
    rows = {}
    for row in record.SIGNALS:
        if row[0] in rows:
            bad.append("%s: named twice" % row[0])
        rows[row[0]] = row
    hosts = set()
    for bus, host, baud, sck, mosi, miso in record.SPI:
        if host not in chip["hosts"] or host in hosts:
            bad.append("%s: host %d missing or used twice" % (bus, host))
        hosts.add(host)
        limit = 7_000_000 if bus == "reader" else 20_000_000
        if not 0 < baud <= limit:
            bad.append("%s: %d baud" % (bus, baud))
        for signal in (sck, mosi) + ((miso,) if miso else ()):
            if signal not in rows:
                bad.append("%s: no signal %s" % (bus, signal))
    for name, signal in record.BUTTONS:
        if signal not in rows or rows[signal][2] != "i" or "up" not in rows[signal][3]:
            bad.append("%s: a button needs an input with a pull-up" % name)
    if [name for name, _ in record.BUTTONS] != ["ok", "cante", "cambio", "deshacer"]:
        bad.append("four buttons in panel order are needed")
    if record.WAKE not in rows or rows[record.WAKE][1] not in chip["rtc"]:
        bad.append("%s: cannot wake the chip" % record.WAKE)
    return bad
