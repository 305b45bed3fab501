"""The events of a match as they are kept, and reading them again: undo, and what `tute.corrections` does. Lent."""

from tute import acta, lend
from tute.kept import give

_MORE = 512  # flag of a word of `show` or `hand`: the next word goes on with the same event
_FILLED = 2  # flag of a cante or swap that came without its seat: the word has the one that was filled in


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
        if _before(base):
            ref._round = give(ref._round)
        ref._base = base
    else:
        ref._start()
    words = ref._words
    while pos < stop:
        if not ref._fixes:
            pos = _replay_cards(ref, words, pos, stop)
            if pos == stop:
                break
        last = pos
        while words[last] >> 11 & 31 in (acta.SHOW, acta.HAND) and words[last] & _MORE:
            last += 1
        ref._pos = pos
        event = _event(ref, words[pos], [word & 63 for word in words[pos : last + 1]], unseen)
        if event and not (pos >= unseen and event[0] in (acta.HAND, acta.FORGET)):
            ref._more = {}
            reason = ref._do(event, False)
            if reason:
                return words[pos] >> 16, reason
            ref._settle()
        pos = last + 1
    return None


def _before(base):
    """The kept state before this one, None if this is that at the start of its round."""
    return base[1][4]


def first_kept(base):
    """The state at the start of the round, in which this one was kept (None if it is None)."""
    while base and _before(base):
        base = _before(base)
    return base


def _replay_cards(ref, words, pos, stop):
    """Lays the cards from this place on again: the place of the first event that is none, or is refused."""
    r = ref._round
    if r and not r.result:
        play = r.play
        while pos < stop:
            word = words[pos]
            if word & 0xF800 or play(word >> 6 & 7, word & 63, word >> 9 & 3):
                break
            if r.news or r.count == r.keep_at or r.count == r.size:
                ref._pos = pos
                ref._more = {}
                ref._settle()
                if r.result:
                    return pos + 1
            pos += 1
    return pos


def _event(ref, word, cards, unseen):
    """The event of a word as it is read now, None if it is left out."""
    line = word >> 16
    kind = word >> 11 & 31
    event = (kind, word >> 6 & 7, word & 63, word >> 9 & 3)
    if kind in (acta.SHOW, acta.HAND):
        event = (kind, event[1], tuple(cards), 0)
    elif kind in (acta.CANTE, acta.SWAP) and event[3] & _FILLED:
        # whose it was stands where only a scan is given up; else it is asked again
        event = (kind, event[1] if unseen < 65535 else 0, event[2], event[3] & 1)
    for fixed, other in ref._fixes:
        if fixed == line:
            event = other
    return event if event and event[0] != acta.CORRECT else None


def replay_from(ref, pos, stop, unseen=65535):
    """Reads the events again, from the latest kept state before this place, as `replay` does."""
    base = ref._base
    while base and base[0] >= pos + (_before(base) is not None):
        base = _before(base)
    return replay(ref, base, stop, unseen)


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
