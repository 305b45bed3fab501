"""House rules behind a preset: what people argue about, a line each (rules 2.5 and 3.4). Lent."""

from tapete import lend
from tapete.table import Question

_LONGEST = 160  # characters of the rules that a `rules` line of the acta surely takes
# option, the first of its key on the panel, its values in the order of the list
_OPTIONS = (
    ("renuncio_detection", "detection", ("live", "audit", "on_claim")),
    (
        "renuncio_penalty",
        "the_penalty",
        ("lose_round", "lose_match", "replay_round", "points_to_opponents", "warn"),
    ),
    ("tute_effect", "tute", ("win_round", "win_match", "none")),
    ("cantes_per_player", "cantes", ("1", "1_per_side", "unlimited")),
    ("cante_deadline", "deadline", ("none", "first_opportunity", "first_window_only")),
    ("exchange", "exchange", ("none", "dealer_upcard", "stock_upcard")),
    ("tie", "tie", ("last_trick", "nobody")),
)


def with_option(text, option, value):
    """The text of rules with this option at this value; the option is left out where the preset has it so."""
    words = [word for word in text.split() if not word.startswith(option + "=")]
    alone = lend("games").rules_of(words[0])
    if alone is None or str(getattr(alone, option)) != value:
        words.append("%s=%s" % (option, value))
    return " ".join(words)


def choices(text):
    """[(option, key, [(value, text of the rules with it)...], place of the present value)...]: what can be changed."""
    rules_of = lend("games").rules_of
    now = rules_of(text)
    found = []
    for option, key, values in _OPTIONS:
        can = []
        for value in values:
            other = with_option(text, option, value)
            if len(other) <= _LONGEST and rules_of(other) is not None:
                can.append((value, other))
        at = [i for i in range(len(can)) if can[i][0] == str(getattr(now, option))]
        if len(can) > 1 and at:
            found.append((option, key, can, at[0]))
    return found


def open_house(t, text, then, back):
    """The list; OK on a line takes its next value, on the first line goes on with then(text of the rules)."""

    def ask(text, pick):
        lines = choices(text)
        options = [("house_done", ())] + [
            ("house_%s_%s" % (key, can[at][0]), ()) for _, key, can, at in lines
        ]

        def answer(i):
            if not i:
                then(text)
                return
            _, _, can, at = lines[i - 1]
            ask(can[(at + 1) % len(can)][1], i)

        question = Question("house", (text.split()[0],), options, answer, back, holds=False)
        question.kind = "new_match"
        question.cycle = True
        question.pick = pick
        t.ask(question)

    ask(text, 0)
