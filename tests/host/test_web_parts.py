"""Parts of the web server without its processes: acta, honest dealer, records, events, flash image."""

import asyncio
import json

import pytest

from tapete_host import build, launch_flash
from tapete_host.web_acta import Acta, bare
from tapete_host.web_dealer import CARDS, Dealer
from tapete_host.web_events import Events
from tapete_host.web_player import keys_for
from tapete_host.web_records import Records
from tute.acta import seal

HEAD = ["acta 1", "rules online-pairs", "target 3", "seat 1 Ana", "@dealer 4"]


def played(seed: int, plays: int, dealer: int = 4) -> tuple[Acta, Dealer]:
    """A round of the honest dealer after so many cards."""
    acta, made = Acta(), Dealer()
    for number, line in enumerate(HEAD, 1):
        acta.add(number, line)
    made.deal(acta, seed, dealer)
    acta.add(len(acta.lines) + 1, f"deal {dealer} {made.trump}")
    for _ in range(plays):
        seat, card = made.choice(acta, [])
        acta.add(len(acta.lines) + 1, f"play {card} {seat}")
    assert not acta.puzzle
    return acta, made


def add(acta: Acta, text: str) -> None:
    acta.add(len(acta.lines) + 1, text)
    assert not acta.puzzle


@pytest.mark.parametrize("seed", range(12))
def test_the_dealer_plays_whole_rounds_that_the_referee_takes(seed):
    acta, dealer = played(seed, 40, seed % 4 + 1)
    assert acta.phase == "round_over" and dealer.state(acta) == "none"
    assert len(acta.tricks()) == 10
    places = dealer.places(acta, [])
    assert {place["at"] for place in places.values()} == {"pile"}
    won = {winner: 0 for winner in (1, 2, 3, 4)}
    for winner, _ in acta.tricks():
        won[winner] += 4
    assert {s: sum(p["seat"] == s for p in places.values()) for s in won} == won
    answers = [line.answer for line in acta.lines if line.answer]
    assert set(answers[-1]["audit"].values()) == {"clean"}
    taken = [answer["taken"]["seat"] for answer in answers if "taken" in answer]
    assert taken == [winner for winner, _ in acta.tricks()]


def test_a_deal_is_ten_each_and_the_last_card_is_the_dealers():
    for dealer in (1, 2, 3, 4):
        made = Dealer()
        made.deal(Acta(), 99, dealer)
        assert sorted(card for hand in made.hands.values() for card in hand) == sorted(CARDS)
        assert {len(hand) for hand in made.hands.values()} == {10}
        assert made.trump == made.hands[dealer][-1]


def test_undo_and_correct_change_what_stands():
    acta, dealer = played(3, 6)
    before = acta.round_events()
    add(acta, "undo")
    assert acta.round_events() == before[:-1]
    seat, card = dealer.choice(acta, [])
    assert before[-1] == ["play", card, str(seat)]  # the same choice again
    add(acta, f"play {card} {seat}")
    assert acta.round_events() == before
    number = next(line.number for line in acta.lines if line.text.startswith("play"))
    first = acta.events[1]
    held = next(c for c in dealer.hands[1] if c not in [words[1] for words in before])
    add(acta, f"correct {number} play {held}")
    assert acta.events[1] == (first[0], ["play", held, "1"])
    assert acta.text().splitlines()[-1] == f"correct {number} play {held}"


def test_a_swap_exchanges_the_two_cards():
    for seed in range(200):
        acta, dealer = played(seed, 8)
        upcard, trump = acta.summary()["upcard"], acta.summary()["trump"]
        owners = dealer.owners(acta)
        seven = "7" + trump
        seat = owners[seven]
        if seat != 4 and upcard and acta.referee.check(f"swap {seven} {seat}") is None:
            break
    else:
        pytest.fail("no deal with a swap")
    add(acta, f"swap {seven} {seat}")
    swapped = dealer.owners(acta)
    assert swapped[seven] == 4 and swapped[upcard] == seat
    assert {c: s for c, s in swapped.items() if c not in (seven, upcard)} == {
        c: s for c, s in owners.items() if c not in (seven, upcard)
    }
    add(acta, "undo")
    assert dealer.owners(acta) == owners


def test_hands_are_kept_beside_the_match_and_a_broken_file_is_no_deal(tmp_path):
    path = tmp_path / "hands.json"
    first = Dealer(path)
    first.deal(Acta(), 7, 2)
    again = Dealer(path)
    assert (again.hands, again.dealer, again.trump, again.round) == (first.hands, 2, first.trump, 0)
    kept = json.loads(path.read_text())
    kept["hands"]["1"][0] = kept["hands"]["2"][0]
    for text in (json.dumps(kept), "{", "[]", '{"hands": 5}', ""):
        path.write_text(text)
        assert Dealer(path).hands is None


def test_a_line_written_again_replaces_what_was_never_confirmed():
    acta, _ = played(3, 5)
    text = acta.text().splitlines()
    number = len(text)
    acta.add(number, text[-1])
    assert acta.text().splitlines() == text  # the same line is no news
    acta.add(number - 1, "undo")
    assert acta.text().splitlines() == [*text[: number - 2], "undo"]
    acta.add(1, "acta 1")
    assert acta.text() == "acta 1\n" and acta.phase == "deal"  # another match
    assert bare(seal("play AO 1") + "\n") == "play AO 1" and bare("play AO 1  # led") == "play AO 1"


def test_a_match_that_goes_on_from_a_score_shows_it():
    acta = Acta()
    for line in [*HEAD[:3], "games 2+4 2", "seat 2 Eva", "deal 4 6C"]:
        add(acta, line)
    assert acta.summary()["games"] == {"1+3": 0, "2+4": 2} and acta.summary()["target"] == 3
    assert acta.names == {2: "Eva"} and acta.phase == "play"


def test_records_tell_a_line_with_its_answer_and_survive_nonsense():
    told = []
    acta = Acta()
    records = Records(acta, lambda kind, data: told.append((kind, data)))
    for record in ["acta 1 acta 1", "acta 2 rules online-pairs", "acta 3 deal 4 6C"]:
        records.take(record)
    assert [kind for kind, _ in told] == ["acta", "acta"]
    answer = {"line": 3, "event": "deal 4 6C", "ok": True, "turn": 1}
    records.take("answer 3 " + json.dumps(answer))
    assert told[-1] == ("acta", {"line": 3, "text": "deal 4 6C", "answer": answer})
    records.take('answer 0 {"event": "play AO 1", "ok": false, "refused": "renuncio"}')
    assert records.refused == "AO" and told[-1][0] == "answer"
    records.take("question cante_seat ('20', 1)")
    assert records.question and records.texts == []
    records.take("screen question | Who sings? | 1 Ana | 2 Eva")
    assert records.texts == ["Who sings?", "1 Ana", "2 Eva"]
    for nonsense in [
        "answer",
        "answer x y",
        "answer 3 [",
        "acta",
        "acta q",
        "Traceback (most recent):",
        "",
        "\0",
    ]:
        records.take(nonsense)
    assert acta.text().splitlines()[-1] == "deal 4 6C"
    assert "Traceback (most recent):" in records.notes


def test_options_are_chosen_by_the_buttons_that_belong_to_them():
    assert keys_for(["Who sings?", "1 Player 2", "2 Player 4"], " 4") == ["cante"]
    assert keys_for(["Who sings?", "1 Ana", "2 Eva", "3 Luz"], "Luz") == ["cambio"]
    assert keys_for(["Who swaps?", "> Player 1", "Player 2", "Player 3"], " 3") == ["cambio", "cambio", "ok"]
    assert keys_for(["Who swaps?", "> Player 1", "Player 2"], " 1") == ["ok"]
    assert keys_for(["TRICK"], " 1") == []


def test_events_forgotten_are_not_passed_off_as_complete():
    events = Events()
    assert events.complete(0) and not events.complete(1)
    for number in range(5000):
        events.emit("note", {"n": number})
    assert not events.complete(0) and not events.complete(999)
    assert events.complete(1000) and events.complete(5000) and not events.complete(5001)

    async def first(number):
        stream = events.follow(number)
        return [await anext(stream), await anext(stream)]

    assert "event: reset" in asyncio.run(first(3))[1]
    assert asyncio.run(first(4998))[1].startswith("id: 4999\nevent: note\n")

    async def from_now():  # the stream begins at the request, not when the first piece of it is sent
        stream = events.follow(None)
        events.emit("note", {"n": 1})
        return [await anext(stream), await anext(stream)]

    assert asyncio.run(from_now())[1].startswith("id: 5001\n")


def test_new_firmware_leaves_matches_and_settings_on_the_flash(tmp_path, monkeypatch):
    made = {"main.mpy": b"one", "tute/cards.mpy": b"two", "tapete/screens/es.txt": b"hola"}
    monkeypatch.setattr(build, "compile_firmware", lambda: dict(made))
    path, done = launch_flash.prepare(tmp_path / "profile", 1, {"board": "wroom_pn5180"})
    assert len(done) == 1
    assert launch_flash.prepare(tmp_path / "profile", 1, {"board": "wroom_pn5180"}) == (path, [])
    disk = launch_flash.mounted(path.read_bytes())
    lines = [seal(line) + "\n" for line in ["acta 1", "rules online-pairs", "deal 4 6C", "play 5O 1"]]
    disk.makedirs("/actas/hot")
    files = {
        "/actas/0001.00": "".join(lines[:2]),
        "/actas/0002.00": "".join(lines[:2]),
        "/actas/0002.01": lines[2] + "play torn",
        "/actas/hot/now": seal("#2 3") + "\n" + lines[2] + lines[3],
    }
    for name, text in files.items():
        with disk.open(name, "wb") as file:
            file.write(text.encode())
    path.write_bytes(bytes(disk.context.buffer))
    assert launch_flash.acta_text(path) == "acta 1\nrules online-pairs\ndeal 4 6C\nplay 5O 1\n"
    made["tute/cards.mpy"] = b"three"
    del made["tapete/screens/es.txt"]
    _, done = launch_flash.prepare(tmp_path / "profile", 1, {"board": "wroom_pn5180", "lang": "en"})
    assert len(done) == 1
    disk = launch_flash.mounted(path.read_bytes())
    with disk.open("/tute/cards.mpy", "rb") as file:
        assert file.read() == b"three"
    assert "tapete" not in disk.listdir("/")
    with disk.open("/settings.json", "rb") as file:
        assert json.loads(file.read()) == {"board": "wroom_pn5180", "lang": "en"}
    assert launch_flash.acta_text(path).endswith("play 5O 1\n")


def test_a_flash_that_cannot_be_read_is_put_aside(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "compile_firmware", lambda: {"main.mpy": b"one"})
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "flash.bin").write_bytes(b"\x5a" * 4096 * 8)
    path, done = launch_flash.prepare(profile, 1, {})
    assert "put aside" in done[0] and (profile / "flash.damaged").exists()
    assert launch_flash.acta_text(path) == ""
