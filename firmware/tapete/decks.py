"""Two decks that are played in turn, known by their cards; cards that lie on the mat beside a list. Lent."""

from tapete.deck import PATH

SECOND = "/second-deck.txt"


def path(number):
    """The file of the deck of this number, 1 or 2."""
    return SECOND if number == 2 else PATH


def other(number):
    """The number of the other deck."""
    return 2 if number == 1 else 1


def has(number, uid):
    """Whether this deck has that sticker. The file is looked through line by line: there may be little heap."""
    try:
        with open(path(number), "rb") as f:
            while True:
                line = f.readline(120)
                if not line:
                    return False
                words = line.split(b"#")[0].split()
                if len(words) == 2 and words[1].lower() == uid.hex().encode():
                    return True
    except OSError:
        return False


def change(t, uid):
    """Go on with the other deck if it has this sticker -> whether it has."""
    number = other(t.settings.deck)
    if not has(number, uid):
        return False
    t.settings["deck"] = number
    t.deck.__init__(path(number))
    t.here = []  # what may still lie there of the deck before is nothing now
    t.aside = []
    t.say("deck_changed" if t.settings.save() else "not_written", number)
    return True


def beside(t, event, before):
    """A card of the deck comes or goes while a list takes the mat's events; `before` took them until then. What lies
    there is not played by that, and what is gone does not lie there."""
    if event[0] == "lifted":
        t.hear(event, before)
    elif event[0]:
        lies(t, event[1] if event[0] == "pair" else (event[1],))


def lies(t, uids):
    """These tags lie on the mat and are not played."""
    for uid in uids:
        card = t.card(bytes(uid))
        if card is not None:
            if card not in t.here:
                t.here.append(card)
            t.put_aside([card])
