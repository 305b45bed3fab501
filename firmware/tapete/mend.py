"""Changing what is written: a card put in at its place, two cards exchanged. `rewrite` does the writing."""

from tapete.table import parts
from tute.cards import card_name


def effective(t):
    """[line, text, index in t.acts] of the events of this round as `correct` lines have left them."""
    rows: list = []
    for i in range(len(t.acts)):
        line, text, _ = t.act(i)
        if text.startswith("deal "):
            rows = []
        row = _corrected(rows, text)
        if row:
            row[1] = text.split(" ", 2)[2]
        else:
            rows.append([line, text, i])
    return rows


def _corrected(rows, text):
    """The row that this event corrects, None if it corrects none of these."""
    words = text.split(" ", 2)
    for row in rows if words[0] == "correct" else ():
        if row[0] == int(words[1]):
            return row
    return None


def since_event(t, start):
    """(index, rows) from which all can be given anew: no later `correct` is for an event before it."""
    rows = effective(t)
    i = len(t.acts) - 1
    while i >= start:
        row = _corrected(rows, t.act(i)[1])
        if row and row[2] < start:
            start = row[2]
        i -= 1
    return start, [row for row in rows if row[2] >= start and row[1] != "-"]


def tricks(t):
    """Yields the tricks of this round, one after another so that a small heap needs not hold them all: lists of
    (line, seat, card, index in t.acts, rest of its line)."""
    start = 0
    fixed: dict = {}  # line: what `correct` has made of it
    for i, a in enumerate(t.acts):
        if not isinstance(a, int):
            words = a[1].split(" ", 2)
            if words[0] == "deal":
                start = i
                fixed = {}
            elif words[0] == "correct":
                fixed[int(words[1])] = words[2]
    trick: list = []
    for i in range(start, len(t.acts)):
        line, text, _ = t.act(i)
        words = fixed.get(line, text).split()
        if words[0] == "play":
            _, seat, card = parts(" ".join(words))
            trick.append((line, seat, card, i, " " + words[3] if len(words) > 3 else ""))
            if len(trick) == t.ref.seats:
                yield trick
                trick = []
    if trick:
        yield trick


def last_trick(t):
    """The last of the tricks of this round, [] before the first."""
    last: list = []
    for trick in tricks(t):
        last = trick
    return last


def insert(t, card, place):
    """A card of the open trick that was not heard: lay it at this place (0: lead); later cards move on."""
    table = t.ref.table
    if place >= len(table):
        return t.commit("play %s %d" % (card_name(card), t.ref.turn))
    trick = last_trick(t)
    leader = table[0][0]
    texts = []
    moved = []
    name = card_name(card)
    rest = ""
    for k in range(place, len(trick)):
        text = "play %s %d%s" % (name, t.after(leader, k), rest)
        texts.append("correct %d %s" % (trick[k][0], text))
        moved.append(text)
        name = card_name(trick[k][2])
        rest = trick[k][4]
    last = "play %s %d%s" % (name, t.after(leader, len(trick)), rest)
    ans = t.room("rewrite").rewrite(t, 0, texts + [last])
    if ans.ok:
        return ans
    # A state on the way could not stand (correct is read line by line): take them back and lay them anew.
    return _anew(t, trick[place:], moved + [last])


def insert_alone(t, card, place):
    """The same, and the cards after it are taken back: where more than one is missing they cannot stand."""
    trick = last_trick(t)
    return _anew(t, trick[place:], ["play %s %d" % (card_name(card), trick[place][1])])


def _anew(t, plays, texts):
    """These texts instead of these last plays; what else was given since then is given again."""
    start, rows = since_event(t, plays[0][3])
    gone = [play[3] for play in plays]
    kept = [row[1] for row in rows if row[2] not in gone]
    before_it = [text for text in kept if text.startswith("play ")]
    others = [text for text in kept if not text.startswith("play ")]
    return t.room("rewrite").rewrite(t, len(t.acts) - start, before_it + texts + others)


def exchange(t, a, b):
    """Two cards of one trick of this round were laid by each other's players -> the Answer."""
    rows = {}
    for trick in tricks(t):
        for line, seat, card, i, _ in trick:
            if card in (a, b):
                rows[card] = (line, seat, i)
    line_a, seat_a, first = rows[a]
    line_b, seat_b, second = rows[b]
    names = card_name(a), card_name(b)
    for card in range(40):
        # A card that was not played stands in between, for no card can lie at two places in one acta.
        if not t.ref.played(card):
            texts = [
                "correct %d play %s %d" % (line_a, card_name(card), seat_a),
                "correct %d play %s %d" % (line_b, names[0], seat_b),
                "correct %d play %s %d" % (line_a, names[1], seat_a),
            ]
            ans = t.room("rewrite").rewrite(t, 0, texts)
            if ans.ok:
                return ans
    start, found = since_event(t, min(first, second))
    texts = []
    for line, text, _ in found:
        if line == line_a:
            text = "play %s %d" % (names[1], seat_a)
        elif line == line_b:
            text = "play %s %d" % (names[0], seat_b)
        texts.append(text)
    return t.room("rewrite").rewrite(t, len(t.acts) - start, texts)
