"""The events of a match as they are kept, and reading them again: undo, and what `tute.corrections` does. Lent."""

from tute import acta, lend
from tute.record import Match

_MORE = 512  # flag of a word of `show` or `hand`: the next word goes on with the same event
_FILLED = 2  # flag of a cante or swap that came without its seat: the word has the one that was filled in


def copy(match):
    """A copy of a Match."""
    other = Match(match.games)
    for name in ("dealer", "next_dealer", "winner", "over", "results", "carried", "earned", "left"):
        setattr(other, name, getattr(match, name))
    return other


def log(ref, event, line):
    """Keeps an accepted event: line << 16 | kind << 11 | flag << 9 | seat << 6 | arg, a word for each shown card."""
    kind, seat, arg, flag = event
    word = (line << 16 if line < 65536 else 0) | kind << 11 | seat << 6
    if kind == acta.SHOW or kind == acta.HAND:
        for card in arg[:-1]:
            ref._words.append(word | _MORE | card)
        arg = arg[-1]
    elif kind == acta.CORRECT:
        arg = flag = 0  # these are in _fixes
    elif kind in (acta.CANTE, acta.SWAP) and not seat:
        word |= ref._seat << 6
        flag |= _FILLED
    ref._words.append(word | flag << 9 | arg)


def replay(ref, base, stop, unseen):
    """Reads the events again from a kept state (None: the top) up to a place, without the `hand` lines from `unseen`
    on (nor what gave them up). None, or (line, reason) of the first that can not stand now."""
    pos = 0
    if base:
        pos = base[0]
        ref._restore(base[1])
        ref._base = base
    else:
        ref._start()
    cards: tuple = ()
    while pos < stop:
        word = ref._words[pos]
        line = word >> 16
        event = (word >> 11 & 31, word >> 6 & 7, word & 63, word >> 9 & 3)
        ref._pos = pos - len(cards)
        pos += 1
        if event[0] == acta.SHOW or event[0] == acta.HAND:
            cards += (event[2],)
            if event[3]:
                continue
            event = (event[0], event[1], cards, 0)
            cards = ()
        elif event[0] in (acta.CANTE, acta.SWAP) and event[3] & _FILLED:
            # whose it was stands where only a scan is given up; else it is asked again
            event = (event[0], event[1] if unseen < 65535 else 0, event[2], event[3] & 1)
        for fixed, other in ref._fixes:
            if fixed == line:
                event = other
        if not event or event[0] == acta.CORRECT:
            continue
        if ref._pos >= unseen and event[0] in (acta.HAND, acta.FORGET):
            continue
        ref._more = {}
        r = ref._round
        if event[0] == acta.PLAY and r and not r.result:
            reason = r.play(event[1], event[2], event[3])
            if reason == "not_your_turn":
                reason = ref._do(event, False)
        else:
            reason = ref._do(event, False)
        if reason:
            return line, reason
        ref._settle()
    return None


def replay_from(ref, pos, stop, unseen=65535):
    """Reads the events again, from the kept state if it lies before this place, as `replay` does."""
    base = ref._base
    return replay(ref, base if base and base[0] < pos else None, stop, unseen)


def place_of(ref, line):
    """Place in the history of the event of this line, -1 if there is none."""
    for pos, word in enumerate(ref._words):
        if word >> 16 == line and word >> 11 & 31 != acta.CORRECT:
            return pos
    return -1


def undo(ref):
    """Takes back the last event."""
    words = ref._words
    stop = len(words) - 1
    if stop < 0:
        return "nothing_to_undo"
    calls, results = ref.cantes_by_side, ref._match.results
    kind = words[stop] >> 11 & 31
    pos = stop
    if kind == acta.CORRECT:
        pos = place_of(ref, ref._fixes.pop()[0])
    elif kind == acta.SHOW or kind == acta.HAND:
        while stop and words[stop - 1] >> 11 & 31 == kind and words[stop - 1] & _MORE:
            stop -= 1
        pos = stop
    ref._words = words[:stop]
    replay_from(ref, pos, stop)
    ref._more = {}
    ref._seat = 0
    if ref.cantes_by_side != calls:
        ref._more["cantes"] = ref.cantes_by_side
    tell_turned(ref, results)
    return None


def tell_turned(ref, before):
    """Puts the first of the results that are now others than before into the answer."""
    changed = [result for i, result in enumerate(ref._match.results) if result not in before[i : i + 1]]
    if changed:
        r = ref._round
        match = lend("match")
        match.tell_result(ref, r if r.result or not ref._previous else ref._previous)
        ref._more["round"] = match.round_pairs(ref, changed[0])
