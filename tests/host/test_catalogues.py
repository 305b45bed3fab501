"""The words of the panel: languages agree, every key is documented, every character has a glyph."""

import io
import pathlib
import re
import struct

import pytest

from tapete import names
from tapete.screens import index, strings
from tapete_host import build, fonts, icons, launch

SCREENS = pathlib.Path(fonts.SCREENS)
LANGUAGES = fonts.LANGUAGES
SECTIONS = {
    "Banner": "b_",
    "Question": "q_",
    "Option": "o_",
    "Button": "k_",
    "Trouble": "t_",
    "Duty": "y_",
    "By": "h_",
}

# acta.md section 4
PLAY = "no_round match_over round_over card_unknown card_played not_your_turn card_elsewhere"
CANTE = "moment side stock rank cards last_drawn already limit tute_after_cante order deadline"
SWAP = "none stock moment needs_trick suit rank cards"
FRENCH = ("letters", "ranks", "articles", "plurals", "suits")  # what a French deck has words of its own for
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
    "card-1": "cai",
    "suit": "sS",
    "side": "p",
    "kind": "e",
    "word": "vw",
    "seats": "l",
    "cards": "k",
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
    codes = re.findall(r"\{#?([^} ]*)[^}]*\}", text)
    return {
        (int(code.lstrip("npceawvlksxoiCS")), alike.get(code[0], code[0] if code[0].isalpha() else "0"))
        for code in codes
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_keys_and_arguments_of_english(language):
    known, english = texts(language), texts("en")
    assert sorted(known) == sorted(english)
    assert [key for key in known if arguments(known[key]) != arguments(english[key])] == []


def test_every_catalogue_that_lies_there_is_held_put_on_the_device_and_can_be_chosen():
    assert {"es", "en", "it", "ca", "gl", "eu", "ru", "ko"} <= set(LANGUAGES)
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
            for code in re.findall(r"\{#?(\w+)[^}]*\}", known[variant]):
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
        "experience_one",
        "experience_two",
        "spell",
    }
    used |= {part + "_french" for part in FRENCH}
    used |= (
        {"player", "player_short"}
        | {part + "_short" for part in ("cards", "cantes", "ten", "total")}
        | {"total"}
    )
    assert (
        used - {"e_", "k_", "o_", "q_", "b_", "d_", "v_", "x_", "t_", "h_", "y_", "help_"} - set(known)
        == set()
    )
    prefixed = (
        "b_",
        "q_",
        "o_",
        "k_",
        "t_",
        "h_",
        "r_",
        "rs_",
        "rx_",
        "d_",
        "v_",
        "x_",
        "by_",
        "by0_",
        "e_",
        "y_",
        "help_",
    )
    idle = {key for key in known if not key.startswith(prefixed)} - used - {"cards", "cantes", "ten"}
    assert idle == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_have_an_entry_for_every_rank_and_suit(language):
    """Behind them may lie those of another case: the accusative of ranks, the genitive of suits."""
    known = texts(language)
    for end in ("", "_french"):
        for key in ("letters", "ranks", "articles", "plurals"):
            assert len(known[key + end].split(",")) in ((10, 20) if key == "ranks" else (10,)), key
        assert len(known["suits" + end].split(",")) in (4, 8)
        for key in FRENCH:
            assert known[key + "_french"].count(",") == known[key].count(","), key
    counts = (("letters", 10), ("ranks", 10), ("plurals", 10), ("suits", 4))
    for key, count in counts + tuple((key + "_french", count) for key, count in counts):
        entries = known[key].split(",")
        for form in range(0, len(entries), count):
            some = entries[form : form + count]
            assert all(some) and len(set(some)) == count, "two of them look alike: " + key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_goes_with_a_number_has_two_forms_or_three(language):
    for key, text in texts(language).items():
        for forms in re.findall(r"\{#\d ([^}]*)\}", text):
            assert len(forms.split(",")) in (2, 3) and all(forms.split(",")), key
        assert not re.search(r"\{#(?!\d )", text), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("french", [False, True])
def test_a_tute_is_named_after_four_cards_of_a_rank_and_a_card_after_rank_and_suit(language, french):
    words, known = strings.Words(language, ["Ana", "Luis", "Eva", ""], french), texts(language)
    for rank, plural in enumerate(known["plurals_french" if french else "plurals"].split(",")):
        tute = words.cante("tute", rank)
        assert plural in tute and tute == words.cante("tute", "24567SCR3A"[rank])
    for card in range(40):
        said = words.card(card)
        assert words.item("ranks", card % 10) in said and words.item("suits", card // 10 + 4) in said
        assert words.say("b_dismissed", (card,)).count("  ") == 0
    assert len({words.card(card) for card in range(40)}) == 40


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 5, 11, 21])
def test_every_message_is_said_whole_with_any_number(language, number, monkeypatch):
    """With no number is a piece of the text missing, or a form of a word that has others."""
    monkeypatch.setattr(strings, "STRICT", True)
    words, known = strings.Words(language, ["Ana", "Luis", "Eva", ""]), texts(language)
    given = {"seat": 4, "seat0": 1, "card": 19, "card-1": 26, "suit": 0, "side": 1, "kind": "20", "of": 0}
    given |= {
        "word": "play",
        "seats": [1, 4],
        "cards": [3, 19],
        "preset": "amelia-2",
        "number": number,
        "text": "x",
    }
    for key, kinds in documented().items():
        for variant in variants(key, known):
            said = words.say(variant, [given.get(kind) for kind in kinds])
            assert said and said == said.strip() and not re.search(r"[{}#]|  |' ", said), (variant, said)


def test_a_screen_drawn_again_reads_no_more_than_what_is_over():
    """More keys than are kept, asked for in the same order each time: what reading leaves fills a small heap."""
    read = []

    class Counted(strings.Catalogue):
        def _read(self, key):
            read.append(key)
            return super()._read(key)

    catalogue = Counted("es")
    keys = list(texts("es"))[: strings._KEPT + 2]
    for _ in range(3):
        read.clear()
        for key in keys:
            assert catalogue.get(key) == texts("es")[key]
    assert read == keys[-3:]
    catalogue.forget()
    catalogue.get(keys[0])
    assert read[-1] == keys[0] and len(catalogue._texts) == 1
    catalogue.close()


@pytest.fixture(params=["source", "built"])
def folder(request, tmp_path, monkeypatch):
    """A folder of catalogues, where `strings` looks for them: as they are written, or with their tables."""
    for language in LANGUAGES:
        name = f"tapete/screens/{language}.txt"
        data = (build.FIRMWARE / name).read_bytes()
        (tmp_path / f"{language}.txt").write_bytes(data if request.param == "source" else build.asset(name))
    monkeypatch.setattr(strings, "FOLDER", str(tmp_path))
    return tmp_path


def test_catalogue_reads_every_text_from_its_file(folder):
    for language in LANGUAGES:
        catalogue = strings.Catalogue(language)
        for key, text in texts(language).items():
            assert catalogue.get(key) == text
        assert catalogue.get("nobody_wrote_this") is None and catalogue.get("") is None
        catalogue.close()


def test_a_text_is_found_without_reading_many_others():
    """Each line read in vain is garbage in a small heap while cards are played."""
    for language in LANGUAGES:
        data = build.asset(f"tapete/screens/{language}.txt")
        slots = data[data.index(strings.TAIL) + len(strings.TAIL) :]
        assert len(slots) == 2 * strings.SLOTS
        wrong = 0
        for key in texts(language):
            at = strings.slot(key.encode() + b" ")
            while (
                data.find(key.encode() + b" ", start := slots[2 * at] + 256 * slots[2 * at + 1] - 1) != start
            ):
                at, wrong = (at + 1) % strings.SLOTS, wrong + 1
        assert wrong < len(texts(language)) / 5, language


def test_a_table_that_is_full_of_wrong_places_ends(folder):
    catalogue = strings.Catalogue("es")
    catalogue._start, catalogue._index = 0, io.BytesIO(b"\x01\xff" * strings.SLOTS)
    assert catalogue.get("played") is None
    catalogue.close()
    (folder / "es.txt").write_bytes(b"x y")
    catalogue = strings.Catalogue("es")
    assert catalogue.get("x") == "y" and catalogue.get("y") is None
    catalogue.close()


def test_a_catalogue_too_large_for_its_table_is_refused():
    with pytest.raises(ValueError, match="64 KB"):
        index.indexed(b"a b\n" + b"#" * 0xFFFF + b"\nc d\n")


def test_a_french_deck_has_its_own_courts_and_suits():
    spanish = strings.Words("es", ["Ana", "", "", ""], True)
    assert spanish.say("b_played", (1, 6)) == "Ana echa la reina de diamantes"
    assert spanish.cante("20", 1) == "veinte en corazones" and spanish.drawn(35) == "J\ue00b"
    russian = strings.Words("ru", ["Анна", "", "", ""], True)
    assert russian.say("b_played", (1, 26)) == "Анна кладёт даму пик"


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
    for letters in (fonts.ACCENTED, fonts.RUSSIAN):
        assert strings.capitals(letters.lower()) == letters
    assert strings.capitals("지민 1") == "지민 1"
    assert strings.begin("ёлка") == "Ёлка" and strings.begin("") == ""


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


def test_russian_has_three_forms_with_a_number_and_declines_cards():
    words = strings.Words("ru", ["Анна", "", "", ""])
    points = {1: "очко", 2: "очка", 4: "очка", 5: "очков", 11: "очков", 12: "очков", 14: "очков", 20: "очков"}
    points.update({0: "очков", 21: "очко", 24: "очка", 101: "очко", 111: "очков", 112: "очков", 122: "очка"})
    for number, form in points.items():
        assert words.say("b_took", (1, number)) == "Анна берёт %d %s" % (number, form)
    assert words.say("target", (1,)) == "До 1 победы" and words.say("target", (3,)) == "До 3 побед"
    assert words.card(19) == "туз кубков" and words.item("suits", 1) == "кубки"
    assert words.say("b_played", (1, 19)) == "Анна кладёт туза кубков"
    assert words.say("b_swap", (1, 14, 17)) == "Анна меняет семёрку на короля"
    assert words.say("o_card", (25,)) == "Паж мечей"


def test_a_language_of_two_forms_tells_one_from_many(monkeypatch):
    words = strings.Words("en", [""] * 4)
    monkeypatch.setattr(words._catalogue, "get", lambda key: "{0} {#0 round,rounds}, {1} {#1 point,points}")
    assert words.say("any", (1, 0)) == "1 round, 0 points"
    assert words.say("any", (21, 1)) == "21 rounds, 1 point"


def test_a_list_that_is_not_declined_begins_again():
    words = strings.Words("es", [""] * 4)
    assert [words.item("suits", 4 + suit) for suit in range(4)] == texts("es")["suits"].split(",")
    assert [words.item("ranks", 10 + rank) for rank in range(10)] == texts("es")["ranks"].split(",")


def test_korean_puts_the_suit_first_and_no_particle_behind_it():
    words = strings.Words("ko", ["지민", "Ana", "", ""])
    assert words.say("b_played", (1, 26)) == "지민: 에스파다스 나이트 냄"
    assert words.cante("20", 1) == "코파스 20" and words.cante("tute", 7) == "킹 투테"
    assert words.side(0) == "지민 · 3번 자리"
    for key, text in texts("ko").items():
        assert not re.search(r"\{[nacCsSoxe]\d\}(은|는|이|가|을|를|와|과|으로|로)(?!\S)", text), key


class FontFile:
    """What a font file holds."""

    def __init__(self, name: str) -> None:
        data = (SCREENS / (name + ".bin")).read_bytes()
        assert data[:4] == b"TF\x03\0"
        head = struct.unpack_from("<12H", data, 4)
        self.cap, _, self.own, self.even, self.wide, self.size, self.first = head[:7]
        self.common, self.largest, self.many, self.few = head[7:11]
        count = self.own + self.even
        self.chars = data[28 : 28 + 2 * count].decode("utf-16-le")
        at = 28 + 2 * count
        self.advances = list(data[at : at + self.own]) + [self.wide] * self.even
        places = list(struct.unpack_from("<%dH" % self.own, data, at + self.own))
        self.places = places + [self.first + self.size * i for i in range(self.even)]
        self.glyphs = data[at + 3 * self.own :]

    def glyph(self, i: int) -> tuple[int, bytes]:
        """Width and columns of a glyph."""
        _, width, _, rows = self.glyphs[self.places[i] : self.places[i] + 4]
        return width, self.glyphs[self.places[i] + 4 : self.places[i] + 4 + width * rows]


def script(language: str) -> str:
    return language if language in (fonts.CYRILLIC, fonts.HANGUL) else ""


@pytest.mark.parametrize("panel", fonts.FACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_of_a_text_has_a_glyph(language, panel):
    chars = set(FontFile("small%d%s" % (panel, script(language))).chars)
    needed = {char for text in texts(language).values() for char in re.sub(r"\{#?\w+", "", text)} - set("|{}")
    assert needed - chars == set()
    assert set(fonts.NAMES) - chars == set()
    large = set(FontFile("large%d%s" % (panel, script(language))).chars)
    upper = {char for char in strings.capitals(fonts.NAMES)}
    assert (upper | fonts.titles(language) | set(texts(language)["spell"])) - large == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_a_name_that_can_be_spelt_has_a_glyph(language):
    groups = names.groups(language)
    letters = "".join(groups)
    assert len(set(letters)) == len(letters), "a letter is there twice"
    assert set(letters + letters.lower()) - set(FontFile("small300" + script(language)).chars) == set()
    assert [names.spelt("A", letter)[1:] for letter in letters] == list(letters.lower())
    assert all(len(group) < 11 for group in groups), "a group must fit into a line"


def test_the_latin_letters_look_the_same_in_every_script():
    for panel, name, _ in FACES:
        latin = FontFile("%s%d" % (name, panel))
        for other in (fonts.CYRILLIC, fonts.HANGUL) if name != "huge" else ():
            mixed = FontFile("%s%d%s" % (name, panel, other))
            for i, char in enumerate(latin.chars):
                k = mixed.chars.find(char)
                assert k < 0 or (mixed.advances[k], mixed.glyph(k)) == (latin.advances[i], latin.glyph(i)), (
                    char
                )
            assert set(latin.chars) - set(mixed.chars) <= set("¿¡ïÏ"), set(latin.chars) - set(mixed.chars)


FACES = [(panel, name, face) for panel, faces in fonts.FACES.items() for name, face in faces.items()]
FILES = [(panel, name, "") for panel, name, _ in FACES]
FILES += [(panel, name, "ru") for panel, name, _ in FACES if name != "huge"]
FILES += [(panel, name, "ko") for panel, name, _ in FACES if name != "huge"]


@pytest.mark.parametrize(("panel", "name", "script"), FILES)
def test_fonts_are_whole_and_as_high_as_the_design_asks(panel, name, script):
    file = FontFile("%s%d%s" % (name, panel, script))
    assert file.cap == fonts.FACES[panel][name][0]
    pitch = {128: 0.226, 300: 0.212, 480: 0.204}[panel]  # mm
    least = {"small": 4, "large": 7 if panel == 128 else 8, "huge": 8}[name]
    assert file.cap * pitch >= least
    assert len(file.chars) == file.own + file.even == len(set(file.chars))
    assert file.even == sum(map(fonts.is_hangul, file.chars)) and (script == "ko") == (file.even > 0)
    sizes = []
    for i, char in enumerate(file.chars):
        width, columns = file.glyph(i)
        sizes.append(len(columns))
        assert file.advances[i] > 0 and (char == " " or any(columns)), char
        if i >= file.own:  # a syllable is as high as a capital
            assert len(columns) == width * ((file.cap + 7) // 8) == file.size - 4
    assert sum(sizes) + 4 * len(sizes) == len(file.glyphs) and max(file.places[: file.own]) < 65536
    widest = max(file.glyph(i)[0] for i in range(len(file.chars)))
    assert file.largest == (max(sizes) if file.common else widest) and (
        not file.even or not file.common or file.size - 4 <= file.common
    )
    assert set(icons.SUITS + icons.FRENCH) <= set(file.chars)


@pytest.mark.parametrize("script", ["", "ru", "ko"])
@pytest.mark.parametrize("panel", fonts.FACES)
def test_what_a_panels_glyphs_take_of_the_heap(panel, script):
    taken = 0
    for name in fonts.FACES[panel]:
        file = FontFile("%s%d%s" % (name, panel, script if name != "huge" else ""))
        taken += file.common * file.many + file.few * file.largest + 6 * (file.many + file.few)
        taken += 5 * file.own + 2 * file.even
    assert taken <= {128: 5100, 300: 6400, 480: 8300}[panel]


def test_no_two_syllables_look_alike():
    for panel in fonts.HANGUL_FACES:
        for name in fonts.HANGUL_FACES[panel]:
            file = FontFile("%s%dko" % (name, panel))
            assert len({file.glyph(i) for i in range(file.own, len(file.chars))}) == file.even


def test_a_device_has_the_fonts_of_every_panel_and_no_other():
    assert {path.name for path in SCREENS.glob("*.bin")} == {"%s%d%s.bin" % (n, p, s) for p, n, s in FILES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rank_can_be_written_large(language):
    assert set(texts(language)["letters"]) - {","} <= set(fonts.DIGITS + fonts.RANKS)


def test_suits_are_different_shapes_of_similar_weight():
    for side in (20, 38, 72):
        pictures = [icons.icon(suit, side).tobytes() for suit in icons.SUITS + icons.FRENCH]
        assert len(set(pictures)) == 8
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
    assert fonts.main([str(bundled)] * 3) == 1
    assert "U+" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
