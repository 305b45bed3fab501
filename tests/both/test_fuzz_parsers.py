"""Every parser of tute takes anything: it gives a value or its own error, and what it writes it reads again."""

import os

import tute
from support import mutants
from support.house_rules import PRESETS
from support.random_games import random_match
from support.state import state_text
from tapete_host.sim.rng import Rng
from tute.acta import ActaError, event_text, parse_line, seal, unseal
from tute.game import AmbiguousError, Game, IllegalError, UnreadableError, card_name
from tute.position import rules_text
from tute.reader import Reader
from tute.record import RulesError
from tute.referee import Referee
from tute.rules import option_values, parse_rules, value_text

tute.keep = True  # tests read sources: what is lent is not to be compiled again for every use
SOAK = bool(os.getenv("TAPETE_SOAK"))
CPYTHON = hasattr(os, "fork")
# bytes for each of the five: lines, whole actas, rules, positions, pushed texts
BYTES = (10000000 if CPYTHON else 1000000) if SOAK else 40000 if CPYTHON else 10000
GOLDEN = __file__[: __file__.rfind("/both/")] + "/golden/"


def fed(seed, make, take, share=1):
    """Feeds `take(text)` what `make(rng)` gives until so many bytes are through; how many texts, how many were good."""
    rng = Rng(seed)
    size = texts = good = 0
    while size < BYTES // share:
        text = make(rng)
        size += len(text.encode() if isinstance(text, str) else text)
        texts += 1
        try:
            good += take(text)
        except (ActaError, RulesError, UnreadableError, IllegalError, AmbiguousError):
            pass
        except Exception as error:
            raise AssertionError("%r: %s %s" % (text, type(error).__name__, error))
    print(size, "bytes,", texts, "texts,", good, "good")
    assert good > 0
    return good


def some_text(rng, texts, words):
    if rng.below(8) == 0:
        try:
            return mutants.random_bytes(rng, 60).decode()
        except UnicodeError:
            pass
    text = mutants.pick(rng, texts)
    return text if rng.below(10) == 0 else mutants.spoilt(rng, text, words)


def test_lines():
    words = mutants.words_of(mutants.LINES)

    def take(text):
        event = parse_line(text)
        if event is None:
            return 0
        assert parse_line(event_text(event)) == event and event_text(
            parse_line(event_text(event))
        ) == event_text(event)
        return 1

    fed(1, lambda rng: some_text(rng, mutants.LINES, words), take)


def acta_files():
    """The paths of actas of every preset and of many ends."""
    found = [GOLDEN + "partida.acta"]
    for folder in (GOLDEN + "ends/", GOLDEN[: GOLDEN.rfind("tests/")] + "host_tools/examples/actas/"):
        found += [folder + name for name in sorted(os.listdir(folder)) if name.endswith(".acta")]
    return found


def lines_of(path):
    """The lines of an acta without checksums and comments."""
    with open(path) as file:
        lines = [line.split(" *")[0].split("#")[0].rstrip() for line in file.read().split("\n")]
    return [line for line in lines if line]


def test_whole_actas():
    """Bytes, sealed or not, torn and spoilt: read and refereed to the end."""
    actas = [lines_of(path) for path in acta_files()]
    words = mutants.words_of(mutants.LINES + mutants.HEADS)

    def make(rng):
        lines = mutants.pick(rng, actas)
        head = len(
            [line for line in lines if line.split(" ")[0] in ("acta", "rules", "target", "games", "seat")]
        )
        start = head + rng.below(rng.below(len(lines)) + 1)
        chosen = lines[: head + rng.below(20)] + lines[start : start + rng.below(60)]
        sealed = rng.below(2)
        for _ in range(rng.below(4)):
            at = rng.below(len(chosen))
            chosen[at] = some_text(rng, mutants.pick(rng, (chosen, mutants.LINES, mutants.HEADS)), words)
        data = "\n".join([seal(line) if sealed else line for line in chosen] + [""] * rng.below(2)).encode()
        if rng.below(3) == 0:
            at = rng.below(len(data))
            data = data[:at] + mutants.random_bytes(rng, 3) + data[at + rng.below(4) :]
        return data[: rng.below(len(data))] if rng.below(5) == 0 else data

    def take(data):
        reader = Reader([line + b"\n" for line in data.split(b"\n")])
        referee = None
        good = 0
        for number, event, error in reader:
            assert (event is None) != (error is None) and number > 0
            if error:
                assert error.column > 0 and error.expected
                continue
            if referee is None:
                referee = Referee(reader.head.rules, reader.head.target, reader.head.games)
            answer = referee.push(event, number)
            assert len(answer.dumps()) > 20 and answer.line == number
            good = 1
        assert reader.kept <= len(data) + 1
        return good

    fed(2, make, take)


def test_checksums():
    def take(data):
        text, good = unseal(data)
        assert good is not None or text == data
        return good is True

    def make(rng):
        line = seal(mutants.pick(rng, mutants.LINES)).encode()
        at = rng.below(len(line))
        return line if rng.below(3) == 0 else line[:at] + mutants.random_bytes(rng, 2) + line[at + 1 :]

    fed(3, make, take, 10)


def test_rules():
    options = []
    for name, values, default in option_values():
        options += [name + "=" + value for value in values or (default, "0", "1", "12", "RC", "-")]
    words = options + list(PRESETS)

    def make(rng):
        if rng.below(2):
            return " ".join(
                [mutants.pick(rng, PRESETS)] + [mutants.pick(rng, options) for _ in range(rng.below(4))]
            )
        text = " ".join([mutants.pick(rng, PRESETS), mutants.pick(rng, options)])
        return some_text(rng, (text,), words)

    def take(text):
        rules = parse_rules(text)
        written = rules_text(rules)
        again = parse_rules(written)
        assert rules_text(again) == written
        for name, _, _ in option_values():
            assert value_text(getattr(again, name)) == value_text(getattr(rules, name)), name
        return 1

    fed(4, make, take)


def test_positions():
    texts = []
    for i, preset in enumerate(PRESETS):
        random_match(preset, 50 + i, lambda game, event: texts.append(game.text()), 1)
    texts = [text for i, text in enumerate(texts) if i % 9 == 0]
    words = mutants.words_of(texts[:9]) + [
        "3:40",
        "1:20E",
        "2:tuteR",
        "4:7C",
        "2:concede",
        "1+3:award",
        "draw",
        "end",
    ]

    def take(text):
        game = Game.from_text(text)
        written = game.text()
        again = Game.from_text(written)
        assert again == game and again.text() == written and state_text(again._ref) == state_text(game._ref)
        return 1

    fed(5, lambda rng: some_text(rng, texts, words), take)


def test_pushed_texts():
    words = mutants.words_of(mutants.LINES) + ["A", "7", "cante", "swap", "AO"]
    game = Game.deal("amelia-2", seed=5)

    def take(text):
        before = game.text()
        try:
            game.push_text(text)
        except ValueError as error:
            assert game.text() == before
            raise error
        while game.outcome() or len(game.events) > 30:
            game.pop()
        return 1

    def make(rng):
        plays = [card_name(card) for card in game.legal_plays]
        return some_text(rng, plays + list(mutants.LINES[:4]) + ["A", "7", "cante", "3C", "6b"], words)

    fed(6, make, take, 10)
