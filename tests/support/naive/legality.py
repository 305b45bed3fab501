"""What a hand may lay (rules.md 2.6, word for word), who wins a trick, and the kinds of renuncio (3.1)."""

from support.naive.cards import strength

KINDS = ("follow", "beat", "trump", "overtrump", "undertrump")


def legal(hand, table, trump, rules, partner=None, stock=0):
    """The cards of this hand that may be laid. `partner`: index of his card; `stock`: cards left before the trick."""
    if not table:
        return list(hand)
    led = table[0][1]
    duty = rules.stock_duty if stock > 0 else "full"
    follow = [c for c in hand if c[1] == led]
    trumps = [c for c in hand if c[1] == trump]
    if duty == "free":
        return list(hand)
    if duty == "trump_only":
        return (follow or list(hand)) if led == trump else list(hand)
    if duty == "assist_only":
        return follow or list(hand)
    if rules.partner_winning_exempt and partner is not None and winner_of(table, trump) == partner:
        return follow or list(hand)
    ruffed = led != trump and any([c[1] == trump for c in table])
    if follow:
        if rules.must_beat and not (ruffed and rules.beat_waived_when_trumped):
            if rules.beat_reference == "lead":
                reference = strength(table[0])
            else:
                reference = max([strength(c) for c in table if c[1] == led])
            higher = [c for c in follow if strength(c) > reference]
            if higher:
                return higher
        return follow
    if led == trump or not trumps or rules.ruff_duty == "none":
        return list(hand)
    if not ruffed or rules.ruff_duty == "any_trump":
        return trumps
    top = max([strength(c) for c in table if c[1] == trump])
    over = [c for c in trumps if strength(c) > top]
    if over:
        return over
    return trumps if rules.ruff_duty == "over_else_trump" else list(hand)


def winner_of(table, trump):
    """Index of the winning card."""
    best = 0
    for i, card in enumerate(table):
        if card[1] == table[best][1]:
            if strength(card) > strength(table[best]):
                best = i
        elif card[1] == trump:
            best = i
    return best


def kind_of(card, hand, table, trump, rules):
    """The kind of renuncio that laying an illegal card from this hand (without it) is."""
    led = table[0][1]
    if card[1] == led:
        return "beat"
    if any([c[1] == led for c in hand]):
        return "follow"
    ruffs = [c for c in table if c[1] == trump]
    if not ruffs:
        return "trump"
    if rules.ruff_duty == "any_trump":
        return "undertrump"
    top = max([strength(c) for c in ruffs])
    if any([c[1] == trump and strength(c) > top for c in hand]):
        return "overtrump"
    return "undertrump"
