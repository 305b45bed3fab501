"""Taking back: a card that was refused, and DESHACER."""

from tapete.table import YES_NO, Question, parts
from tute import lend
from tute.cards import card_name


def refuse(t, ans, seat, card):
    """A card was not accepted. A renuncio waits to be lifted or to be let stand; others are only told."""
    if ans.refused == "card_elsewhere":
        scanned = lend("scans").scanned(t.ref)
        if scanned or t.central:
            t.hold(card)
            t.room("missing").impossible(t, seat, card, scanned)
            return
    if ans.refused == "renuncio":
        t.refused = (card, seat, ans.duty)
    else:
        t.put_aside([card])
    t.kind = "refused"
    t.say("refused", seat, card, ans.refused, ans.duty or ())
    t.sound("refused")


def taken_back(t):
    """The refused card was lifted: it came from that hand, and the acta says so (acta.md 5)."""
    card, seat, _ = t.refused
    t.refused = None
    ans = t.commit(" ".join(("show", str(seat), card_name(card))))
    t.kind = ""
    t.say("taken_back", seat, card)
    if ans.ok:
        t.judge(ans)
    t.drain()


def stands(t):
    """OK: the player, or the table, lets the refused card stand; the hand that it breaks may be wrong."""
    card, seat, _ = t.refused
    if lend("scans").scanned(t.ref):
        t.room("scanned").ask(t, seat, card)
    else:
        let_stand(t)


def let_stand(t):
    """The refused card stands."""
    card, seat, _ = t.refused
    t.refused = None
    ans = t.commit("play %s %d stands" % (card_name(card), seat))
    if ans.ok:
        t.played(ans, seat, card)
    else:
        t.put_aside([card])
        t.deny("play", ans)
    t.drain()


def pressed(t):
    """DESHACER with no question open."""
    if t.refused:  # the card was not this player's: nothing is known of his hand
        card = t.refused[0]
        t.refused = None
        t.kind = ""
        t.put_aside([card])
        t.say("dismissed", card)
        t.drain()
    elif t.trump >= 0:
        t.say("dismissed", t.trump)
        t.put_aside(t.here)
        t.held = []
        t.trump = -1
    elif t.acts and t.act(-1)[2]:
        sure(t, lambda: None)
    else:
        undo(t)


def sure(t, kept):
    """The last event ended a round or proved something: undoing it wants an OK; kept() if it stays."""

    def answer(i):
        if i:
            kept()
        else:
            undo(t)

    what = parts(t.act(-1)[1])
    if what[0] == "draw":  # which card nobody needs to know
        what = what[:2] + (-1,)
    t.ask(Question("undo", what, YES_NO, answer, kept))


def undo(t):
    """Take back the last event and say in words which."""
    what = parts(t.act(-1)[1]) if t.acts else ("", 0, -1)
    if what[0] == "hand":
        t.room("scanned").drop(t)
        t.say("undone", "hand", 0, -1)
        t.sound("undo")
        return
    ans = t.commit("undo")
    if not ans.ok:
        t.say("nothing_to_undo")
        t.sound("refused")
        return
    t.say("undone", what[0], what[1], -1 if what[0] == "draw" else what[2])
    t.sound("undo")
    t.trump = -1
    t.drop_held()
    if what[0] == "play":
        t.put_aside([what[2]])
    reopened(t)
    if ans.round:  # a correction taken back: the round is over again
        t.judge(ans)


def reopened(t):
    """The acta was changed: what lies of the open trick counts, what does not is known to be gone."""
    table = t.ref.table
    t.aside = [card for card in t.aside if card not in [lying for _, lying in table]]
    t.gone_at = None
    t.led_at = None
    t.shown = []
    t.gone_ok = bool(table) and not t.any_here(table)
    if t.ref.phase not in ("round_over", "match_over"):
        t.counted = True
        if t.ref.rules.trump_source == "stock_upcard":
            t.room("watch").again(t)
    t.changed()
