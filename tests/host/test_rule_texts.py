"""The words for the house rules cover every option, every value and every preset, in both languages."""

import re

from tapete_host.rule_texts import IDLE, OPTIONS, PRESETS, idle, said, value_words
from tute import rules

VALUES = {name: (values, default) for name, values, default in rules.option_values()}


def test_every_option_has_its_words_and_nothing_else_has():
    assert list(OPTIONS) == list(VALUES)
    for name, text in OPTIONS.items():
        values, _ = VALUES[name]
        assert set(text.values) == set(values or ()), name
        assert text.en and text.es and text.en != text.es, name
        assert not text.en.endswith(".") and "\n" not in text.en + text.es


def test_every_rule_id_is_of_the_dossier():
    last = {"OP": 32, "AM": 30, "WK": 45, "C": 36}
    for name, text in OPTIONS.items():
        for word in text.ids.split(", "):
            found = re.fullmatch(r"(OP|AM|WK|C)-(\d\d)|3\.[45]", word)
            assert found, (name, word)
            if found[1]:
                assert 1 <= int(found[2]) <= last[found[1]]


def test_every_preset_has_its_words():
    assert set(PRESETS) == set(rules.PRESETS)
    for preset in PRESETS:
        parsed = rules.find_rules(preset)
        for name in OPTIONS:
            value = rules.value_text(getattr(parsed, name))
            for spanish in (False, True):
                assert value_words(name, value, spanish) and said(name, spanish)


def test_ranks_have_their_names():
    assert value_words("tute_ranks", "RC", False) == "kings or knights"
    assert value_words("tute_ranks", "RC", True) == "reyes o caballos"
    assert value_words("removed_ranks", "-", False) == "none"
    assert value_words("match_target", "3", True) == "3"


def test_idle_options_are_those_the_table_leaves_open():
    assert {name for entry in IDLE for name in entry[:2]} <= set(OPTIONS)

    def of(preset):
        parsed = rules.find_rules(preset)
        return {o for o in OPTIONS if idle(o, lambda name: rules.value_text(getattr(parsed, name)))}

    assert "stock_duty" in of("amelia-4") and "stock_duty" not in of("amelia-2")
    assert {"exchange_needs", "exchange_two_takes", "partner_winning_exempt"} <= of("amelia-3")
    assert "tie_fallback" in of("amelia-2") and "tie_fallback" not in of("amelia-3")
