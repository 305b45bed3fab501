"""The doctor's lines: what a command is, and the one number of whatever is none."""

from tapete.doctor import protocol
from tapete.doctor.protocol import Failed, parse
from tapete_host.sim.rng import Rng


def number(line):
    """The error of a line, 0 for a command."""
    try:
        parse(line)
    except Failed as failed:
        return failed.number
    return 0


def test_every_command_is_read():
    for name, module, bounds in protocol.COMMANDS:
        for pick in (0, 1):
            numbers = [bound[pick] for bound in bounds]
            line = " ".join([name] + [str(n) for n in numbers])
            assert parse(line.encode()) == (name, module, numbers)
    assert parse(b"antenna 4 060 0") == ("antenna", "reader", [4, 60, 0])


def test_whatever_is_no_command_has_its_own_number():
    assert [
        number(line) for line in (b"", b" ", b"readers", b"Reader", b" reader", b"reader\0"[:6] + b"s")
    ] == [1] * 6
    assert number(b"x" * protocol.MOST) == 1
    assert number(b"x" * (protocol.MOST + 1)) == number(b"\xff" * 1000) == 2
    assert [number(line) for line in (b"reader\t", b"read\xc3\xa9r", b"\x7f", b"hello\r", b"\x00")] == [3] * 5
    assert [number(line) for line in (b"reader 1", b"reader ", b"antenna", b"antenna 1 2", b"deck  0")] == [
        4
    ] * 5
    wrong = (b"deck x", b"deck -1", b"deck +1", b"deck 601", b"antenna 0 1 0", b"antenna 5 1 0", b"deck 1.0")
    assert [number(line) for line in wrong + (b"deck 99999999999999999999", b"antenna 1  0")] == [5] * 9


def test_nothing_else_is_raised_by_any_bytes():
    dice = Rng(7)
    seen = set()
    names = [name.encode() for name, _, _ in protocol.COMMANDS]
    for _ in range(4000):
        line = names[dice.below(len(names))] + bytes([32 + dice.below(40) for _ in range(dice.below(8))])
        if dice.below(4) == 0:
            line = bytes([dice.below(256) for _ in range(dice.below(90))])
        seen.add(number(line))
    assert seen == {0, 1, 2, 3, 4, 5}


def test_an_error_is_one_line_of_ascii_whatever_its_words():
    assert protocol.error(Failed(12, 'says "é"\nand more')) == 'ERROR 12 "says ????and more"'
    line = protocol.error(Failed(6, "y" * 1000))
    assert len(line) < 250 and line.endswith('y"')
