"""Two players whose deal was scanned: the cards drawn after a trick pass over the mat too, the winner's first. Lent.

A draw is a card that nobody is known to have, while draws are owed: it is never shown. With one reader for all both
cards of a trick must pass, or neither counts, for whose a card is follows from the order.
"""

from tapete.table import parts, since
from tute import lend
from tute.cards import card_name

_STAYS = 3000  # ms after which a card that was drawn and lies there again is a lead
_PASSES = 1000  # ms that a card which passes lies there, at most

# What `watch` keeps from event to event
_TRICK = 0  # the window that was looked at last
_PLACED = 1  # by suit: cards that cannot be a draw in it
_HEARD = 2  # (card, seat or 0) of its draws
_SPOILT = 3  # nobody can tell which of two was drawn first
_LYING = 4  # event of a card that may be a draw, as long as it lies there
_AGAIN = 5  # it has passed before


def on(t, s, event):
    """An event of the mat, or an empty one, while draws are owed and nothing is asked."""
    if s[_TRICK] != t.ref.trick_no:
        s[:] = [t.ref.trick_no, lend("scans").placed(t.ref), [], False, None, False]
    kind = event[0]
    if not kind:
        if s[_LYING] and (s[_AGAIN] or s[_SPOILT]) and not _lies_since(s, event, _STAYS):
            _is_a_lead(t, s)
    elif kind != "pair":
        _one(t, s, event)
    elif t.seated:
        for uid, seat in zip(event[1], event[3]):
            _one(t, s, ("laid", uid, event[2], seat))
    elif [uid for uid in event[1] if _may_be(t, s, t.card(uid))]:
        s[_SPOILT] = True
        s[_HEARD] = []
        t.say("scan_two_at_once")
        t.sound("refused")
    else:
        t.hear(event)


def _one(t, s, event):
    if not _draw(t, s, event):
        if event[0] == "laid":  # somebody plays
            if len(s[_HEARD]) + 1 == _due(t) and _lies_since(s, event, _PASSES):
                _drawn(t, s)  # the last draw has just been lifted
            _is_a_lead(t, s)
        t.hear(event)


def _lies_since(s, event, ms):
    """Whether a card lies there, and not longer than so many ms."""
    return s[_LYING] and since(event[2], s[_LYING][2]) <= ms


def _is_a_lead(t, s):
    """What lies there was led, and no draw follows it."""
    event = s[_LYING]
    s[_LYING] = None
    _write(t, s, False)
    if event:
        t.hear(event)


def _may_be(t, s, card):
    """Whether it can be a card that is drawn now, or was; the trump card too, which is the last."""
    if card is None or card in t.here:
        return False
    return card == t.ref.upcard or not s[_PLACED][card // 10] >> card % 10 & 1


def _passed(t, s, card):
    return card == t.ref.upcard or card in [other for other, _ in s[_HEARD]]


def _draw(t, s, event):
    """Whether this event was of a draw."""
    card = t.card(event[1])
    if not _may_be(t, s, card):
        return False
    gone = event[0] == "lifted"
    if gone and s[_LYING] and s[_LYING][1] == event[1]:
        _drawn(t, s)
        s[_LYING] = None
        return True
    if gone and _passed(t, s, card):
        return True
    if s[_LYING] and not _lies_since(s, event, _PASSES if s[_AGAIN] or s[_SPOILT] else _STAYS):
        _is_a_lead(t, s)  # it did not pass, and this one answers it
        return False
    t.sound("card1")
    _drawn(t, s)
    s[_LYING] = event
    s[_AGAIN] = _passed(t, s, card)
    if gone:  # it was heard once
        _drawn(t, s)
    return True


def _drawn(t, s):
    """The card that lay there was drawn. Once all are they are written, in their order."""
    event = s[_LYING]
    if not event or s[_AGAIN] or s[_SPOILT]:
        return
    s[_LYING] = None
    owed = t.ref.owed
    seat = event[3] if t.seated and len(event) > 3 else 0
    s[_HEARD].append((t.card(event[1]), seat))
    t.say("draw_scanned", seat or owed[min(len(s[_HEARD]), len(owed)) - 1])
    if len(s[_HEARD]) == _due(t):
        _write(t, s, True)


def _due(t):
    """How many cards pass in this window: the last of all is the trump card, which need not."""
    owed = len(t.ref.owed)
    return owed - (t.ref.stock == owed)


def _write(t, s, whole):
    """Write the draws that were heard; with one reader only if all were."""
    heard = s[_HEARD]
    s[_HEARD] = []
    for k, seat in enumerate(t.ref.owed):
        if t.seated:
            cards = [card for card, owner in heard if owner == seat]
        else:
            cards = [heard[k][0]] if whole and k < len(heard) else []
        text = " ".join(("draw", str(seat), card_name(cards[0]))) if len(cards) == 1 else ""
        if text and t.ref.phase == "window" and t.ref.check(text) is None:
            ans = t.commit(text)
            pack(t)
            t.judge(ans)


def pack(t):
    """Keep the last accepted event, a draw, as `Table.act` reads it: there are many."""
    line, text, heavy = t.acts[-1]
    _, seat, card = parts(text)
    t.acts[-1] = ((line << 3 | seat + 4) << 6 | card) << 1 | heavy
