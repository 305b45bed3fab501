"""Any text and any bytes through the acta's reading: only its own error, and what is read is written the same."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from tute.acta import ActaError, event_text, parse_line, seal, unseal
from tute.reader import Reader
from tute.record import RulesError
from tute.referee import Referee
from tute.rules import parse_rules

WORDS = (
    "play cante swap deal show hand forget draw claim claim101 concede award misdeal leave end undo correct"
    " acta rules target games seat online-pairs AO 7c RB SE 2O 8O 1 2 3 4 5 9 0 40 20 tute R C O B said stands"
    " 1+3 2+4 1+2 - # @t 14 65535 65536 renuncio_detection=audit must_beat=no tie=x"
).split()
word = st.sampled_from(WORDS) | st.text(max_size=4)
line = st.lists(word, max_size=7).map(" ".join)


@settings(max_examples=600, deadline=None)
@given(line)
def test_a_line_is_an_event_or_an_error_with_its_place(text):
    try:
        event = parse_line(text)
    except ActaError as error:
        assert 1 <= error.column <= len(text) + 1
        assert error.expected
        return
    if event is not None:
        written = event_text(event)
        assert parse_line(written) == event
        assert event_text(parse_line(written)) == written


@settings(max_examples=250, deadline=None)
@given(st.lists(word, max_size=5).map(" ".join))
def test_rules_are_read_or_refused_with_a_place(text):
    try:
        rules = parse_rules(text)
    except RulesError as error:
        assert 0 <= error.at <= len(text)
        assert error.expected
        return
    assert rules.preset == "online-pairs"


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=60))
def test_a_sealed_line_is_unsealed(text):
    assert unseal(seal(text).encode()) == (text.encode(), True)


HEAD = b"acta 1\nrules online-pairs\n"


def take(data):
    """Reads and referees bytes as a whole; the numbers of the lines that gave something."""
    reader = Reader(io.BytesIO(data))
    referee = None
    numbers = []
    for number, event, error in reader:
        numbers.append(number)
        assert (event is None) != (error is None)
        if event:
            referee = referee or Referee(reader.head.rules, reader.head.target, reader.head.games)
            answer = referee.push(event, number)
            assert answer.dumps() and answer.to_dict()["ok"] == answer.ok
    return numbers, reader


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=120) | st.binary(max_size=120).map(lambda tail: HEAD + tail))
def test_any_bytes(data):
    numbers, _ = take(data)
    assert numbers == sorted(set(numbers))


@settings(max_examples=250, deadline=None)
@given(st.lists(line.filter(lambda text: "\n" not in text and "\r" not in text), max_size=25))
def test_any_lines_are_answered(lines):
    text = HEAD.decode() + "\n".join(lines)
    take(text.encode("utf-8", "surrogatepass"))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_sealed_actas_lose_at_most_the_line_that_was_damaged(data):
    texts = ["acta 1", "rules online-pairs", "deal 4 6C", "play AO 1", "play 2O 2", "play 4O 3"]
    whole = "".join(seal(text) + "\n" for text in texts).encode()
    at = data.draw(st.integers(len(seal(texts[0])) + len(seal(texts[1])) + 2, len(whole) - 1))
    flip = data.draw(st.integers(1, 255))
    damaged = whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :]
    numbers, reader = take(damaged)
    # four events: the damaged one is an error in the middle, dropped at the end, two in one if a line end was hit
    assert len(numbers) >= 3 or reader.dropped is not None
