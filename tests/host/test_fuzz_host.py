"""Everything that the host tools read, with anything in it: an answer or a sentence, never an exception."""

import json

import pytest

from support.fuzz import Fuzz
from support.in_memory import InMemory
from support.web_inside import Inside, model
from tapete_host.device import matches
from tapete_host.sim import people
from tapete_host.web_acta import Acta
from tapete_host.web_dealer import CARDS, Dealer
from tapete_host.web_records import Records
from tute.acta import seal

STATUS = (200, 400, 403, 404, 405, 409, 503)
BODIES = {
    "mat": [
        b'{"lay": ["AO", {"card": "3C", "x": 10, "y": -20.5, "coupling": 0.5}], "lift": ["5B"], "at_ms": 700000}',
        b'{"lift": ["AO", "3C"]}',
        b'{"lay": ["RE"], "seat": 2}',
        b'{"lay": [{"card": "SB", "x": 1e2, "y": 0}]}',
    ],
    "button": [b'{"name": "ok", "ms": 60}', b'{"name": "deshacer", "at_ms": 9000000}', b'{"name": "cante"}'],
    "power": [b'{"on": false}', b'{"on": true, "at_ms": 99999999}'],
    "fault": [
        b'{"name": "tag_drop", "p": 0.5}',
        b'{"name": "shadow", "card": "AO", "on": true}',
        b'{"name": "reader_dead", "at_ms": 9999999, "on": false}',
        b'{"name": "panel_missing"}',
    ],
    "speed": [b'{"factor": 0}', b'{"factor": 0.0}'],
    "step": [b'{"ms": 3}', b'{"until": "event", "max_ms": 40}', b'{"until": "screen", "max_ms": 20}'],
    "deal": [b'{"seed": 5, "dealer": 4}', b"{}"],
    "play": [b'{"what": "stop"}', b'{"what": "match"}'],
}
COMMANDS = [
    b'{"id": 1, "cmd": "mat", "lay": ["AO", {"card": "3C", "x": 3, "y": 4, "coupling": 1}], "lift": ["5B"]}',
    b'{"id": "x", "cmd": "mat", "lay": ["E007000000000001"], "at_ms": 100000000}',
    b'{"id": 2, "cmd": "button", "name": "ok", "ms": 60, "at_ms": 90000000}',
    b'{"id": 3, "cmd": "power", "on": true}',
    b'{"id": 4, "cmd": "fault", "name": "tag_drop", "p": 0.5, "on": true, "at_ms": 90000000}',
    b'{"id": 5, "cmd": "fault", "name": "shadow", "card": "AO"}',
    b'{"id": 6, "cmd": "faults"}',
    b'{"id": 7, "cmd": "speed", "factor": 0}',
    b'{"id": 8, "cmd": "step", "ms": 4}',
    b'{"id": 9, "cmd": "state", "sounds_since": 0}',
    b'{"cmd": "deck"}',
    b'{"cmd": "flash_file"}',
]
EVENTS = ["deal 4 6C", "play 5O 1", "play AO 2", "play 3O 3", "play 2O 4", "undo", "correct 8 play 4O"]
HEAD = ["acta 1", "rules online-pairs", "target 3", "games 1+3 1", "seat 1 Ana", "@dealer 4"]
CONSOLE = [
    *[b"acta %d %s" % (n, text.encode()) for n, text in enumerate(HEAD + EVENTS, 1)],
    b'answer 8 {"line": 8, "event": "play 5O 1", "ok": true, "verdict": "legal", "turn": 2}',
    b'answer 0 {"event": "play AO 1", "ok": false, "refused": "renuncio"}',
    b"screen trick | 5O | 1 Ana",
    b"question cante_seat ('20', 1)",
    b"question -",
    b"sound card 2",
    b"note lost 3",
    b"note deck: 7C is missing",
]
SCRIPT = b"""ok hold
lay AO 3C foreign  # two
expect trick 3
lift AO
collect
wait 500
shadow 5B
unshadow 5B
cante
"""


@pytest.fixture
def size(soak) -> int:
    """Bytes for each parser: ten million in the long run."""
    return 10_000_000 if soak else 60_000


def test_any_request_gets_an_answer_or_a_sentence(size):
    """The whole way from the body through the checks to the models; a stopped clock, no firmware."""
    with model() as (server, port):
        inside = Inside(server, port)
        makers = {path: Fuzz(bodies, seed) for seed, (path, bodies) in enumerate(BODIES.items(), 1)}
        paths = Fuzz([b"api/acta?as=json", b"api/state", b"api/faults", b"js/main.js", b"api/mat"], 99, 60)
        rng = paths.rng
        names = list(makers)
        while paths.bytes + sum(maker.bytes for maker in makers.values()) < size:
            name = names[rng.below(len(names))]
            body = makers[name].next()
            status, answer = inside.ask("POST", b"/api/" + name.encode(), body)
            assert status in STATUS, (name, body, status, answer)
            told = json.loads(answer)
            assert ("error" in told) == (status != 200), (name, body, answer)
            assert status == 200 or len(answer) < 1000, (name, body, answer)
            if rng.below(8) == 0:
                path = b"/" + paths.next()
                status, answer = inside.ask("GET", path, b"")
                assert status in (*STATUS, 307), (path, status, answer)
            if inside.table.speed:
                inside.ask("POST", b"/api/speed", b'{"factor": 0}')
        status, answer = inside.ask("GET", b"/api/state", b"")
        assert status == 200 and json.loads(answer)["trouble"] is None
        assert server.violations == []
        inside.close()


def test_any_line_to_the_models_gets_one_reply(size):
    with model() as (server, port):
        maker = Fuzz(COMMANDS, 21)
        while maker.bytes < size:
            line = maker.next().replace(b"\n", b" ")
            port.sock.sent.clear()
            port._line(line)
            if server.pacer.factor:
                server.speed(0)
            server._missing_since = None  # no firmware will come, which a step would wait for
            server._catch_up()
            (reply,) = port.sock.sent
            told = json.loads(reply)
            assert ("error" in told) != (told.get("ok") is True), line
            assert "error" not in told or told["error"], line
        assert server.violations == []


def test_any_console_line_is_taken_or_noted(size):
    told: list = []
    acta = Acta()
    records = Records(acta, lambda kind, data: told.append((kind, data)))
    maker = Fuzz(CONSOLE, 31, 400)
    made = 0
    while maker.bytes < size:
        text = maker.next().decode("utf-8", "replace").replace("\n", " ")
        records.take(text)
        made += 1
        if made % 50 == 0:
            assert [line.number for line in acta.lines] == list(range(1, len(acta.lines) + 1))
            json.dumps([told, acta.summary(), records.notes, records.texts, records.question])
            told.clear()
            acta.load(acta.text())
            del records.answers[:]
        if made % 400 == 0:
            for record in CONSOLE[:13]:  # and all is well again
                records.take(record.decode())
            assert acta.phase == "play" and not acta.puzzle and len(acta.events) == 4


def test_any_acta_on_the_flash_is_read(size):
    """What the launcher reads from the flash file before the device is started."""
    sealed = "".join(seal(text) + "\n" for text in HEAD + EVENTS).encode()
    hot = "".join(seal(text) + "\n" for text in ["#1 14", "play SO 1"]).encode()
    maker = Fuzz([sealed, hot, sealed[:200]], 41)
    while maker.bytes < size:
        files = {"/actas/0001.00": maker.next(), "/actas/hot/now": maker.next()}
        acta = Acta()
        acta.load(matches.text(InMemory(files), 1))
        json.dumps(acta.summary())


def test_any_file_of_hands_is_a_deal_or_none(size, tmp_path):
    path = tmp_path / "hands.json"
    hands = {str(seat): CARDS[seat - 1 :: 4] for seat in (1, 2, 3, 4)}
    kept = json.dumps({"hands": hands, "dealer": 2, "trump": "AO", "seed": 7, "round": 0}).encode()
    maker = Fuzz([kept, kept, b"{}", b'{"hands": null}'], 51)
    whole = 0
    while maker.bytes < size:
        path.write_bytes(maker.next())
        dealer = Dealer(path)
        whole += dealer.hands is not None
        if dealer.hands is not None:
            dealt = dealer.stock + [card for hand in dealer.hands.values() for card in hand]
            assert sorted(dealt) in (sorted(CARDS), sorted(card for card in CARDS if card[0] != "2"))
            json.dumps([dealer.state(Acta()), dealer.places(Acta(), []), dealer.owners(Acta())])
    assert whole


def test_any_script_for_people_is_read_or_its_line_is_named(size):
    maker = Fuzz([SCRIPT, b"lay AO\n", b"expect question -\n"], 61, 600)
    while maker.bytes < size:
        text = maker.next().decode("utf-8", "replace")
        try:
            steps = people.parse(text.split("\n"))
        except people.ScriptError as wrong:
            assert str(wrong).startswith("line "), wrong
            continue
        for number, verb, words in steps:
            assert 0 < number and (verb != "wait" or int(words[0]) >= 0), (verb, words)
