"""A doubt that is asked: the table goes on under the proposed answer, until one holds."""

from tapete.table import Question, parts
from tute.cards import card_name


class Doubt:
    """A question under whose proposed answer the table goes on.

    heads   for each answer (events it begins with, cards that are to be played after them)
    base    how many events stood before it
    lay     how many cards of its trick lay before it
    done    how many events of heads[0] are written
    tail    cards that were taken after them
    full    what comes now waits for the answer
    gone    the first that waited came when the trick was open and its cards were gone
    """

    def __init__(self, heads, base, lay, done=0):
        self.heads = heads
        self.base = base
        self.lay = lay
        self.done = done
        self.tail = []
        self.full = False
        self.gone = False
        self.cards = []
        self.question = None


def open_doubt(t, kind, cards, seen, stands):
    """The table goes on under the first of the answers.

    seen: (heads, args, options, cards in the trick before); stands: (events of the proposed answer that stand already,
    events since the beginning, whether the doubt is new)"""
    heads, args, options, lay = seen
    done, n, fresh = stands
    d = Doubt(heads, len(t.acts) - n, lay, min(n, len(heads[0][0])))
    d.cards = list(cards)
    for i in range(d.base + d.done, len(t.acts)):
        d.tail.append(parts(t.act(i)[1])[2])
    t.doubt = d
    if fresh:
        t.note("@doubt %s %d %s" % (kind, done, " ".join([card_name(card) for card in cards])))
        _go_on(t, d, True)
    elif options[0][0] == "cante_of":
        t.put_aside(cards)
    if d.done < len(heads[0][0]) or heads[0][1]:
        d.full = True

    def lifted(_):
        if options[0][0] == "cante_of" and not d.full and not t.any_here([(0, card) for card in cards]):
            t.close(d.question)
            settle(t, 0)
            t.drain()
        return False

    key = "order" if kind == "order" else "cante_or_play"
    d.question = Question(
        key, args, options, lambda i: settle(t, i), lambda: _drop(t, d), None, lifted, False
    )
    d.question.cycle = key != "order"
    t.ask(d.question)


def _go_on(t, d, careful):
    """Write what is left of the proposed answer's events."""
    events = d.heads[0][0]
    while d.done < len(events):
        text = events[d.done]
        ans = t.commit(text, careful)
        if ans is None or not ans.ok:
            return
        d.done += 1
        _told(t, text, ans, d.cards)


def _told(t, text, ans, cards):
    """The last event of a doubt stands."""
    word, seat, card = parts(text)
    if word == "play":
        t.played(ans, seat, card)
    else:
        t.room("declared").sung(t, text, ans, cards)


def settle(t, i):
    """Answer i holds."""
    d = t.doubt
    events, rest = d.heads[i]
    if i == 0:
        t.doubt = None
        t.note("@settled")
        t.say("answered")
        _go_on(t, d, False)
    else:
        n = len(t.acts) - d.base
        texts = events + [" ".join(("play", card_name(card), "?")) for card in d.tail]
        ans = t.room("rewrite").rewrite(t, n, texts)
        if ans and not ans.ok:
            t.deny("correct", ans)
            _one_by_one(t, d, [parts(text)[2] for text in events] + d.tail + rest)
            return
        t.doubt = None
        if n + len(texts) < 2:
            t.note("@settled")
        t.say("answered")
        t.aside = [card for card in t.aside if card not in d.cards]
        if texts:
            _told(t, t.act(-1)[1], ans, d.cards)
    # What waited was heard beside the cards before it, which may be collected by now; or a card is missing.
    t.gone_ok = bool(t.held) and not d.gone
    t.look_gone()
    if t.seated:  # before one player: only one of them can have been played
        t.put_aside(rest)
    else:
        t.held[0:0] = [(card, 0) for card in rest]


def _one_by_one(t, d, cards):
    """An answer that cannot stand as a whole (a card before it was not heard): its cards are judged singly."""
    if min(cards) < 0:  # a cante
        t.ask(d.question)
        return
    n = len(t.acts) - d.base
    if n < 2:
        t.note("@settled")
    t.room("rewrite").rewrite(t, n, [])
    t.doubt = None
    t.room("takeback").reopened(t)
    t.held[0:0] = [(card, t.lies.get(card, 0)) for card in cards]


def _drop(t, d):
    """DESHACER: the cards of the doubt, and those after it, are taken back."""
    n = len(t.acts) - d.base
    if n < 2:
        t.note("@settled")
    t.room("rewrite").rewrite(t, n, [])
    t.doubt = None
    t.put_aside(d.cards + d.tail)
    t.drop_held()
    t.say("undone", "play", 0, -1)
    t.sound("undo")
    t.room("takeback").reopened(t)


def under_doubt(t, card, text):
    """A card comes while a doubt is open: taken under the proposed answer, or it answers, or it waits."""
    d = t.doubt
    if not d.full and (not t.ref.table or t.any_here(t.ref.table)):
        if t.ref.check(text) is None:
            ans = t.commit(text, True)
            if ans:
                d.tail.append(card)
                t.played(ans, parts(text)[1], card)
                return
        elif _answers(t, d, card):
            return
    wait(t, card)


def _answers(t, d, card):
    """Whether exactly one other answer allows this card: then it holds."""
    tail = [" ".join(("play", card_name(c), "?")) for c in d.tail + [card]]
    rewrite = t.room("rewrite").rewrite
    n = len(t.acts) - d.base
    can = []
    for i in range(1, len(d.heads)):
        if not d.heads[i][1] and rewrite(t, n, d.heads[i][0] + tail, True).ok:
            can.append(i)
    if len(can) != 1:
        return False
    t.close(d.question)
    settle(t, can[0])
    t.play(card)
    return True


def wait(t, cards):
    """What comes now is held until the doubt is answered."""
    d = t.doubt
    table = t.ref.table
    if table and not d.full and not t.any_here(table):
        d.gone = True
    d.full = True
    t.hold(cards)
