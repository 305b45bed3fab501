"""`tapete rules`: the rule sets in a line each, or one of them option by option in a player's words."""

import difflib
import sys
import textwrap
from collections.abc import Iterator

from rich.console import Console

from tapete_host import find_tute  # noqa: F401
from tapete_host.rule_texts import OPTIONS, PRESETS, idle, said, value_words
from tapete_host.tell import Teller, language
from tapete_host.tell_table import Line
from tapete_host.tell_text import WIDTH, show
from tapete_host.tell_words import CLASH
from tute.record import Rules, RulesError
from tute.rules import find_rules, option_values, parse_rules, value_text

UNKNOWN = 2

# The options by what they are about, in the order in which one would explain the game.
GROUPS = (
    (
        "players_cards",
        "players sides removed_ranks hand_size trump_source upcard_home direction first_leader dealer_next draw_order",
    ),
    (
        "duties",
        "must_beat beat_reference beat_waived_when_trumped ruff_duty partner_winning_exempt stock_duty",
    ),
    (
        "cantes",
        "cante_declarer cante_deadline cantes_per_player cante_order cante_party cante_phase cante_min_stock "
        "cante_excludes_last_drawn tute_ranks tute_after_cante tute_effect tute_on_deal",
    ),
    ("exchange", "exchange exchange_needs exchange_min_stock exchange_moment exchange_two_takes"),
    ("scoring", "last_trick_bonus round_win tie tie_fallback double_win"),
    ("match", "match_target points_shown"),
    (
        "irregular",
        "renuncio_detection renuncio_claim_by renuncio_claim_until renuncio_correction renuncio_penalty "
        "renuncio_priority false_claim out_of_turn bad_cante",
    ),
)


def rules(preset: str | None, options: tuple[str, ...], lang: str | None) -> int:
    """Prints the rule sets, or this one with these options; gives the exit code: 2 if there is none such."""
    teller = Teller(lang or language())
    console = Console(highlight=False)
    if preset is None:
        show(listed(teller), console)
        return 0
    try:
        chosen = parse_rules(" ".join((preset, *options)))
    except RulesError as wrong:
        for line in mistake(wrong, [preset, *options], teller):
            print(line, file=sys.stderr)
        return UNKNOWN
    width = max(48, min(WIDTH, console.width)) if console.is_terminal else WIDTH
    show(explained(chosen, teller, width), console)
    return 0


def listed(teller: Teller) -> Iterator[Line]:
    """Every rule set with its sentence."""
    column = max(len(name) for name in PRESETS) + 2
    for name, texts in PRESETS.items():
        yield [(name.ljust(column), "bold"), (texts[teller.at], "")]
    yield []
    yield [(teller.say("rules_more"), "dim")]


def explained(rules_: Rules, teller: Teller, width: int = WIDTH) -> Iterator[Line]:
    """A rule set in words: group by group, every option that says something here, with its value and its rules."""
    usual = find_rules(rules_.preset)
    yield [(rules_.preset, "bold")]
    for line in textwrap.wrap(PRESETS[rules_.preset][teller.at] + ".", width):
        yield [(line, "")]

    def value_of(option: str) -> str:
        return value_text(getattr(rules_, option))

    for group, options in GROUPS:
        told = [option for option in options.split() if not idle(option, value_of)]
        if not told:
            continue
        yield []
        yield [(teller.say("group_" + group), "bold underline")]
        for option in told:
            value = value_of(option)
            changed = value != value_text(getattr(usual, option))
            text = f"{said(option, teller.lang == 'es')}: {value_words(option, value, teller.lang == 'es')}"
            for line in textwrap.wrap(text, width - 2, subsequent_indent="  "):
                yield [("  " + line, "yellow" if changed else "")]
            note = f"  ({teller.say('rules_changed')})" if changed else ""
            yield [(f"      {option}={value}   {OPTIONS[option].ids}{note}", "dim")]


def mistake(wrong: RulesError, words: list[str], teller: Teller) -> list[str]:
    """What is wrong with the words of a rule set, and what there is instead."""
    word = _word_at(words, wrong.at)
    name, _, value = word.partition("=")
    known = {option: values for option, values, _ in option_values()}
    if wrong.expected == "preset":
        return [teller.say("no_preset", name=word), *_instead(word, list(PRESETS), teller)]
    if wrong.expected == "option":
        return [teller.say("no_option", name=name), *_instead(name, list(known), teller)]
    if wrong.expected.startswith(CLASH):
        return [teller.say("expected", expected=teller.say("clash", expected=wrong.expected[len(CLASH) :]))]
    if name in known:
        values = known[name]
        if values is None:
            return [teller.say("no_value", name=name, value=value, expected=wrong.expected)]
        lines = [teller.say("no_value", name=name, value=value, expected=teller.joined(values, "or"))]
        return lines + [f"  {name}={text}: {value_words(name, text, teller.lang == 'es')}" for text in values]
    return [f"{word}: {wrong.expected}"]


def _word_at(words: list[str], at: int) -> str:
    """The word that this offset of the joined words lies in."""
    for word in words:
        if at <= len(word):
            return word
        at -= len(word) + 1
    return words[-1]


def _instead(name: str, known: list[str], teller: Teller) -> list[str]:
    near = difflib.get_close_matches(name, known, 3, 0.5)
    lines = [teller.say("did_you_mean", names=teller.joined(near, "or"))] if near else []
    return lines + textwrap.wrap(
        teller.say("there_are", names=", ".join(known)), WIDTH, subsequent_indent="  "
    )
