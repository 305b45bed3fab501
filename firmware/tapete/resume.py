"""After a start: read the acta, compare it with what lies on the mat, ask what is open (design 3, Resume)."""

from tapete import lend
from tute.cards import parse_card


def load(t):
    """Read the unfinished match from the journal; finish what a cut left half written."""
    head: dict = {"rules": "", "target": None, "games": {}}
    doubt = None
    batch: list = []
    awaited = 0
    proven: list = []  # of the last event
    scanning = False  # a deal was being scanned
    for line, text in t.journal.load():
        words = text.split()
        if text[0] == "@":
            if words[0] == "@batch":
                rest = words[1:]
                if rest and rest[0].isdigit():
                    batch = []
                    awaited = int(rest.pop(0))
                batch += [event.strip() for event in " ".join(rest).split(";") if event.strip()]
            elif words[0] == "@doubt":
                doubt = (words[1], int(words[2]), [parse_card(word) for word in words[3:]], len(t.acts))
            elif words[0] == "@settled":
                doubt = None
            elif words[0] == "@dealer":
                t.dealer = int(words[1])
            elif words[0] == "@guessed":
                t.guessed = True
            elif text in "@scan begins, @scan is void":
                scanning = text[-1] == "s"
        elif not _head(t, head, words, text):
            if t.ref is None and not _begin(t, head):
                continue
            ans = t.ref.push(text, line)
            if not ans.ok:
                t.tell("note line %d cannot stand: %s" % (line, ans.refused))
                continue
            scanning = False
            t.keep(line, text[:6] if words[0] == "hand" else text, ans)
            if words[0] == "draw" and len(words) > 2:
                t.room("drawn").pack(t)
            proven = [finding for finding in ans.renuncios or () if finding["status"] == "proven"]
            if words[0] == "deal":
                t.dealer = 0
                t.guessed = False
            if awaited and len(batch) == awaited:
                doubt = None
                batch.pop(0)
                awaited -= 1
    if not head["rules"] or t.ref is None and not _begin(t, head):
        return
    if awaited and len(batch) == awaited:
        for text in batch:
            ans = t.commit(text)
            scanning = False
            proven = [finding for finding in ans.renuncios or () if finding["status"] == "proven"]
        doubt = None
    t.open_doubt = doubt
    t.open_proof = proven[-1] if proven else None
    t.counted = not t.ref.last_round
    if scanning:
        t.note("@scan is void")
        t.say("scan_was_cut")
    else:
        t.say("resumed", t.journal.line)
    if t.ref.rules.trump_source == "stock_upcard":
        t.room("watch").again(t)


def _begin(t, head):
    """A referee for this head -> whether there is one: an acta of a game that this table does not play is left."""
    rules = head["rules"]
    if not rules:
        return False
    parsed = lend("games").rules_of(rules)
    if not parsed:
        t.trouble("rules", (rules.split()[0],))
        head["rules"] = ""
        return False
    games = [head["games"].get(name, 0) for name in parsed.side_names()]
    t.ref = t.factory(rules, head["target"], games if head["games"] else None)
    del t.names[parsed.players :]
    return True


def _head(t, head, words, text):
    """Take a head line; False if it is none."""
    if words[0] == "rules":
        head["rules"] = " ".join(words[1:])
    elif words[0] == "target":
        head["target"] = int(words[1])
    elif words[0] == "games":
        head["games"][words[1]] = int(words[2])
    elif words[0] == "seat":
        t.names[int(words[1]) - 1] = text.split(" ", 2)[2]
    else:
        return words[0] == "acta"
    return True


def _first(t):
    """No match was ever played here: the set-up, behind the language if nobody has chosen one."""
    if lend("settingsfile").sets(t.settings.path, "lang"):
        t.room("setup").open_setup(t)
    else:
        t.room("options").open_first(t, lambda: t.room("setup").open_setup(t))


def compare(t):
    """The mat against the acta: same cards go on, more are asked, fewer are kept or were collected."""
    ref = t.ref
    if ref is None:
        _first(t)
        return
    if ref.phase not in ("play", "window"):
        # One may be the trump card, but not out of a scan that was cut: it may be anybody's.
        cut = t.banner and t.banner[0] == "scan_was_cut"
        t.aside = [] if len(t.here) == 1 and not cut else list(t.here)
        t.still_at = t.now
        if t.open_proof and t.central:
            t.room("whose").proof(t, t.open_proof)
        return
    known = [card for _, card in (ref.table or ref.last_trick)]
    extra = []
    for card in t.here:
        if card not in known:
            if ref.played(card):
                t.aside.append(card)
            else:
                extra.append(card)
    if t.open_doubt:
        kind, done, cards, acts = t.open_doubt
        t.open_doubt = None
        extra = [card for card in extra if card not in cards]
        if len(t.acts) >= acts and t.room("doubt").begin(t, kind, cards, done, len(t.acts) - acts + done):
            if extra:
                t.doubt.full = True
                t.held.append((extra if len(extra) > 1 else extra[0], 0))
            return
    gone = [seat for seat, card in ref.table if card not in t.here]
    if gone:
        t.say("missing", gone)
        if len(gone) == len(ref.table):
            t.gone_at = t.now
    if extra and t.tags and ref.phase == "window" and ref.owed:  # a draw, perhaps: it is not shown
        t.aside += extra
    elif extra:
        if t.seated:
            extra.sort(key=lambda card: (t.lies.get(card, 0) - ref.turn) % ref.seats)
        t.room("whose").whose(t, extra, True)
