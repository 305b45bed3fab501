"""`tapete rules`: every rule set and every option in words, and mistakes that say what there is instead."""

import pytest

from tapete_host import cli, rules_command
from tapete_host.rule_texts import OPTIONS, idle
from tapete_host.tell import Teller
from tapete_host.tell_text import plain
from tute.rules import PRESETS, find_rules, option_values, parse_rules, value_text


def called(capsys, *arguments):
    code = cli.run(["rules", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_every_option_belongs_to_one_group():
    grouped = [option for _, options in rules_command.GROUPS for option in options.split()]
    assert sorted(grouped) == sorted(name for name, _, _ in option_values())


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_presets_are_listed_with_a_sentence(lang, capsys):
    code, out, _ = called(capsys, "--lang", lang)
    lines = out.splitlines()
    assert code == 0 and [line.split()[0] for line in lines[: len(PRESETS)]] == list(PRESETS)
    assert all(len(line.split()) > 5 for line in lines[: len(PRESETS)])


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_preset_is_told_option_by_option(preset, lang):
    rules = find_rules(preset)
    lines = [plain(line) for line in rules_command.explained(rules, Teller(lang))]
    values = {name: value_text(getattr(rules, name)) for name, _, _ in option_values()}
    for name, value in values.items():
        told = [line for line in lines if line.startswith(f"      {name}={value}   ")]
        assert len(told) == (not idle(name, values.get)), name
        assert all(OPTIONS[name].ids in line for line in told)
    assert not any(line.endswith(("(changed)", "(cambiado)")) for line in lines)
    assert max(map(len, lines)) <= 110


def test_house_rules_are_marked(capsys):
    code, out, _ = called(capsys, "--lang", "en", "amelia-4", "tie=nobody")
    assert (
        code == 0
        and "      tie=nobody   OP-26, AM-19, C-25  (changed)" in out
        and out.count("(changed)") == 1
    )


def test_mistakes_say_what_there_is(capsys):
    code, out, err = called(capsys, "--lang", "en", "amelia2")
    assert code == 2 and out == "" and "no such rule set" in err and "Perhaps amelia-2" in err
    assert all(preset in err for preset in PRESETS)
    code, _, err = called(capsys, "--lang", "es", "amelia-4", "tei=nobody")
    assert code == 2 and "tei: no hay tal opción." in err and "¿Quizá tie?" in err and "bad_cante" in err
    code, _, err = called(capsys, "--lang", "en", "amelia-4", "tie=none")
    assert code == 2 and "tie cannot be none: last_trick or nobody." in err
    assert "tie=last_trick: whoever won the last trick" in err
    code, _, err = called(capsys, "--lang", "en", "amelia-4", "match_target=x")
    assert code == 2 and "match_target cannot be x: a number." in err
    code, _, err = called(capsys, "--lang", "en", "amelia-4", "players=3")
    assert code == 2 and "cannot stand together" in err and "players=3" in err and "sides=pairs" in err


def test_a_value_of_every_option_can_be_shown():
    for name, values, _ in option_values():
        for value in values or ():
            try:
                rules = parse_rules(f"online-pairs {name}={value}")
            except ValueError:
                continue  # it cannot stand with the others: the parser's own tests say so
            told = "\n".join(plain(line) for line in rules_command.explained(rules, Teller("es")))
            assert f"{name}={value} " in told or idle(
                name, lambda option, rules=rules: value_text(getattr(rules, option))
            )
