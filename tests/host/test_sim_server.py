"""The socket form: a MicroPython firmware process on the wire, and the control connection."""

import base64
import json
import os
import signal
import tempfile
import threading
import time

import pytest
from littlefs import LittleFS

from tapete_host.sim import wire
from tapete_host.sim.client import ModelError, Table

PRELUDE = """
import gc; gc.collect(); print("heap", gc.mem_alloc())
import machine, time, os
from machine import Pin, SPI
print("start", machine.reset_cause(), time.ticks_ms(), sorted(os.listdir("/")))
"""
READER = """
nss=Pin(21, Pin.OUT, value=1); busy=Pin(4, Pin.IN, Pin.PULL_DOWN)
rst=Pin(22, Pin.OUT, value=0); time.sleep_us(50); rst(1); time.sleep_ms(3)
spi=SPI(2, baudrate=5000000, sck=Pin(18), mosi=Pin(23), miso=Pin(19))
def frame(q):
    while busy(): pass
    nss(0); spi.write(q); nss(1)
def ask(q, n):
    frame(q)
    r=bytearray(n)
    while busy(): pass
    nss(0); spi.readinto(r, 0xff); nss(1)
    return r
"""


def image(**files):
    """A littlefs image with such files (name_py -> name.py)."""
    fs = LittleFS(
        block_size=4096, block_count=64, read_size=32, prog_size=32, lookahead_size=32, cache_size=128
    )
    for name, text in files.items():
        with fs.open(name.replace("_", "."), "w") as f:
            f.write(text)
    return bytes(fs.context.buffer)


@pytest.fixture
def table():
    """Makes a Table with that main.py, in a folder with a short name; all are closed at the end."""
    made = []

    def make(main, **args):
        folder = tempfile.TemporaryDirectory(prefix="tp")
        t = Table(folder.name, image(main_py=PRELUDE + main), **args)
        made.append((t, folder))
        return t

    yield make
    for t, folder in made:
        t.close()
        folder.cleanup()


def said(t, word):
    """The rest of the last line that begins with the word; waits for the first one."""

    def there(state):
        return any(line.startswith(word + " ") for line in t.lines)

    t.wait_for(there)
    return [line for line in t.lines if line.startswith(word + " ")][-1][len(word) + 1 :]


def test_firmware_runs_from_littlefs_and_moves_only_by_steps(table):
    t = table("while True:\n    print('tick', time.ticks_ms()); time.sleep_ms(100)")
    assert t.step(250) == 250
    assert said(t, "start") == "1 0 ['main.py']"
    said(t, "tick")
    t.wait_for(lambda s: len(t.lines) >= 5)
    assert [line for line in t.lines if line.startswith("tick")] == ["tick 0", "tick 100", "tick 200"]
    assert t.ask("state")["now_ms"] == 250
    assert t.step(0.5) == 250.5


def test_only_a_main_py_is_started_as_on_the_chip():
    with tempfile.TemporaryDirectory(prefix="tp") as folder, Table(folder, image(main_mpy="no .mpy")) as t:
        assert t.step(1000) == 1000
        assert t.lines == [], "importing it would have failed"


def test_the_shim_takes_the_heap_that_is_written_down(table):
    t = table("")
    t.step(100)
    used = int(said(t, "heap"))
    assert 0.7 * wire.SHIM_HEAP < used - 4000 < wire.SHIM_HEAP, "4,000 bytes are main.py and the file system"


def test_a_frame_leaves_nothing_in_the_heap(table):
    t = table(
        READER
        + """
r=bytearray(4); q=b"\\x04\\x02"
def once():
    while busy(): pass
    nss(0); spi.write(q); nss(1)
    while busy(): pass
    nss(0); spi.readinto(r, 0xff); nss(1)
once(); gc.collect(); gc.disable(); a=gc.mem_alloc()
for _ in range(100): once()
print("garbage", gc.mem_alloc()-a)
time.sleep_ms(1); a=time.ticks_us()
for _ in range(100): once()
print("us", time.ticks_diff(time.ticks_us(), a))
"""
    )
    t.step(1000)
    assert int(said(t, "garbage")) < 200, "less than a byte for each of 200 frames"
    assert 200 * 60 <= int(said(t, "us")) <= 200 * 70


def test_cards_are_heard_through_the_wire(table):
    t = table(
        READER
        + """
frame(b"\\x11\\x0d\\x8d"); frame(b"\\x16\\0"); time.sleep_ms(200)
while True:
    frame(b"\\0\\0\\0\\0\\0\\0"); frame(b"\\0\\3\\xff\\xff\\xff\\xff"); frame(b"\\0\\0\\3\\0\\0\\0")
    frame(b"\\x09\\0\\x26\\1\\0"); time.sleep_ms(7)
    n=ask(b"\\4\\x13", 4)[0]
    print("heard", bytes(reversed(ask(b"\\x0a\\0", n)[2:])).hex() if n else "nothing")
    time.sleep_ms(100)
"""
    )
    t.step(400)
    assert said(t, "heard") == "nothing"
    reply = t.ask("mat", lay=[{"card": "AO", "x": 3, "y": -20}])
    assert reply["now_ms"] == 400
    t.step(300)
    assert said(t, "heard").upper() == t.ask("deck")["deck"]["AO"]
    (card,) = t.ask("state")["mat"]
    assert (card["card"], card["x"], card["y"], card["coupling"]) == ("AO", 3, -20, 1.0)
    t.ask("mat", lift=["AO"], at_ms=1000)
    assert t.ask("state")["pending"] == 1
    t.step(500)
    assert said(t, "heard") == "nothing" and t.ask("state")["mat"] == []


def test_buttons_and_sounds(table):
    t = table(
        """
b=Pin(33, Pin.IN, Pin.PULL_UP)
p=machine.PWM(Pin(17), freq=440, duty_u16=0)
while b(): time.sleep_ms(5)
print("pressed", time.ticks_ms())
p.duty_u16(30000); time.sleep_ms(50); p.duty_u16(0)
"""
    )
    t.ask("button", name="ok", ms=80, at_ms=500)
    t.step(1000)
    assert 500 <= int(said(t, "pressed")) <= 510
    ((n, ms, hz, duration),) = t.ask("state")["sounds"]
    assert (n, hz, duration) == (0, 440, 50) and 500 <= ms <= 510
    assert t.ask("state", sounds_since=1)["sounds"] == []


def test_a_press_is_seen_at_its_moment_though_an_open_button_is_seldom_asked_for(table):
    t = table(
        """
b=Pin(33, Pin.IN, Pin.PULL_UP)
was=1
while True:
    now=b()
    if now != was: print("level", now, time.ticks_ms())
    was=now
    time.sleep_ms(7)
"""
    )
    # Asked for each time until it was seen open for 40 ms, and then hardly ever.
    moments = (5, 90, 700, 801, 1999)
    for at_ms in moments:
        t.ask("button", name="ok", ms=30, at_ms=at_ms)
    t.step(1500)
    t.step(1500)
    for _ in range(3):
        t.ask("button", name="ok", ms=30)  # nothing said before that it would come
        t.step(100)
    t.wait_for(lambda state: sum(line.startswith("level") for line in t.lines) == 16)
    seen = [line.split()[1:] for line in t.lines if line.startswith("level")]
    closed = [int(ms) for level, ms in seen if level == "0"]
    opened = [int(ms) for level, ms in seen if level == "1"]
    for at_ms, down, up in zip((*moments, 3000, 3100, 3200), closed, opened):
        assert at_ms <= down <= at_ms + 9 and at_ms + 30 <= up <= at_ms + 39, (at_ms, down, up)


def test_power_cut_kills_the_process_and_keeps_the_flash(table):
    t = table(
        """
n=len(os.listdir("/"))
with open("f%d" % n, "w") as f: f.write("x" * 3000)
print("wrote", n)
while True: time.sleep_ms(50)
"""
    )
    t.step(1000)
    assert said(t, "wrote") == "1"
    life = t._life
    t.ask("power", on=False)
    assert life.wait(60) == -9
    state = t.ask("state")
    assert not state["power"] and not state["firmware"]
    t.step(1000)
    t.lines.clear()
    t.ask("power", on=True)
    t.wait_for(lambda s: s["firmware"])
    t.step(1000)
    assert said(t, "wrote") == "2"
    assert said(t, "start") == "1 0 ['f1', 'main.py']"


def test_a_timed_power_cut_during_a_write_leaves_old_or_new(table):
    t = table(
        """
while True:
    with open("n", "w") as f: f.write("x" * 6000)
    time.sleep_ms(10)
"""
    )
    t.ask("power", on=False, at_ms=333)
    t.ask("power", on=True, at_ms=400)
    t.step(600)
    t.wait_for(lambda s: s["starts"] == 2)
    t.step(300)
    t.wait_for(lambda s: sum(line.startswith("start") for line in t.lines) == 2)
    assert not any("damaged" in line for line in t.lines)


def test_watchdog_reset_and_deep_sleep(table):
    t = table(
        """
import esp32
if machine.reset_cause() == 1:
    machine.WDT(timeout=500)
    while True: pass_time = time.ticks_ms()
if machine.reset_cause() == 3: machine.reset()
if machine.reset_cause() == 2:
    Pin(33, Pin.IN, Pin.PULL_UP)
    esp32.wake_on_ext0(Pin(33), esp32.WAKEUP_ALL_LOW); machine.deepsleep()
print("awake", time.ticks_ms())
"""
    )
    t.step(2000)
    state = t.ask("state")
    assert state["asleep"] and not state["firmware"] and state["power"]
    t.step(5000)
    t.ask("button", name="ok")
    t.wait_for(lambda s: s["starts"] == 4)
    t.step(100)
    assert int(said(t, "awake")) <= 1
    assert [line[6] for line in t.lines if line.startswith("start")] == ["1", "3", "2", "4"]


def test_what_a_firmware_knows_after_deep_sleep_and_after_a_brown_out(table):
    t = table(
        """
memory = machine.RTC().memory
print("woken", machine.wake_reason(), machine.mem32[0x3FF48034] & 63, memory())
memory(bytes([len(memory()) + 1]) * (len(memory()) + 1))
if len(memory()) < 3: machine.deepsleep(5000)
while True: time.sleep_ms(10)
"""
    )
    t.step(4999)
    assert t.ask("state")["asleep"]
    t.step(10)
    t.wait_for(lambda s: s["starts"] == 2)
    t.step(5010)
    t.wait_for(lambda s: s["starts"] == 3)
    t.step(100)
    t.ask("fault", name="brownout")
    t.wait_for(lambda s: s["starts"] == 4)
    t.step(1)
    t.wait_for(lambda s: sum(line.startswith("woken") for line in t.lines) == 4)
    told = [line[6:] for line in t.lines if line.startswith("woken")]
    assert told == ["0 1 b''", "4 5 b'\\x01'", "4 5 b'\\x02\\x02'", "0 15 b''"]
    assert t.ask("state")["slept_ms"] == 10000


def test_a_firmware_that_hangs_meets_its_watchdog(table):
    t = table(
        "if machine.reset_cause() == 1:\n  machine.WDT(timeout=500)\n  while True: pass\nprint('bitten', 1)",
        patience=1.0,
    )
    t.step(2000)
    t.wait_for(lambda s: s["starts"] == 2)
    t.step(100)
    assert said(t, "bitten") == "1"


def test_a_firmware_that_only_waits_for_its_turn_does_not_hang(table):
    """On a busy computer: here its process is stopped for longer than the patience."""
    t = table(
        "machine.WDT(timeout=500)\nprint('begun', 1)\nwhile True:\n  machine.WDT().feed(); time.sleep_ms(10)",
        patience=0.5,
    )
    t.step(100)
    assert said(t, "begun") == "1"
    t._life.send_signal(signal.SIGSTOP)
    stopped = time.monotonic()
    threading.Timer(2, t._life.send_signal, [signal.SIGCONT]).start()
    t.step(1000)
    assert time.monotonic() - stopped > 1.5
    assert t.ask("state")["starts"] == 1


def test_a_firmware_that_dies_is_noticed_and_starts_again(table):
    t = table("if machine.reset_cause() == 1: raise SystemExit\nprint('again', 1)")
    t.wait_for(lambda s: s["starts"] == 1)
    t.step(100)
    t.wait_for(lambda s: s["starts"] == 2)
    t.step(100)
    assert said(t, "again") == "1"


def test_violations_are_raised_and_kept(table):
    t = table(
        """
try: Pin(32, Pin.IN)()
except RuntimeError as e: print("refused", e)
try: Pin(20, Pin.IN)
except ValueError as e: print("value", e)
try: SPI(2).write(b"x")
except Exception as e: print("spi", type(e).__name__)
"""
    )
    t.step(100)
    assert "no pull" in said(t, "refused")
    assert said(t, "value") == "invalid pin"
    state = t.ask("state")
    assert any("no pull" in v for v in state["violations"])
    assert "no pull" in t.model_log()


BAD = [
    ("{", "not JSON"),
    ("[]", "a request is a JSON object"),
    ('{"cmd": "fly"}', "no command called fly"),
    ('{"cmd": 7}', "no command"),
    ('{"cmd": "mat", "lay": "AO"}', "lay is a list"),
    ('{"cmd": "mat", "lay": ["9O"]}', "no card called 9O"),
    ('{"cmd": "mat", "lay": [7]}', "a card to lay is its name"),
    ('{"cmd": "mat", "lay": [{"card": "AO", "x": 3}]}', "come together"),
    ('{"cmd": "mat", "lay": [{"card": "AO", "x": "a", "y": 1}]}', "x is a number"),
    ('{"cmd": "mat", "lay": [{"card": "AO", "coupling": -1}]}', "coupling is a number from 0"),
    ('{"cmd": "mat", "lift": [null]}', "a card to lift is its name"),
    ('{"cmd": "mat", "lay": ["AO"], "at_ms": -5}', "at_ms is a number"),
    ('{"cmd": "mat", "lay": ["AO"], "at_ms": 5}', "has passed"),
    ('{"cmd": "button"}', "'name' is missing"),
    ('{"cmd": "button", "name": "reset"}', "no button called reset"),
    ('{"cmd": "button", "name": ["ok"]}', "no button called"),
    ('{"cmd": "button", "name": "ok", "ms": 0}', "ms is a number from 1"),
    ('{"cmd": "power", "on": 1}', "on is true or false"),
    ('{"cmd": "fault", "name": "gremlins"}', "no fault called gremlins"),
    ('{"cmd": "fault", "name": ["x"]}', ""),
    ('{"cmd": "fault", "name": "tag_drop", "p": 7}', "p is a number from 0 to 1"),
    ('{"cmd": "speed", "factor": -1}', "from 0 up"),
    ('{"cmd": "speed", "factor": NaN}', "from 0 up"),
    ('{"cmd": "step", "ms": "1"}', "ms is a number"),
    ('{"cmd": "picture", "kind": "oil"}', "bits or gray"),
    ('{"cmd": "state", "sounds_since": "x"}', "sounds_since is a number"),
]


def test_bad_requests_get_a_sentence(table):
    t = table("", boot=False)
    t.step(10)
    for line, words in BAD:
        t.model.send_line(line)
        reply = t.model.read_line()
        assert "ok" not in reply and words in reply["error"], (line, reply)
    assert t.ask("state")["mat"] == []


def test_replies_carry_the_id(table):
    t = table("", boot=False)
    for number in (7, "x", None):
        t.model.send_line(json.dumps({"id": number, "cmd": "faults"}))
        assert t.model.read_line()["id"] == number


def test_picture_faults_and_the_second_connection(table):
    t = table("", boot=False)
    reply = t.ask("picture")
    assert len(base64.b64decode(reply["bits64"])) == 15000 and reply["seq"] == 0
    assert len(base64.b64decode(t.ask("picture", kind="gray")["gray64"])) == 120000
    t.ask("fault", name="tag_drop", p=0.5)
    reply = t.ask("faults")
    assert reply["active"] == ["tag_drop"] and "panel_missing" in reply["faults"]
    t.ask("fault", name="tag_drop", on=False)
    assert t.ask("faults")["active"] == []
    from tapete_host.sim.client import Model

    second = Model(t.folder / "c")
    assert "already" in second.read_line()["error"]
    second.close()
    assert t.ask("faults")


def test_real_time_runs_and_stops(table):
    t = table("while True: print('tick', time.ticks_ms()); time.sleep_ms(1000)", speed=50)
    t.wait_for(lambda s: s["now_ms"] > 5000)
    with pytest.raises(ModelError, match="factor 0"):
        t.step(10)
    t.ask("speed", factor=0)
    now = t.ask("state")["now_ms"]
    assert t.ask("state")["now_ms"] == now
    assert round(t.step(3000) - now, 3) == 3000
    t.ask("speed", factor=2_000_000)
    t.wait_for(lambda s: s["now_ms"] > now + 60_000)


def test_same_steps_same_run(table):
    def run():
        t = table(
            READER
            + """
frame(b"\\x11\\x0d\\x8d"); frame(b"\\x16\\0")
while True:
    time.sleep_ms(20)
    frame(b"\\0\\0\\0\\0\\0\\0"); frame(b"\\0\\0\\3\\0\\0\\0")
    frame(b"\\x09\\0\\x26\\1\\0"); time.sleep_ms(7)
    print("t", time.ticks_us(), ask(b"\\4\\x13", 4).hex())
""",
            seed=4,
        )
        t.ask("fault", name="tag_drop", p=0.4)
        t.ask("mat", lay=["AO", "3O"], at_ms=100)
        t.ask("mat", lift=["AO"], at_ms=200)
        for _ in range(4):
            t.step(100)
        t.wait_for(lambda s: sum(line.startswith("t ") for line in t.lines) >= 12)
        return [line for line in t.lines if line.startswith("t ")][:12]

    first = run()
    assert len(first) == 12 and first == run()


def test_the_flash_file_follows(table):
    t = table("with open('a', 'w') as f: f.write('kept')\nprint('done', 1)")
    t.step(500)
    assert said(t, "done") == "1"
    reply = t.ask("flash_file")
    assert os.path.samefile(reply["path"], t.flash) and reply["blocks"] == 64
    fs = LittleFS(block_size=4096, block_count=64, mount=False)
    fs.context.buffer = bytearray(t.flash.read_bytes())
    fs.mount()
    with fs.open("a") as f:
        assert f.read() == "kept"
