"""What the table shows: a View of the moment; nothing in it that a player must not know (rules 3.6)."""

from tapete.screens.view import View
from tute import lend

_TAUGHT = ("played", "took", "refused")  # banners that leave room for the duty, or go with it


def look(t):
    """A fresh View of the table."""
    v = View(lang=t.settings.lang)
    v.names = list(t.names)
    v.banner = t.banner
    v.big = t.settings.big
    v.night = t.settings.night
    v.french = t.deck.french
    ref = t.ref
    if ref:
        _game(t, v, ref)
    v.kind = kind_of(t)
    if v.kind == "count" or v.kind == "match_end":
        _count(t, v, ref)
    if t.bad:
        v.trouble = t.bad
    elif t.asked:
        q = t.asked[-1]
        v.question = (q.key, q.args, q.options, q.pick if q.cycle else -1)
        if q.cards:
            v.cards = q.cards[q.pick]
            v.provisional = ()
    v.buttons = buttons_of(t)
    return v


def kind_of(t):
    """Which screen."""
    if t.bad:
        return "by_hand" if t.hand else "trouble"
    if t.asked:
        return t.asked[-1].kind
    ref = t.ref
    if ref is None:
        return "splash"
    if t.kind:
        return t.kind
    if ref.phase == "play":
        return "deal" if ref.trick_no == 1 and not ref.table and not t.held else "trick"
    if ref.phase == "window":
        return "trick" if t.held else "won"
    if ref.phase == "match_over":
        return "match_end" if t.counted else "count"
    return "deal" if t.counted else "count"


def _game(t, v, ref):
    playing = ref.phase in ("play", "window")
    v.games = list(ref.games)
    v.target = ref.target
    if not playing:
        v.dealer = t.dealer or ref.next_dealer or ref.seats
        v.upcard = t.trump
        return
    v.dealer = ref.dealer
    v.turn = ref.turn
    v.trump = ref.trump
    v.upcard = -1 if ref.upcard is None else ref.upcard
    v.trick_no = ref.trick_no - (ref.phase == "window")  # the trick that is seen
    if ref.stock:
        v.stock = ref.stock - len(ref.owed)
    v.points = list(ref.points) if t.settings.points_shown else None
    v.cantes = [(side, text) for side, texts in enumerate(ref.cantes_by_side) for text in texts]
    if ref.phase == "play" or t.held:
        v.cards = ref.table
        v.winning = ref.winning or 0
        v.provisional = _provisional(t, v, ref)
    else:
        v.cards = ref.last_trick
        v.winning = v.turn
    if t.settings.teaching and t.banner and t.banner[0] in _TAUGHT:
        v.duty = lend("ladder").owed(ref)


def _provisional(t, v, ref):
    """Seats whose card rests on an open question; held cards are shown at the seats they would have."""
    seats = [seat for seat, _ in v.cards[t.doubt.lay :]] if t.doubt else []
    seat = ref.turn
    for card, given in t.held:
        if isinstance(card, list) or len(v.cards) == ref.seats:
            break
        v.cards.append((given or seat, card))
        seats.append(given or seat)
        seat = t.after(seat)
    return tuple(seats)


def _count(t, v, ref):
    """How the last round, or the match, ended."""
    last = ref.last_round
    if last:
        names = ref.side_names
        v.points = [last["points"][name] for name in names]
        v.winner = -1 if last["winner"] is None else names.index(last["winner"])
        v.by = last["by"]
        v.audit = {int(seat): state for seat, state in t.audit.items()} if t.audit else None
        cantes = [
            sum([20 if text[0] == "2" else 40 if text[0] == "4" else 0 for text in texts])
            for texts in ref.cantes_by_side
        ]
        ten = [0] * len(names)
        if v.by in ("points", "last_trick") and t.taker:
            ten[ref.side_of(t.taker)] = ref.rules.last_trick_bonus
        cards = [v.points[i] - cantes[i] - ten[i] for i in range(len(names))]
        v.parts = {"cards": cards, "cantes": cantes, "ten": ten}
    if v.kind == "match_end":
        v.winner = ref.winner
    if ref.phase == "match_over":
        v.xp = [points for _, points in lend("experience").pairs(ref)]


def buttons_of(t):
    """What OK, CANTE, CAMBIO and DESHACER do now."""
    if t.bad:
        ok = "menu" if t.hand else "ok"
        return [ok, "", "", ""] if t.asked else [ok] + _game_buttons(t)[1:]
    if t.asked:
        q = t.asked[-1]
        if q.cycle:
            return ["ok" if q.kind == "advice" else "choose", "prev", "next", "back"]
        return ["opt%d" % (i + 1) if i < len(q.options) else "" for i in range(3)] + ["back"]
    return _game_buttons(t)


def _game_buttons(t):
    ref = t.ref
    if ref is None:
        return ["ok", "", "", ""]
    undo = "undo" if t.acts or t.refused or t.trump >= 0 else ""
    if ref.phase in ("play", "window"):
        early = len(ref.table) < 2
        swap = "swap" if early and ref.rules.exchange != "none" else ""
        ok = "stands" if t.refused else "unheard" if t.seated and t.held else "menu"
        return [ok, "cante" if early else "", swap, undo]
    past = "past" if ref.last_round else ""
    if ref.phase == "match_over":
        return ["next_match" if t.counted else "ok", past, "", undo]
    ok = "confirm" if t.trump >= 0 else "" if t.counted else "ok"
    return [ok, past if ok else "scan", "dealer", undo]
