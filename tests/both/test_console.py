"""The console's ring: whole records, the oldest lost first, pieces small enough for a UART."""

import io

from tapete.console import Console


class Out:
    """stdout that remembers how much each write had."""

    def __init__(self):
        self.text = io.BytesIO()
        self.most = 0

    def write(self, data):
        self.most = max(self.most, len(data))
        return self.text.write(data)

    def lines(self):
        return self.text.getvalue().decode().split("\n")[:-1]


def test_records_come_out_in_order_and_in_pieces():
    out = Out()
    c = Console(out)
    records = ["acta 1 acta 1", "answer 7 " + "x" * 400, "screen trick | ñandú | 40"]
    for r in records:
        c.put(r)
    n = 0
    while c.idle():
        n += 1
    assert out.lines() == records and out.most <= 96 and n >= 5
    assert not c.idle()


def test_the_oldest_are_lost_and_counted():
    out = Out()
    c = Console(out)
    for i in range(100):
        c.put("record %03d " % i + "x" * 60)
    c.flush()
    lines = out.lines()
    assert lines[0] == "note lost %d" % (101 - len(lines))
    assert lines[-1].startswith("record 099") and lines[1].startswith("record %03d" % (101 - len(lines)))
    assert sum([len(line) + 1 for line in lines[1:]]) <= 2048


def test_a_record_once_begun_is_written_whole():
    out = Out()
    c = Console(out)
    c.put("first " + "a" * 300)
    assert c.idle()
    for i in range(100):
        c.put("record %03d " % i + "x" * 60)
    c.flush()
    lines = out.lines()
    assert (
        lines[0] == "first " + "a" * 300
        and lines[1].startswith("note lost ")
        and lines[-1][:10] == "record 099"
    )


def test_an_endless_record_is_cut():
    out = Out()
    c = Console(out)
    c.put("y" * 5000)
    c.put("next")
    c.flush()
    assert out.lines() == ["note record of 5001 bytes cut: " + "y" * 80, "next"]
