"""Cards as texts, seats and sides as a table has them."""

ORDER = "24567SCR3A"
VALUE = {"A": 11, "3": 10, "R": 4, "C": 3, "S": 2}
SUITS = "OCEB"


def strength(card):
    return ORDER.index(card[0])


def value(card):
    return VALUE.get(card[0], 0)


def pack_of(rules):
    return [rank + suit for suit in SUITS for rank in ORDER if rank not in rules.removed_ranks]


def side_names(rules):
    if rules.sides == "pairs":
        return ["1+3", "2+4"]
    return [str(seat) for seat in range(1, rules.players + 1)]


def side_of(seat, rules):
    """The name of the side that this seat plays for."""
    for name in side_names(rules):
        if str(seat) in name:
            return name
    return None


def call_cards(call, trump):
    """The cards of a call as a line has it: `40`, `20 C`, `tute R`."""
    words = call.split(" ")
    if words[0] == "tute":
        return [words[1] + suit for suit in SUITS]
    suit = trump if words[0] == "40" else words[1]
    return ["R" + suit, "C" + suit]


def call_points(call):
    return 40 if call == "40" else 20 if call.startswith("20") else 0
