"""Lines of an acta: events, checksums, the head, what cannot be read, a torn last line; the example match."""

from tute.acta import ActaError, checksum, event_text, parse_line, seal, unseal
from tute.reader import Reader
from tute.referee import Referee

TESTS = __file__[: __file__.rfind("/both/")]
EXAMPLES = TESTS + "/golden/"

EVENTS = """play AO 1
play AO
play 7B 3 stands
cante 40
cante 40 2
cante 20 E 3 said
cante 20 E said
cante tute R 1
swap 7C 2
deal 4 6C
show 2 RO CO
hand 1 AO 3O
forget
draw
draw 1
draw 2 AO
claim 1 2
claim101 3
concede 2
award 2+4
award 2
misdeal
leave 1
end
undo
correct 14 cante 40 3
correct 14 -
correct 15 award 1+3""".split("\n")


def column(text):
    """(column, expected) of the error of a line."""
    try:
        parse_line(text)
    except ActaError as error:
        return error.column, error.expected
    raise AssertionError(text)


def test_every_event_is_written_as_it_is_read():
    for text in EVENTS:
        event = parse_line(text)
        assert event_text(event) == text
        assert parse_line("  " + text.lower().replace("said", "said") + "   # a comment") == event, text


def test_a_seat_is_filled_in():
    assert event_text(parse_line("play ao"), 3) == "play AO 3"
    assert event_text(parse_line("cante 40"), 2) == "cante 40 2"


def test_lines_without_an_event():
    for text in ("", "   ", "# play AO", "  # x", "@t 123", "@"):
        assert parse_line(text) is None, text


def test_where_a_line_is_wrong():
    assert column("play") == (5, "card")
    assert column("play XX") == (6, "card")
    assert column("play AO 0") == (9, "seat")
    assert column("play AO stands") == (9, "seat")
    assert column("play AO 1 2") == (11, "end of line")
    assert column("cante 30") == (7, "40, 20 or tute")
    assert column("cante 20 X") == (10, "suit")
    assert column("award 1+2") == (7, "side")
    assert column("correct 0 play AO") == (9, "line number")
    assert column("correct 5 undo")[0] == 11
    assert column("foo") == (1, "event")
    assert column("deal 6C") == (6, "seat")
    assert column("x" * 201)[0] == 201
    assert column("play AO#1") == (6, "card")


def test_checksums():
    assert checksum(b"123456789") == 0x29B1  # CRC-16/CCITT-FALSE
    sealed = seal("play AO 1")
    assert unseal(sealed.encode()) == (b"play AO 1", True)
    assert unseal(b"play AO 2" + sealed[9:].encode()) == (b"play AO 2", False)
    for line in (b"play AO 1", b"play AO 1 *12G4", b"play AO 1 *12AB", b"play AO 1*1234", b""):
        assert unseal(line) == (line, None)


def read(data):
    """(events as text or errors, reader) of an acta in bytes."""
    lines = [line + b"\n" for line in data.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    reader = Reader([line for line in lines if line])
    found = []
    for number, event, error in reader:
        found.append((number, event_text(event) if event else (error.column, error.expected)))
    return found, reader


HEAD = "acta 1\nrules online-pairs renuncio_detection=audit\ntarget 5\ngames 2+4 2\nseat 1 Ana Luz  # the first\n"


def test_a_head():
    found, reader = read((HEAD + "deal 4 6C\r\nplay XX\n@boot\nplay AO").encode())
    assert found == [(6, "deal 4 6C"), (7, (6, "card")), (9, "play AO")]
    head = reader.head
    assert (head.target, head.games, head.names) == (5, [0, 2], {1: "Ana Luz"})
    assert head.rules.renuncio_detection == "audit" and reader.dropped is None


def test_wrong_heads_stop():
    assert read(b"play AO\ndeal 1 AO\n")[0] == [(1, (1, "acta 1"))]
    assert read(b"acta 2\nrules online-pairs\n")[0] == [(1, (6, "version 1"))]
    assert read(b"acta 1\ndeal 1 AO\n")[0] == [(2, (1, "rules"))]
    assert read(b"acta 1\nrules online-pairs tie=x\ndeal 1 AO\n")[0] == [(2, (24, "last_trick, nobody"))]
    assert read(b"acta 1\nrules online-pairs\ntarget 0\n")[0] == [(3, (8, "a number of rounds"))]
    assert read(b"acta 1\nrules online-pairs\nseat 5 X\n")[0] == [(3, (6, "seat"))]
    assert read(b"acta 1\nrules online-pairs\ndeal 1 AO\ntarget 3\n")[0][1] == (4, (1, "event"))


def test_heads_for_two_and_three():
    found, reader = read(b"acta 1\nrules amelia-3\ngames 3 1\nseat 3 Eva\ndeal 3 AO\naward 2\nplay 2O 4\n")
    assert [text for _, text in found] == ["deal 3 AO", "award 2", "play 2O 4"]
    assert (reader.head.games, reader.head.names) == ([0, 0, 1], {3: "Eva"})
    head = b"acta 1\nrules amelia-3\n"
    assert read(head + b"seat 4 Eva\n")[0] == [(3, (6, "seat"))]
    assert read(head + b"games 4 1\n")[0] == read(head + b"games 1+3 1\n")[0] == [(3, (7, "side"))]
    found, reader = read(b"acta 1\nrules wikipedia-2 stock_duty=free\ngames 2 2\ntarget 3\ndraw 2 AO\ndraw\n")
    assert [text for _, text in found] == ["draw 2 AO", "draw"]
    assert (reader.head.games, reader.head.target) == ([0, 2], 3)
    assert read(b"acta 1\nrules wikipedia-2\nseat 3 Eva\n")[0] == [(3, (6, "seat"))]


def test_games_brought_along_count_with_three_sides():
    text = b"acta 1\nrules amelia-3\ntarget 2\ngames 3 1\ndeal 1 AO\naward 3\n"
    reader = Reader([line + b"\n" for line in text.split(b"\n") if line])
    ref = None
    for number, event, _ in reader:
        ref = ref or Referee(reader.head.rules, reader.head.target, reader.head.games)
        answer = ref.push(event, number).to_dict()
    assert answer["match"] == {"1": 0, "2": 0, "3": 2, "winner": "3"} and answer["line"] == 6


def sealed(text):
    return "".join([seal(line) + "\n" for line in text.split("\n") if line]).encode()


def test_sealed_lines():
    whole = sealed(HEAD + "deal 4 6C\nplay AO 1\nplay 2O 2")
    assert [text for _, text in read(whole)[0]] == ["deal 4 6C", "play AO 1", "play 2O 2"]
    damaged = whole.replace(b"play AO", b"play 3O")
    found, reader = read(damaged)
    assert found[1] == (7, (10, "checksum")) and found[2][1] == "play 2O 2" and reader.dropped is None
    bare = whole.replace(seal("play AO 1").encode(), b"play AO 1")
    assert read(bare)[0][1] == (7, (10, "checksum"))


def test_a_torn_last_line_is_dropped():
    whole = sealed(HEAD + "deal 4 6C\nplay AO 1\nplay 2O 2")
    start = len(whole) - len(seal("play 2O 2")) - 1
    for cut in range(start + 1, len(whole)):
        found, reader = read(whole[:cut])
        assert [text for _, text in found] == ["deal 4 6C", "play AO 1"], cut
        assert reader.dropped is not None and reader.kept == start, cut
    found, reader = read(whole[:start] + b"\xff\x00\n")
    assert len(found) == 2 and reader.dropped == "?"


def test_letters_that_are_not_utf8():
    found, _ = read(b"acta 1\nrules online-pairs\nplay A\xff\n")
    assert found == [(3, (7, "UTF-8"))]


def test_the_example_match_gives_its_answers_line_for_line():
    with open(EXAMPLES + "partida.acta", "rb") as file:
        lines = file.read().split(b"\n")
    reader = Reader([line + b"\n" for line in lines if line])
    referee = None
    found = []
    for number, event, error in reader:
        assert error is None, (number, error)
        referee = referee or Referee(reader.head.rules, reader.head.target, reader.head.games)
        found.append(referee.push(event, number).dumps())
    with open(EXAMPLES + "partida.jsonl") as file:
        assert "\n".join(found) + "\n" == file.read()
    assert referee.phase == "match_over"
