"""Spoilt texts for fuzzing: valid lines of all formats, changed a little or a lot by seeded dice."""

ODD = (
    "²",
    "٣",
    "ß",
    "ŉ",
    "é",
    "猫",
    "\u2028",
    "\x00",
    "\x7f",
    "\t",
    "\r",
    "\n",
    " ",
    "  ",
    "#",
    " #",
    " *",
    "@",
    "|",
    ":",
    "-",
)
ODD += (
    "+",
    ".",
    "=",
    "/",
    "%s",
    "{}",
    "\\",
    "'",
    '"',
    "-1",
    "0",
    "00",
    "9999999999999999999999",
    "1e9",
    "None",
    "AO" * 120,
)
LINES = (
    "play AO 1",
    "play 7B 3 stands",
    "cante 40 2",
    "cante 20 E 3 said",
    "cante tute R 1",
    "swap 7C 2",
    "deal 4 6C",
    "show 2 RO CO",
    "hand 1 AO 3O 7B",
    "forget",
    "draw",
    "draw 2 AO",
    "claim 1 2",
    "claim101 3",
    "concede 2",
    "award 2+4",
    "misdeal",
    "leave 1",
    "end",
    "undo",
    "correct 14 cante 40 3",
    "correct 14 -",
    "correct 15 award 1+3",
    "# a comment",
    "@t 123456",
)
HEADS = (
    "acta 1",
    "rules online-pairs",
    "rules amelia-3 tie=nobody",
    "target 3",
    "games 2+4 1",
    "seat 1 Ana Luz  # x",
    "seat 2 B",
)


def pick(rng, items):
    return items[rng.below(len(items))]


def random_bytes(rng, most):
    """Up to `most` bytes, often printable."""
    plain = rng.below(2)
    return bytes([32 + rng.below(95) if plain else rng.below(256) for _ in range(rng.below(most) + 1)])


def spoilt(rng, text, words):
    """The text with one to three changes: letters or words taken out, put in, doubled, moved, or in another case."""
    for _ in range(1 + rng.below(3)):
        at = rng.below(len(text) + 1)
        stop = min(len(text), at + 1 + rng.below(4))
        kind = rng.below(8)
        if kind == 0:
            text = text[:at] + text[stop:]
        elif kind == 1:
            text = text[:at] + pick(rng, ODD) + text[at:]
        elif kind == 2:
            text = text[:at] + pick(rng, words) + text[at:]
        elif kind == 3:
            text = text[:at] + text[at:stop] + text[at:]
        elif kind == 4:
            parts = text.split(" ")
            parts[rng.below(len(parts))] = pick(rng, words)
            text = " ".join(parts)
        elif kind == 5:
            text = text[:at] + text[at:].upper() if rng.below(2) else text[:at].lower() + text[at:]
        elif kind == 6:
            text = text[at:] + text[:at]
        else:
            text = text[:at] + chr(32 + rng.below(95)) + text[at + 1 :]
    return text


def words_of(texts):
    """All words of these texts, each once."""
    found = []
    for text in texts:
        for word in text.split(" "):
            if word not in found:
                found.append(word)
    return found
