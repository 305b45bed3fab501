"""The words of the panel: languages agree, every key is documented, every character has a glyph."""

import pathlib
import re
import struct

import pytest

from tapete import names
from tapete.screens import strings
from tapete_host import build, fonts, icons, launch

SCREENS = pathlib.Path(fonts.SCREENS)
LANGUAGES = fonts.LANGUAGES
SECTIONS = {"Banner": "b_", "Question": "q_", "Option": "o_", "Button": "k_", "Trouble": "t_", "By": "h_"}

# acta.md section 4
PLAY = "no_round match_over round_over card_unknown card_played not_your_turn card_elsewhere"
CANTE = "moment side stock rank cards last_drawn already limit tute_after_cante order deadline"
SWAP = "none stock moment needs_trick suit rank cards"
OTHER = """seat_needed seat round_open too_many already nothing_to_undo nothing_to_claim claim_by claim_late
    none moment"""
DUTIES = "follow beat trump overtrump undertrump cante"
BY = "points last_trick tute renuncio claim101 concession ruling"
WORDS = (
    "hand forget deal play cante swap draw show claim claim101 concede award misdeal leave end undo correct"
)
PRESETS = "online-pairs amelia-2 amelia-3 amelia-4 wikipedia-2 wikipedia-4 wikipedia-4-classical"

# Which placeholders may stand for which argument of the table.
CODES = {
    "seat": "n",
    "seat0": "n",
    "card": "caoCi",
    "card-1": "ca",
    "suit": "sS",
    "side": "p",
    "kind": "e",
    "word": "vw",
    "seats": "l",
    "preset": "x",
    "number": "0",
    "text": "0",
}


def texts(language: str) -> dict[str, str]:
    found = {}
    for line in (SCREENS / (language + ".txt")).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, _, text = line.partition(" ")
            assert key not in found, "twice: " + key
            assert text == text.strip() and text, key
            found[key] = text
    return found


def documented() -> dict[str, list[str]]:
    """prefixed key -> its arguments, from the tables of README.md."""
    found, prefix = {}, ""
    for line in (SCREENS / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("### "):
            prefix = SECTIONS[line.split()[1]]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if prefix and line.startswith("| ") and cells[0] != "key":
            found[prefix + cells[0]] = cells[1].split()
    return found


def variants(key: str, known: dict[str, str]) -> list[str]:
    """The catalogue keys behind a documented one: some messages depend on an argument."""
    special = {
        "b_claim": ["b_claim_upheld", "b_claim_pending", "b_claim_unfounded"],
        "q_before_lead": ["q_before_lead_cante", "q_before_lead_swap"],
        "q_proof": ["q_proof", "q_proof_witness"],
    }
    return special.get(key, [key]) + ([key + "_0"] if key + "_0" in known else [])


def arguments(text: str) -> set[tuple[int, str]]:
    """The arguments that a text brings, each with its kind; a card is one with its article or without."""
    alike = {"a": "c", "o": "c", "i": "c", "C": "c", "S": "s", "v": "w"}
    codes = re.findall(r"\{([^}]*)\}", text)
    return {
        (int(code.lstrip("npceawvlsxoiCS")), alike.get(code[0], code[0] if code[0].isalpha() else "0"))
        for code in codes
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_keys_and_arguments_of_english(language):
    known, english = texts(language), texts("en")
    assert sorted(known) == sorted(english)
    assert [key for key in known if arguments(known[key]) != arguments(english[key])] == []


def test_every_catalogue_that_lies_there_is_held_put_on_the_device_and_can_be_chosen():
    assert {"es", "en", "it", "ca", "gl", "eu"} <= set(LANGUAGES)
    assert set(LANGUAGES) == set(launch.LANGUAGES)
    carried = {path.name for path in build.assets()}
    for language in LANGUAGES:
        assert language + ".txt" in carried
        assert launch.arguments(["--lang", language]).lang == language
    assert len({texts(language)["language"] for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_documented_message_is_written_and_the_other_way_round(language):
    known = texts(language)
    told = {variant for key in documented() for variant in variants(key, known)}
    assert told - set(known) == set()
    written = {key for key in known if key[:2] in SECTIONS.values()}
    assert written - told == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_fit_their_arguments(language):
    known = texts(language)
    for key, arguments in documented().items():
        for variant in variants(key, known):
            for code in re.findall(r"\{(\w+)\}", known[variant]):
                kind, place = ("0", int(code)) if code.isdigit() else (code[0], int(code[1:]))
                assert place < len(arguments), (variant, code)
                assert kind in CODES[arguments[place]], (variant, code, arguments[place])
                if kind == "e":
                    assert arguments[place + 1] == "of", variant
                if kind == "v":
                    assert arguments[place:] == ["word", "seat0", "card-1"], variant


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_duty_result_and_event_has_words(language):
    known = texts(language)
    needed = ["r_" + reason for reason in (PLAY + " renuncio then_line other").split()]
    needed += ["r_" + reason for reason in CANTE.split()]
    needed += ["rs_" + reason for reason in SWAP.split()]
    needed += ["d_" + duty for duty in DUTIES.split()]
    needed += ["by_" + by for by in BY.split()] + ["by0_carry", "by0_renuncio", "by0_ruling", "by0_points"]
    needed += ["v_" + word for word in WORDS.split()]
    needed += ["x_" + preset for preset in PRESETS.split()]
    assert [key for key in needed if key not in known] == []
    for reason in OTHER.split():
        assert "rx_" + reason in known or "r_" + reason in known


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_that_painters_use_are_written_and_no_key_is_idle(language):
    known = texts(language)
    source = "".join(path.read_text(encoding="utf-8") for path in SCREENS.glob("*.py"))
    used = set(re.findall(r"(?:say|item)\(\s*\"(\w+)\"", source))
    used |= {
        "r_renuncio",
        "q_menu",
        "question_title",
        "nobody_round",
        "nobody_match",
        "language",
        "xp_one",
        "xp_two",
    }
    used |= (
        {"player", "player_short"}
        | {part + "_short" for part in ("cards", "cantes", "ten", "total")}
        | {"total"}
    )
    assert used - {"e_", "k_", "o_", "q_", "b_", "d_", "v_", "x_", "t_", "h_"} - set(known) == set()
    prefixed = ("b_", "q_", "o_", "k_", "t_", "h_", "r_", "rs_", "rx_", "d_", "v_", "x_", "by_", "by0_", "e_")
    idle = {key for key in known if not key.startswith(prefixed)} - used - {"cards", "cantes", "ten"}
    assert idle == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_have_an_entry_for_every_rank_and_suit(language):
    known = texts(language)
    for key in ("letters", "ranks", "articles", "plurals"):
        assert len(known[key].split(",")) == 10, key
    assert len(known["suits"].split(",")) == 4
    for key in ("letters", "ranks", "plurals", "suits"):
        entries = known[key].split(",")
        assert all(entries) and len(set(entries)) == len(entries), "two of them look alike: " + key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tute_is_named_after_four_cards_of_a_rank_and_a_card_after_rank_and_suit(language):
    words, known = strings.Words(language, ["Ana", "Luis", "Eva", ""]), texts(language)
    for rank, plural in enumerate(known["plurals"].split(",")):
        tute = words.cante("tute", rank)
        assert plural in tute and tute == words.cante("tute", "24567SCR3A"[rank])
    for card in range(40):
        said = words.card(card)
        assert words.item("ranks", card % 10) in said and words.item("suits", card // 10) in said
        assert words.say("b_dismissed", (card,)).count("  ") == 0
    assert len({words.card(card) for card in range(40)}) == 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 11])
def test_every_message_is_said_whole_with_any_number(language, number, monkeypatch):
    """There is one text for one and for many, so a number must leave nothing but itself different."""
    monkeypatch.setattr(strings, "STRICT", True)
    words, known = strings.Words(language, ["Ana", "Luis", "Eva", ""]), texts(language)
    given = {"seat": 4, "seat0": 1, "card": 19, "card-1": 26, "suit": 0, "side": 1, "kind": "20", "of": 0}
    given |= {"word": "play", "seats": [1, 4], "preset": "amelia-2", "number": number, "text": "x"}
    for key, kinds in documented().items():
        for variant in variants(key, known):
            said = words.say(variant, [given.get(kind) for kind in kinds])
            assert said and said == said.strip() and not re.search(r"[{}]|  |' ", said), (variant, said)


def test_catalogue_reads_every_text_from_its_file():
    for language in LANGUAGES:
        catalogue = strings.Catalogue(language)
        for key, text in texts(language).items():
            assert catalogue.get(key) == text
        assert catalogue.get("nobody_wrote_this") is None
        catalogue.close()


def test_languages_replace_each_other():
    spanish, english = strings.Words("es", ["Ana", "", "", ""]), None
    assert spanish.say("b_played", (1, 6)) == "Ana echa el caballo de oros"
    english = strings.Words("en", ["Ana", "", "", ""])
    assert english.say("b_played", (2, 15)) == "Player 2 plays the jack of cups"
    assert strings.Words("zz", ["", "", "", ""]).say("b_answered") == texts("en")["b_answered"]


def test_words_of_cards_cantes_and_names():
    words = strings.Words("es", ["Ana", "Maximiliano José", "Eva", ""])
    assert words.card(15) == "sota de copas"
    assert words.cante("40", 1) == "las cuarenta"
    assert words.cante("20", 2) == "veinte en espadas"
    assert words.cante("tute", 7) == words.cante("tute", "R") == "tute de reyes"
    assert words.name(2) == "Maximilia."
    assert words.side(0) == "Ana y Eva"
    assert strings.Words("es", [""] * 4).side(1) == "2 y 4"
    assert words.event("play", 1, 9) == "as de oros de Ana"
    assert words.event("play", 1) == "la carta de Ana"
    assert words.event("misdeal") == "mal dado"
    assert strings.capitals("José Ñíguez") == "JOSÉ ÑÍGUEZ"
    assert strings.capitals(fonts.ACCENTED.lower()) == fonts.ACCENTED


def test_italian_articles_and_catalan_prepositions_lose_a_vowel_before_another():
    italian = strings.Words("it", ["Ana", "", "", ""])
    assert italian.say("b_played", (1, 9)) == "Ana gioca l'asso di denari"
    assert italian.say("b_played", (1, 6)) == "Ana gioca il cavallo di denari"
    catalan = strings.Words("ca", ["Ana", "Lluís", "Helena", "Òscar"])
    assert catalan.say("b_played", (2, 9)) == "Lluís tira l'as d'oros"
    assert [catalan.event("play", seat, 17) for seat in (1, 2)] == [
        "rei de copes d'Ana",
        "rei de copes de Lluís",
    ]
    assert [catalan.event("play", seat) for seat in (3, 4)] == ["la carta d'Helena", "la carta d'Òscar"]
    assert catalan.cante("tute", 9) == "tute d'asos" and catalan.cante("tute", 7) == "tute de reis"


def test_basque_has_no_articles_and_puts_the_suit_first():
    words = strings.Words("eu", ["Ana", "", "", ""])
    assert words.say("b_played", (1, 9)) == "Ana: urre batekoa bota du"
    assert words.say("b_not_for_swap", (39,)) == "Bastoi batekoa ez da trukatzeko"


def read_font(name: str) -> tuple[int, str, list[tuple[int, ...]], bytes]:
    data = (SCREENS / (name + ".bin")).read_bytes()
    assert data[:3] == b"TF\x02"
    cap, _, count, listed = struct.unpack_from("<BBBH", data, 3)
    chars = data[12 : 12 + listed].decode()
    table = [struct.unpack_from("<BBBBBH", data, 12 + listed + 7 * i) for i in range(count)]
    return cap, chars, table, data[12 + listed + 7 * count :]


@pytest.mark.parametrize("panel", fonts.FACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_of_a_text_has_a_glyph(language, panel):
    chars = set(read_font("small%d" % panel)[1])
    needed = {char for text in texts(language).values() for char in re.sub(r"\{\w+\}", "", text)} - {"|"}
    assert needed - chars == set()
    assert set(fonts.NAMES) - chars == set()
    large = set(read_font("large%d" % panel)[1])
    upper = {char for char in strings.capitals(fonts.NAMES)}
    titles = {char for key, text in texts(language).items() if key[:2] == "t_" for char in text.split("|")[0]}
    assert (upper | titles) - large - set("{}") == set()


def test_every_letter_of_a_name_that_can_be_spelt_has_a_glyph():
    letters = "".join(names.GROUPS)
    assert set(letters + letters.lower()) - set(fonts.NAMES) == set()
    assert [names.spelt("A", letter)[1] for letter in letters] == list(letters.lower())


FACES = [(panel, name, face) for panel, faces in fonts.FACES.items() for name, face in faces.items()]


@pytest.mark.parametrize(("panel", "name", "face"), FACES)
def test_fonts_are_whole_and_as_high_as_the_design_asks(panel, name, face):
    height, chars, table, bits = read_font(name + str(panel))
    assert height == face[0]
    pitch = {128: 0.226, 300: 0.212, 480: 0.204}[panel]  # mm
    least = {"small": 4, "large": 7 if panel == 128 else 8, "huge": 8}[name]
    assert height * pitch >= least
    assert len(chars) == len(table) and list(chars) == sorted(set(chars))
    assert sum(width * rows for _, _, width, _, rows, _ in table) == len(bits) < 65536
    for char, (advance, _, width, _, rows, place) in zip(chars, table, strict=True):
        assert advance > 0 and (char == " " or any(bits[place : place + width * rows])), char
    assert set(icons.SUITS) <= set(chars)


@pytest.mark.parametrize("panel", fonts.FACES)
def test_what_a_panels_glyphs_take_of_the_heap(panel):
    taken = 0
    for name, (_, _, slot, many, few) in fonts.FACES[panel].items():
        _, chars, table, _ = read_font(name + str(panel))
        taken += slot * many + few * max(width * rows for _, _, width, _, rows, _ in table)
        taken += 7 * len(table) + len(chars.encode())
    assert taken <= {128: 5000, 300: 6300, 480: 8400}[panel]


def test_a_device_has_the_fonts_of_every_panel_and_no_other():
    made = {"%s%d.bin" % (name, panel) for panel, name, _ in FACES}
    assert {path.name for path in SCREENS.glob("*.bin")} == made


def test_suits_are_different_shapes_of_similar_weight():
    for side in (20, 38, 72):
        pictures = [icons.icon(suit, side).tobytes() for suit in icons.SUITS]
        assert len(set(pictures)) == 4
        for data in pictures:
            assert 0.12 < sum(byte.bit_count() for byte in data) / side**2 < 0.75


def test_missing_character_ends_the_generator(monkeypatch, tmp_path, capsys):
    import PIL

    bundled = next(pathlib.Path(PIL.__file__).parent.rglob("*.ttf"), None)
    if bundled is None:
        bundled = next(pathlib.Path("/usr/share/fonts").rglob("*.ttf"), None)
    if bundled is None:
        pytest.skip("no TrueType font on this machine")
    monkeypatch.setattr(fonts, "PAINTED", fonts.PAINTED + "\U0001f0a1\u4e00\uabcd")
    monkeypatch.setattr(fonts, "SCREENS", tmp_path)
    monkeypatch.setattr(fonts, "catalogue_chars", lambda language: set())
    assert fonts.main([str(bundled)]) == 1
    assert "U+" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
