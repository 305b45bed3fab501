"""What is done about a proof: telling findings, penalties, announced cantes, the audit (acta.md section 5). Lent."""

from tute import lend
from tute.acta import call_text
from tute.audit import Finding
from tute.cantes import POINTS
from tute.cards import card_name, count
from tute.trick import BEAT, CANTE_DUTY, FOLLOW, RUFF_EITHER, RUFF_KINDS, TURN_DUTY, above, duty_names


def settle(ref, r):
    """Tells what an event proved, as far as the way of detection tells it now, with its penalty."""
    detection = ref.rules.renuncio_detection
    r.news = False
    if r.false_calls:
        drop_false_calls(r)
        ref._more["cantes"] = r.calls_by_side()
        if r.result:
            lend("experience").pay(ref, r)
    if detection == "audit" and not r.result:
        return
    seats = [p for p in range(ref.seats) if detection != "on_claim" or pending(r, p)]
    news = tell(ref, r, [finding for finding in r.found if finding.p in seats], 0, seats)
    if news and not r.result:
        ref._result = penalty(ref, r, news) or ref._result


def pending(r, p):
    """Whether a claim against seat index p waits."""
    return any([claim[1] == p and claim[2] == "pending" for claim in r.claims])


def tell(ref, r, news, claimant=0, suspects=()):
    """Moves these findings to those told, and puts them into the answer; the offence laid first comes first. New
    suspicions against the seat indices `suspects` are told with them."""
    if len(news) > 1:
        news = lend("outcomes").in_time(news)
    hints = r.hints(suspects) if ref.rules.trump_source == "stock_upcard" else []
    for finding in hints:
        claims = [claim[0] for claim in r.claims if claim[1] == finding.p and claim[2] != "unfounded"]
        finding.claimed_by = claimant or (claims + [0])[0]
        finding.final = True
    for finding in news:
        r.found.remove(finding)
        r.told.append(finding)
        finding.final = True  # what is told stands
        if not finding.witnesses and not finding.kinds:
            finding.kinds = kinds_left(r, finding)
        if claimant:
            finding.claimed_by = claimant
        for claim in r.claims:
            if claim[1] == finding.p and claim[2] != "unfounded":
                finding.claimed_by = finding.claimed_by or claim[0]
                if claim[2] == "pending":
                    claim[2] = ref._more["claim"] = "upheld"
    if news or hints:
        found = lend("outcomes").in_time(news + hints) if hints else news
        told = [finding_pairs(r, finding) for finding in found]
        ref._more["renuncios"] = ref._more.get("renuncios", []) + told
    return news


def kinds_left(r, finding):
    """The kinds of renuncio that a play proven by counting may still be."""
    p = finding.p
    left = r.left[p]
    spare = r.hidden - left + r.sure[p]
    if r.rules.trump_source == "stock_upcard":
        left += r.unmade(p)
        spare += finding.draws
    return r.kinds(p, finding.record, left, spare)


def penalty(ref, r, news):
    """What these findings make of a round: a result, or None to play on."""
    kind = ref.rules.renuncio_penalty
    sides = [finding.p % ref.sides for finding in news]
    if not news or kind == "warn":
        return None
    both = ref.rules.renuncio_priority == "both_void" and lend("outcomes").both_offend(ref, r)
    if kind == "replay_round" or both:
        r.void = True
        return (-1, 0, "renuncio")
    if ref.sides > 2:
        return lend("outcomes").put_out(ref, r, sides, "renuncio")
    if kind == "points_to_opponents":
        if r.forfeit < 0:
            r.forfeit = sides[0]
        return None
    ref._wins_match = kind == "lose_match"
    return (1 - sides[0], 1, "renuncio")


def finding_pairs(r, finding):
    """A finding as acta.md section 4 lists it: a tuple of (key, value)."""
    flags = finding.kinds
    for card in finding.witnesses:
        flags |= witness_kind(r, finding.record, card)
    # a play of trick t has place 4t-3..4t; a cante after it 4t: both are found by rounding up
    pairs: tuple = (
        ("seat", finding.p + 1),
        ("trick", (finding.place - 1) // r.players + 1),
        # not by its record: that of a 2O on a lead of oros may be 0
        ("card", call_text(finding.call) if flags == CANTE_DUTY else card_name(finding.record >> 22 & 63)),
        ("duty", ["cante"] if flags == CANTE_DUTY else ["turn"] if flags == TURN_DUTY else duty_names(flags)),
        ("witnesses", [card_name(card) for card in finding.witnesses]),
        ("status", "suspected" if finding.suspected else "proven"),
    )
    if not finding.witnesses and flags < CANTE_DUTY:
        pairs += (("counted", True),)
    if finding.claimed_by:
        pairs += (("claimed_by", finding.claimed_by),)
    return pairs


def witness_kind(r, record, card):
    """The kind of renuncio (a flag) that this witness makes of a play."""
    led = record >> 28
    laid = record >> 22 & 63
    if card // 10 == led:
        return BEAT if laid // 10 == led else FOLLOW
    kind = record >> 20 & 3
    if kind == RUFF_EITHER:
        kind = 1 if card % 10 > top_before(r, laid) else 2
    return RUFF_KINDS[kind]


def top_before(r, card):
    """Strength of the highest trump laid before this card to its trick (the open one if it is not laid)."""
    stop = r.at[card] - 1 if r.at[card] else r.count
    trick = r.order[stop - stop % r.players : stop]
    return max([c % 10 for c in trick if c // 10 == r.trick.trump])


def either_kinds(r, card, trumps, held, unseen, spare):
    """Kinds that trump witnesses make of a discard where both may be: overtrumping if they top the trick, else
    undertrumping. The arguments are those of `Audit.kinds`."""
    top = trumps & above(top_before(r, card))
    low = trumps ^ top
    flags = RUFF_KINDS[1] if held & top or top and unseen else 0
    if not held & top and spare >= count(top) and (held & low or low and unseen):
        flags |= RUFF_KINDS[2]
    return flags


def hear(r):
    """Looks again at the announced cantes; those that no possible hand had become findings."""
    for entry in r.said[:]:
        p, call, _, when, _ = entry
        found = holders(r, entry)
        wrong = [holder for holder in found if holder not in (p, -1)]
        if wrong or found.count(-1) > r.left[p] - r.sure[p]:
            r.said.remove(entry)
            disprove(r, p, call, when)


def disprove(r, p, call, when):
    """An announced cante is false; when: cards laid before it | its number among the calls << 8."""
    r.false_calls.append((p, call))
    finding = Finding(p, when & 255, 0, [], CANTE_DUTY)
    finding.order = when >> 8
    finding.call = call
    r.found.append(finding)
    r.news = True


def holders(r, entry):
    """Seat index that had each card of an announced cante just then; -1: not known, 4: none, it was laid."""
    _, _, cards, when, moves = entry
    place = when & 255
    found = []
    for card in cards:
        at = r.at[card]
        holder = 4
        if at > place:
            holder = r.layer(at - 1)
        elif not at:
            holder = ([p for p in range(r.players) if card in r.shown[p]] + [-1])[0]
        for moved, giver in reversed(r.moved[moves:]):
            if moved == card:
                holder = giver
        found.append(holder)
    return found


def drop_false_calls(r):
    """Takes off the announced cantes that are disproved."""
    for p, call in r.false_calls:
        r.cantes.calls = [entry for entry in r.cantes.calls if entry[:2] != (p, call)]
        if call < len(POINTS):
            r.points[r.side_of[p + 1]] -= POINTS[call]
    r.false_calls = []
    r.refresh()


def state_of(r, p):
    """`renuncio`, `open` or `clean`: what is known of the plays and announced cantes of p."""
    if any([finding.p == p for finding in r.found + r.told]):
        return "renuncio"
    r.recount()
    if r.rules.trump_source == "stock_upcard":
        draws = lend("draws")
        unsure = [said for said in r.said if said.p == p and draws.is_unsure(r, said)]
    else:
        elsewhere = r.hidden > r.left[p] - r.sure[p]  # whether others can have what was not seen
        unsure = [entry for entry in r.said if elsewhere and entry[0] == p and -1 in holders(r, entry)]
    return "open" if r.open[p] or unsure else "clean"


def audit_pairs(r):
    """The `audit` key."""
    return tuple([(str(p + 1), state_of(r, p)) for p in range(r.players)])
