"""Between two rounds: who deals, which card is trump, what ended the round before."""

from tute.cards import RANKS, SUITS, card_name, parse_card


def still(t, card):
    """This card lies alone: the trump card, unless a pack passes over the mat: OK or the lead tells."""
    t.trump = card
    t.trump_gone = False
    t.counted = True
    t.say("trump_seen", card)
    t.sound("question")


def came(t, card, seat):
    """A card while there is a candidate: that one again, or a lead that waits until the candidate has gone."""
    if card == t.trump:
        t.trump_gone = False
        return
    t.held.append((card, seat))
    t.changed()
    _lead_shows(t)


def went(t, card):
    """A card has left the mat."""
    if card == t.trump:
        t.trump_gone = True
    _lead_shows(t)


def _lead_shows(t):
    """The lead confirms the trump card once that has left the mat and nothing but the lead lies there."""
    if t.trump_gone and t.held and t.here == [t.held[0][0]]:
        deal(t)


def dealer(t):
    """Who deals next: as chosen, or by turn, or seat 4 so that seat 1 leads."""
    return t.dealer or t.ref.next_dealer or t.ref.seats


def _scanned(t):
    """Whether the hands were scanned and the trump card is to come."""
    return t.acts and t.act(-1)[1][:4] == "hand"


def _drop_scan(t):
    """Who was dealt what is not known after all."""
    t.room("scanned").drop(t)
    t.say("scan_forgotten")
    t.sound("undo")


def pressed(t, button):
    """OK confirms the candidate or puts the count away; CANTE reads the tricks back, or at the deal scans it; CAMBIO:
    another dealer."""
    if button == 1:
        if t.counted and t.trump < 0 and t.ref.phase != "match_over":
            t.room("scan").begin(t, dealer(t))
        else:
            t.room("past").open_past(t)
    elif button == 2:
        t.dealer = t.after(dealer(t))
        if _scanned(t) and not t.seated:
            _drop_scan(t)
    elif button:
        return
    elif t.trump >= 0:
        deal(t)
    else:
        t.counted = True
        if t.ref.phase != "match_over":
            t.say("lay_trump")


def deal(t):
    """The candidate is the trump card."""
    card = t.trump
    seat = dealer(t)
    text = " ".join(("deal", str(seat), card_name(card)))
    dropped = _scanned(t) and t.ref.check(text) in ("card_elsewhere", "too_many")
    if dropped:  # the table is right: that is the trump card
        _drop_scan(t)
    ans = t.commit(text)
    t.trump = -1
    if ans.ok:
        t.dealer = 0
        t.guessed = False
        t.counted = True
        t.put_aside([card])
        if not dropped:
            t.say("trump", seat, card)
        t.sound("answered")
        t.drain()
    else:
        t.put_aside(t.here)
        t.held = []
        t.deny("deal", ans)


def judge(t, ans):
    """What this event proved, and whether the round is over with it."""
    proven = [finding for finding in ans.renuncios or () if finding["status"] == "proven"]
    if proven:
        last = proven[-1]
        call = call_in(last["card"], t)
        if call:
            t.say("false_cante", last["seat"], call[0], call[1])
        else:
            t.say("renuncio", last["seat"], last["trick"], parse_card(last["card"]))
    if t.ref.phase in ("play", "window"):
        return
    t.counted = not ans.round  # the match may end without
    t.trump = -1
    t.gone_at = None
    t.refused = t.doubt = None
    t.kind = ""
    for question in list(t.asked):
        t.close(question)
    t.put_aside(t.here)
    if t.seated:
        t.held = []
    t.sound("match" if t.ref.phase == "match_over" else "round")
    if proven and t.central:
        t.room("whose").proof(t, proven[-1])


def call_in(name, t):
    """(kind, suit or strength) of a finding about a cante ("40", "20C", "tuteR"), None for one about a card."""
    if name[:4] == "tute":
        return "tute", RANKS.index(name[4])
    if name[:2] == "20":
        return "20", SUITS.index(name[2])
    return ("40", t.suit) if name == "40" else None
