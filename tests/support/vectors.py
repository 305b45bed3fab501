"""The worked vectors of the rule dossier (tests/vectors.json), and tests named after each: `test_legal_LV43_WK_26`."""

import json

from tute.cards import parse_card

VECTORS = json.load(open(__file__[: __file__.rfind("/support/")] + "/vectors.json"))


def cards(text):
    """Cards by their names, split at spaces."""
    return [parse_card(name) for name in text.split()]


def rules_line(vector):
    """The preset of a vector and the options that it changes, as a `rules` line has them."""
    words = [vector["preset"]]
    options = vector["overrides"]
    for name in options:
        value = options[name]
        if value is True or value is False:
            value = "yes" if value else "no"
        words.append("%s=%s" % (name, value))
    return " ".join(words)


def name_of(kind, vector):
    """Name of the test of a vector, with its id and the ids of its rules; what is not a letter or digit is `_`."""
    words = [""]
    for letter in "%s %s %s" % (kind, vector["id"], vector.get("rule", vector["note"])):
        if letter.isdigit() or letter.isalpha():
            words[-1] += letter
        elif words[-1]:
            words.append("")
    return "test_" + "_".join([word for word in words if word])


def named_after(kind, check):
    """{name: test} of all vectors of a kind; `check` is given the vector."""

    def test_of(vector):
        return lambda: check(vector)

    tests = {}
    for vector in VECTORS[kind]:
        tests[name_of(kind, vector)] = test_of(vector)
    assert len(tests) == len(VECTORS[kind])
    return tests
