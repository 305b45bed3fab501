"""The HTTP API on the three real processes: every bad input, stepping, the event stream, power, ends."""

import json

import pytest

from support.web_host import Stream, Table, alive

CARD = "a rank of A 3 R C S 7 6 5 4 2"

# path, body (JSON text or bytes), words that the sentence must have
BAD = [
    ("mat", {"lay": ["ZZ"]}, '"ZZ" is not a card'),
    ("mat", {"lay": ["1O"]}, CARD),
    ("mat", {"lay": [5]}, "5 is not a card"),
    ("mat", {"lay": [None]}, "null is not a card"),
    ("mat", {"lay": "AO"}, '"lay" must be a list of cards'),
    ("mat", {"lift": {"card": "AO"}}, '"lift" must be a list of cards'),
    ("mat", {"lift": ["AX"]}, '"AX" is not a card'),
    ("mat", {"lift": ["AO"]}, "AO is not on the mat"),
    ("mat", {}, "Nothing to do"),
    ("mat", {"lay": [], "lift": []}, "Nothing to do"),
    ("mat", {"lay": ["AO"], "lift": ["AO"]}, "AO is named twice"),
    ("mat", {"lay": ["AO", "ao"]}, "AO is named twice"),
    ("mat", {"lay": ["AO"] * 41}, "the pack has 40"),
    ("mat", {"put": ["AO"]}, 'Unknown key "put"; allowed are lay, lift, seat, at_ms'),
    ("mat", {"lay": ["AO"], "seat": 2}, 'leave "seat" out'),
    ("mat", {"lay": ["AO"], "seat": 5}, '"seat" must be a whole number from 1 to 4, not 5'),
    ("mat", {"lay": ["AO"], "seat": "N"}, '"seat" must be a whole number'),
    ("mat", {"lay": ["AO"], "seat": True}, '"seat" must be a whole number'),
    ("mat", {"lay": [{"x": 1, "y": 2}]}, '"card" is missing'),
    ("mat", {"lay": [{"card": "AO", "x": 1}]}, 'both "x" and "y"'),
    ("mat", {"lay": [{"card": "AO", "x": 1, "y": 1e9}]}, '"y" must be a number from -250 to 250'),
    ("mat", {"lay": [{"card": "AO", "x": "1", "y": 0}]}, '"x" must be a number'),
    ("mat", {"lay": [{"card": "AO", "z": 1}]}, 'Unknown key "z"'),
    ("mat", {"lay": [{"card": "AO", "coupling": 2}]}, '"coupling" must be a number from 0 to 1'),
    ("mat", {"lay": ["AO"], "at_ms": -1}, '"at_ms" must be a whole number'),
    ("mat", {"lay": ["AO"], "at_ms": 0}, '"at_ms" 0 is in the past'),
    ("mat", {"lay": ["AO"], "at_ms": "soon"}, '"at_ms" must be a whole number'),
    ("mat", {"lay": ["AO"], "at_ms": 1.5}, '"at_ms" must be a whole number'),
    ("button", {"name": "help"}, "ok, cante, cambio, deshacer"),
    ("button", {"name": 3}, '"name" must be one of'),
    ("button", {"name": ["ok"]}, '"name" must be one of'),
    ("button", {}, '"name" is missing'),
    ("button", {"name": "ok", "ms": 0}, '"ms" must be a whole number from 10 to 20000, not 0'),
    ("button", {"name": "ok", "ms": "long"}, '"ms" must be a whole number'),
    ("button", {"name": "ok", "hold": True}, 'Unknown key "hold"'),
    ("button", {"name": "ok", "at_ms": 1}, '"at_ms" 1 is in the past'),
    ("power", {}, '"on" is missing'),
    ("power", {"on": "yes"}, '"on" must be true or false, not "yes"'),
    ("power", {"on": 1}, '"on" must be true or false'),
    ("power", {"on": False, "at_ms": 2}, "is in the past"),
    ("power", {"on": True, "off": False}, 'Unknown key "off"'),
    ("fault", {}, '"name" is missing'),
    ("fault", {"name": "gremlin"}, '"name" must be one of'),
    ("fault", {"name": "shadow", "card": ["AO"]}, '"card" must be a word'),
    ("fault", {"name": "shadow", "card": "AO"}, "AO is not on the mat"),
    ("fault", {"name": "tag_drop", "p": 7}, "p is a number from 0 to 1"),
    ("fault", {"name": "tag_drop", "q": 0.5}, "tag_drop has no argument q"),
    ("fault", {"name": "reader_stuck", "until": "noon"}, "until is one of idle, config, reset"),
    ("fault", {"name": "tag_drop", "on": "maybe"}, '"on" must be true or false'),
    ("fault", {"name": "tag_drop", "cmd": "flash_file"}, 'Unknown key "cmd"'),
    ("speed", {}, '"factor" is missing'),
    ("speed", {"factor": -1}, '"factor" must be a number from 0 to 100, not -1'),
    ("speed", {"factor": "fast"}, '"factor" must be a number'),
    ("speed", {"factor": True}, '"factor" must be a number'),
    ("speed", {"speed": 1}, 'Unknown key "speed"'),
    ("step", {}, 'Give either "ms" or "until"'),
    ("step", {"ms": 0}, '"ms" must be a whole number from 1 to 600000, not 0'),
    ("step", {"ms": 1e99}, '"ms" must be a whole number'),
    ("step", {"until": "dawn"}, "quiet, event, screen"),
    ("step", {"until": "quiet", "ms": 5}, 'Give either "ms" or "until"'),
    ("step", {"until": "quiet", "max_ms": 0}, '"max_ms" must be a whole number'),
    ("step", {"ms": 5, "max_ms": 5}, '"max_ms" belongs to "until"'),
    ("deal", {"seed": -1}, '"seed" must be a whole number'),
    ("deal", {"seed": "x"}, '"seed" must be a whole number'),
    ("deal", {"dealer": 0}, '"dealer" must be a whole number from 1 to 4'),
    ("deal", {"hands": []}, 'Unknown key "hands"'),
    ("play", {}, '"what" is missing'),
    ("play", {"what": "match"}, "card, round, stop"),
    ("play", {"what": "card", "seat": 1}, 'Unknown key "seat"'),
    ("mat", b"lay AO", "not JSON"),
    ("mat", b'{"lay": [', "not JSON"),
    ("mat", b'{"lay": [NaN]}', "NaN is not a number"),
    ("mat", b"\xff\xfe{}", "not UTF-8"),
    ("mat", b'["AO"]', "must be a JSON object"),
    ("mat", b"null", "must be a JSON object"),
    ("mat", b"7", "must be a JSON object"),
    ("mat", b"[" * 9000, ("nested too deeply", "not JSON")),
    ("mat", b'{"lay": ["' + b"A" * 20_000 + b'"]}', "more than 16384 bytes"),
    ("button", b'{"name": "' + b"k" * 9000 + b'"}', "..."),
]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(tmp_path_factory.mktemp("table") / "profile", 0, "--lang", "en")
    made.ready()
    yield made
    made.close()


def ask(table, path, body):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    status, headers, answer = table.request("POST", f"/api/{path}", data)
    return status, json.loads(answer)


@pytest.mark.parametrize("path", sorted({path for path, _, _ in BAD}))
def test_bad_input_gets_400_and_a_sentence(table, path):
    for _, body, words in (bad for bad in BAD if bad[0] == path):
        before = table.state()
        status, answer = ask(table, path, body)
        assert status == 400, (body, answer)
        assert list(answer) == ["error"]
        text = answer["error"]
        assert any(word in text for word in (words if isinstance(words, tuple) else (words,))), (body, text)
        assert len(text) < 600
        after = table.state()
        for key in ("now_ms", "mat", "power", "speed", "acta_lines", "hands", "phase"):
            assert after[key] == before[key], body


def test_a_tag_of_no_deck_can_be_laid_and_lifted(table):
    for name in ("foreign", "E007000000000001", "e007000000000001"):
        assert [laid["card"] for laid in table.post("/api/mat", lay=[name])["mat"]] == ["E007000000000001"]
        assert table.post("/api/mat", lift=["E007000000000001"])["mat"] == []
    for wrong in ("Foreign ", "E00700000000000G", "E00700000000", "1234567812345678"):
        status, answer = ask(table, "mat", {"lay": [wrong]})
        assert status == 400 and '"foreign" for a tag of no deck' in answer["error"]


def test_unknown_paths_and_methods_are_answered_in_json(table):
    status, _, data = table.request("GET", "/api/nothing")
    assert status == 404 and "/api/nothing" in json.loads(data)["error"]
    status, _, data = table.request("GET", "/api/mat")
    assert status == 405 and "GET" in json.loads(data)["error"]
    status, _, data = table.request("GET", "/api/acta?as=pdf")
    assert status == 400 and "text, json" in json.loads(data)["error"]
    for wrong in ("seven", "-1", "9" * 40):
        status, _, data = table.request("GET", "/api/events", headers={"Last-Event-ID": wrong})
        assert status == 400 and "Last-Event-ID" in json.loads(data)["error"]


def test_other_sites_may_not_move_cards(table):
    status, _, data = table.request(
        "POST", "/api/mat", b'{"lay": ["AO"]}', {"Origin": "http://elsewhere.example"}
    )
    assert status == 403 and json.loads(data)["error"]
    assert table.state()["mat"] == []
    status, _, _ = table.request("POST", "/api/step", b'{"ms": 1}', {"Origin": f"http://{table.host}"})
    assert status == 200


def test_the_clock_stands_until_it_is_stepped(table):
    before = table.state()["now_ms"]
    assert table.state()["now_ms"] == before
    for ms in (1, 7, 250):
        now = table.post("/api/step", ms=ms)["state"]["now_ms"]
        assert before + ms <= now < before + ms + 1  # what the firmware has begun before is ended
        before = now


def test_a_match_by_single_steps(table):
    """Set-up, trump, a card at a set moment, step until event, screen and quiet: all by the API alone."""
    state = table.state()
    assert state["screen"]["kind"] == "new_match"
    table.post("/api/button", name="ok")
    state = table.post("/api/step", until="quiet")["state"]
    assert state["screen"]["kind"] == "deal"
    hands = table.post("/api/deal", seed=5, dealer=4)
    assert sorted(map(len, hands["hands"].values())) == [10, 10, 10, 10]
    assert len({card for hand in hands["hands"].values() for card in hand}) == 40
    assert hands["trump"] in hands["hands"]["4"]
    assert table.state()["hands"] == {
        seat: sorted(hand, key=table_order) for seat, hand in hands["hands"].items()
    }
    table.post("/api/mat", lay=[hands["trump"]])
    table.post("/api/step", until="quiet")
    table.post("/api/button", name="ok", at_ms=int(table.state()["now_ms"]) + 50)
    step = table.post("/api/step", until="event", max_ms=3000)
    assert step["reached"] and step["acta"][-1]["text"] == f"deal 4 {hands['trump']}"
    step = table.post("/api/step", ms=200)
    table.post("/api/mat", lift=[hands["trump"]])
    step = table.post("/api/step", until="quiet")
    assert step["reached"]
    card = step["state"]["hands"]["1"][0]
    at = int(step["state"]["now_ms"]) + 1000
    table.post("/api/mat", lay=[card.lower()], at_ms=at)
    state = table.post("/api/step", ms=900)["state"]
    assert state["mat"] == [] and state["acta_lines"] == step["state"]["acta_lines"]
    step = table.post("/api/step", until="event", max_ms=3000)
    assert step["acta"][-1]["text"] == f"play {card} 1"
    assert 0 < step["state"]["now_ms"] - at < 1500
    step = table.post("/api/step", until="quiet")
    assert step["state"]["answer"]["event"] == f"play {card} 1"
    assert step["state"]["answer"]["verdict"] == "legal"
    assert step["state"]["turn"] == 2 and step["state"]["table"] == [{"seat": 1, "card": card}]
    assert step["state"]["sounds"][-1]["hz"] > 0
    table.post("/api/button", name="deshacer")
    assert table.post("/api/step", until="screen", max_ms=5000)["reached"]
    table.post("/api/step", until="quiet")
    assert table.acta()[-1] == "undo"
    table.post("/api/mat", lift=[card])
    table.post("/api/step", until="quiet")


def table_order(card):
    return "OCEB".index(card[1]) * 10 + "24567SCR3A".index(card[0])


def test_a_wait_that_does_not_come_true_says_so(table):
    step = table.post("/api/step", until="event", max_ms=50)
    assert step["reached"] is False and step["answers"] == [] and step["acta"] == []


def test_step_needs_a_stopped_clock(table):
    table.post("/api/speed", factor=20)
    status, answer = ask(table, "step", {"ms": 5})
    assert status == 400 and "factor" in answer["error"]
    table.wait("the clock to run", lambda state: state["speed"] == 20)
    first = table.state()["now_ms"]
    table.wait("the clock to run", lambda state: state["now_ms"] > first)
    table.post("/api/speed", factor=0)


def test_screen_is_a_picture_of_the_panel(table):
    status, headers, data = table.request("GET", "/api/screen.png")
    assert status == 200 and headers["content-type"] == "image/png"
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[16:24] == bytes([0, 0, 1, 144, 0, 0, 1, 44])


def test_acta_has_answers_as_json(table):
    lines = table.get("/api/acta?as=json")["lines"]
    assert [line["text"] for line in lines[:2]] == ["acta 1", "rules online-pairs"]
    assert [line["line"] for line in lines] == list(range(1, len(lines) + 1))
    dealt = next(line for line in lines if line["text"].startswith("deal"))
    assert dealt["answer"]["ok"] is True and dealt["answer"]["event"] == dealt["text"]


def test_events_are_numbered_and_resume_where_they_were_left(table):
    live = Stream(table)
    before = table.state()["last_event"]
    card = table.state()["hands"]["1"][1]
    table.post("/api/mat", lay=[card])
    table.post("/api/step", until="quiet")
    first = live.until("acta")
    assert [event["id"] for event in first] == list(range(before + 1, before + 1 + len(first)))
    assert first[-1]["data"]["text"] == f"play {card} 1"
    assert first[-1]["data"]["answer"]["verdict"] == "legal"
    live.close()
    again = Stream(table, before)
    assert again.until("acta") == first
    again.close()
    last = Stream(table, first[-1]["id"] - 1)
    assert last.next() == first[-1]
    last.close()


def test_a_number_of_another_server_starts_anew(table):
    stream = Stream(table, 10**9)
    event = stream.next()
    assert event["event"] == "reset" and event["id"] == table.state()["last_event"]
    stream.close()


def test_power_off_and_on_keeps_the_match_and_the_mat(table):
    before = table.state()
    assert before["table"] and before["mat"]
    table.post("/api/power", on=False)
    state = table.state()
    assert state["power"] is False and state["firmware"]["running"] is False
    status, answer = ask(table, "play", {"what": "card"})
    assert status == 409 and "switched off" in answer["error"]
    assert table.post("/api/step", ms=300)["state"]["mat"] == before["mat"]
    table.post("/api/power", on=True)
    state = table.ready()
    assert state["firmware"]["lives"] == before["firmware"]["lives"] + 1
    assert state["table"] == before["table"] and state["hands"] == before["hands"]
    assert state["turn"] == 2 and state["screen"]["kind"] == "trick"


def test_play_at_factor_0_moves_the_clock_by_itself(table):
    before = table.state()
    answer = table.post("/api/play", what="card")
    after = table.state()
    assert after["now_ms"] > before["now_ms"]
    assert [entry["seat"] for entry in after["table"]] == [1, 2]
    assert answer["did"] == ["lay " + after["table"][1]["card"]]


def test_a_fault_is_seen_and_goes_away(table):
    known = table.get("/api/faults")
    about = known["faults"]["reader_dead"]
    assert about["arguments"] == {"miso": {"default": 255, "least": 0, "most": 255}} and about["rows"] == [3]
    assert known["active"] == [] and known["on"] == {}
    done = table.post("/api/fault", name="reader_dead", miso=0)
    assert done["active"] == ["reader_dead"] and done["on"] == {"reader_dead": {"miso": 0}}
    assert table.state()["faults"] == {"active": ["reader_dead"], "on": {"reader_dead": {"miso": 0}}}
    assert table.state()["health"] == {"reader": "working", "panel": "working", "flash": "working"}
    step = table.post("/api/step", ms=8000)
    assert step["state"]["screen"]["kind"] == "trouble" and step["state"]["health"]["reader"] == "bus_fault"
    assert table.post("/api/fault", name="reader_dead", on=False)["active"] == []
    step = table.post("/api/step", ms=8000)
    assert step["state"]["screen"]["kind"] == "trick" and step["state"]["health"]["reader"] == "working"


def test_a_dip_of_the_supply_starts_the_device_again_where_it_was(table):
    before = table.state()
    table.post("/api/fault", name="power_dip")
    state = table.ready()
    assert state["firmware"]["lives"] == before["firmware"]["lives"] + 1 and state["power"]
    assert state["table"] == before["table"] and state["screen"]["kind"] == "trick"
    assert state["faults"]["active"] == []


def test_a_brown_out_is_counted(table):
    before = table.state()
    assert before["resets"] == {"brownout": 0, "watchdog": 0} and before["asleep"] is False
    table.post("/api/fault", name="brownout")
    state = table.ready()
    assert state["resets"] == {"brownout": 1, "watchdog": 0} and state["table"] == before["table"]
    table.post("/api/fault", name="power_dip")
    assert table.ready()["resets"] == {"brownout": 1, "watchdog": 0}, "it is told at each start"


def test_the_page_asks_nothing_of_anyone_else(table):
    status, headers, data = table.request("GET", "/")
    assert status == 200 and headers["content-type"].startswith("text/html")
    assert b"http://" not in data and b"https://" not in data
    assert table.request("GET", "/../api.py")[0] == 404
    assert table.request("GET", "/js/%2e%2e/%2e%2e/api.py")[0] == 404


def test_the_chips_were_used_as_their_data_sheets_say(table):
    assert table.state()["trouble"] is None


def test_ctrl_c_ends_all_three_while_somebody_listens(table):
    """The last test of this table."""
    stream = Stream(table)
    children = table.children()
    assert len(children) == 2 and all(map(alive, children))
    assert table.interrupt() == 0
    assert not any(map(alive, children))
    assert "Traceback" not in "".join(table.said)
    stream.close()
