"""Every sample screen on every panel in every language: the picture by its hash, nothing overflows, nothing leaks."""

import gc
import json
import os
import sys

import framebuf

from support.render_screens import PANELS, digest, name_of
from support.screen_check import faults, texts_of
from support.views import CATALOGUES, LANGUAGES, samples
from tapete import screens
from tapete.panels.canvas import HEIGHT, WIDTH, Canvas
from tapete.panels.drawing import picture
from tapete.screens import font, parts, strings
from tapete.screens.page import Overflow, Page
from tapete.screens.view import View

strings.STRICT = True  # a key that nobody wrote, a glyph that lacks, a text that does not fit: raise


def _golden():
    with open("tests/golden/screens.json") as file:
        return json.load(file)


def _sample(name, lang="es"):
    return dict(samples(lang))[name]


def _all():
    return [
        (panel, lang, name, view) for panel in PANELS for lang in LANGUAGES for name, view in samples(lang)
    ]


def test_pictures_are_the_accepted_ones():
    """Of the languages beside Spanish and English those of the smallest panel, in which painting takes least; with
    --soak all."""
    golden = _golden()
    others = [lang for lang in CATALOGUES if lang not in LANGUAGES]
    few = [(panel, lang) for panel in PANELS[-1:] for lang in others]
    if os.getenv("TAPETE_SOAK"):
        few = [(panel, lang) for panel in PANELS for lang in others]
    pictures = _all() + [(panel, lang, name, view) for panel, lang in few for name, view in samples(lang)]
    changed = []
    for panel, lang, name, view in pictures:
        name = name_of(name, panel, lang)
        if golden.get(name) != digest(view, panel)[0]:
            changed.append(name)
    assert not changed, "make screens shows them: " + " ".join(changed)


def test_no_accepted_picture_has_lost_its_sample():
    known = [
        name_of(name, panel, lang) for panel in PANELS for lang in CATALOGUES for name, _ in samples(lang)
    ]
    assert sorted(known) == sorted(_golden())


def test_nothing_lies_outside_of_a_panel_or_upon_another_text():
    wrong = []
    for panel, lang, name, view in _all():
        digest(view, panel)
        page = screens._last[1]
        assert (page.pixels, page.lines) == panel
        wrong += [(name_of(name, panel, lang), fault) for fault in faults(page)]
    assert not wrong, wrong


def test_a_fault_of_a_page_is_noticed():
    page = Page(parts, 400, 300)
    page.fill(390, 10, 11, 10)
    page.text("Bartolomé", 10, 10, 100)
    page.text("Ana", 30, 29, 100)
    assert len(faults(page)) == 2, faults(page)


def test_every_type_is_as_high_as_the_design_asks():
    """Turn, trump and score 8 mm on the 4.2" panel, all else 4 mm on each: the height of capitals."""
    pitch = {400: 212, 800: 204, 296: 226}  # micrometres
    for panel, _, name, view in _all():
        digest(view, panel)
        for text, _, _, _, h in texts_of(screens._last[1]):
            assert h * pitch[panel[0]] >= 4000, (panel, name, text)
    for name in ("trick_three", "by_hand_no_answer", "cante_40", "won"):
        view = _sample(name)
        digest(view)
        high = [text for text, _, _, _, h in texts_of(screens._last[1]) if h * 212 >= 8000]
        turn = view.names[view.turn - 1].upper() if view.kind in ("trick", "by_hand") else ""
        for text in (turn, "45", "38", "2\ue001"):
            assert not text or strings.capitals(text) in high, (name, text, high)


def test_every_kind_of_screen_has_a_sample():
    kinds = set(view.kind for _, view in samples("es"))
    assert kinds == set(screens._HOMES), kinds


def test_every_question_and_every_banner_of_the_catalogue_has_a_sample():
    shown = {"q_before_lead_cante", "q_before_lead_swap", "q_proof_witness", "q_setup_start_3"}
    shown |= {"b_cante_refused_0", "b_swap_refused_0"}
    for _, view in samples("es"):
        shown.add(view.question and "q_" + view.question[0])
        if view.banner:
            shown.add("b_" + view.banner[0])
            shown.add("b_" + view.banner[0] + "_" + str((view.banner[1] or ("",))[-1]))
    missing = [key for key in _keys() if key[:2] in ("q_", "b_") and key not in shown]
    assert missing == [], missing


def _keys():
    with open(strings.FOLDER + "/es.txt") as f:
        return [line.split(" ")[0] for line in f if line[0] != "#"]


def test_bands_of_any_height_make_the_same_picture():
    view = _sample("trick_three")
    for width, height in PANELS:
        whole = digest(view, (width, height))[1]
        for lines in (1, 7, 40, 75, 80, height):
            assert picture(lambda canvas: screens.paint(view, canvas), width, height, lines) == whole, lines


def test_panels_replace_each_other():
    """A page and its type are those of the canvas; the other panel's fonts are given back."""
    view = _sample("trick_three")
    first = [digest(view, panel)[0] for panel in PANELS]
    assert len(set(first)) == 3
    assert [digest(view, panel)[0] for panel in reversed(PANELS)] == first[::-1]
    digest(view, (296, 128))
    assert set(face.cap for face in font._fonts.values()) == {18, 32}
    digest(view, (800, 480))
    assert set(face.cap for face in font._fonts.values()) == {32, 61}


def test_a_name_in_other_letters_is_written_in_every_language():
    """Strict as we are here, a glyph that lacks would raise."""
    for lang in ("es", "ko", "ru"):
        for name in ("지민", "Алёна", "Íñigo"):
            for panel in PANELS:
                view = _sample("trick_three", lang)
                view.names = ["Ana", name, "Eva", "Luis"]
                if lang in ("es", "ko" if name == "지민" else "ru") or name == "Íñigo":
                    assert digest(view, panel)[0] == digest(view, panel)[0]
                    assert any([name in text for text in screens.texts(view)]), (lang, name)
    digest(_sample("trick_three"))
    assert font._suited == [300, ""]


def test_the_large_panel_has_larger_type_and_all_that_the_middle_one_has():
    for lang in LANGUAGES:
        for name, view in samples(lang):
            digest(view)
            said = screens.texts(view)
            digest(view, (800, 480))
            whole = screens.texts(view)
            for text, longer in zip(said, whole):  # only names are given more room
                assert text == longer or len(text) < len(longer), (name, text, longer)
            assert len(said) == len(whole), (name, said, whole)


def test_the_low_panel_says_what_is_essential():
    """Turn, trump, score and what lies there; a question with all its answers that have a button."""
    for name, view in samples("es"):
        digest(view, (296, 128))
        said = " | ".join(screens.texts(view))
        if view.kind in ("trick", "by_hand"):
            words = [strings.capitals(view.names[view.turn - 1]), "Triunfo: "] if view.turn else []
            words += [str(n) for n in view.points or ()]
            for word in words:
                assert word in said, (name, word, said)
        if view.question and view.question[3] < 0 and view.kind != "deal":  # there the buttons say it
            assert all(["%d " % (i + 1) in said for i in range(len(view.question[2]))]), (name, said)


def test_what_buttons_do_is_written_where_it_differs():
    digest(_sample("trick_lead"), (296, 128))
    said = screens.texts(_sample("refused_renuncio"))
    assert "Queda" in said and "Deshacer" not in said, said
    assert "Falta" in screens.texts(_sample("trick_unheard"))
    digest(_sample("trick_lead"))


def test_number_of_the_glyph_format():
    assert font._VLSB == framebuf.MONO_VLSB


def test_old_and_new_picture_alternate():
    old, new = _sample("trick_three"), _sample("refused_renuncio")
    first = picture(lambda canvas: screens.paint(old, canvas))
    second = picture(lambda canvas: screens.paint(new, canvas))
    assert first != second
    assert picture(lambda canvas: screens.paint(old, canvas)) == first
    assert picture(lambda canvas: screens.paint(new, canvas)) == second


def test_a_screen_is_given_back_once_it_is_drawn_and_told():
    view = _sample("refused_renuncio")
    for first, second in ((digest, screens.texts), (screens.texts, digest)):
        digest(_sample("trick_lead"))
        first(view)
        assert screens._lent[0] == "refused"
        second(view)
        assert screens._lent == ["", None, None]
    assert "tapete.screens.refused" not in sys.modules and "huge" not in font._fonts


def test_overflow_is_noticed():
    page = Page(parts)
    try:
        page.text("Guadalupe y Maximiliano", 0, 0, 60)
    except Overflow:
        return
    raise AssertionError("a text of twice its place was taken")


def test_device_cuts_what_does_not_fit():
    page = Page(parts)
    strings.STRICT = False
    try:
        assert 0 < page.text("Guadalupe y Maximiliano", 0, 0, 60) <= 60
        assert page.text("\u6f22", 0, 0, 60) > 0  # a glyph that lacks is a box
    finally:
        strings.STRICT = True


def test_unknown_keys_never_stop_a_device():
    strings.STRICT = False
    try:
        view = _sample("trick_three")
        view.banner = ("nobody_wrote_this", (1, 2))
        view.buttons = ["nor_this", "", "", ""]
        screens.texts(view)
        picture(lambda canvas: screens.paint(view, canvas))
        view = View("trouble")
        view.trouble = ("never_heard", ())
        assert "never_heard" in " ".join(screens.texts(view))
    finally:
        strings.STRICT = True


def test_texts_say_what_is_drawn():
    digest(_sample("trick_lead"))  # on the 4.2" panel
    said = " | ".join(screens.texts(_sample("trick_three")))
    for word in ("BARTOLOMÉ", "Triunfo: dos de copas", "Luis: as de oros", "Baza 4", "45", "veinte en oros"):
        assert word in said, (word, said)
    said = " | ".join(screens.texts(_sample("refused_renuncio", "en")))
    for word in ("NOT ALLOWED", "LUIS: two of clubs", "follow suit or trump"):
        assert word in said, (word, said)
    for lang in LANGUAGES:
        for name, view in samples(lang):
            for text in screens.texts(view):
                for char in text:
                    assert not 0xE000 <= ord(char) <= 0xF8FF, (name, text)


def test_nothing_is_cut_in_a_time_of_trouble():
    for panel, lang, name, view in _all():
        if view.kind in ("trouble", "by_hand"):
            digest(view, panel)
            for text, _, _, _, _ in texts_of(screens._last[1]):
                assert "…" not in text, (panel, lang, name)


def test_hidden_points_stay_hidden():
    said = " ".join(screens.texts(_sample("trick_hidden_points")))
    assert "45" not in said and "38" not in said, said


def test_open_plays_are_not_told_even_by_the_count():
    view = _sample("count_renuncio")
    shown = digest(view)[0]
    view = _sample("count_renuncio")
    view.audit = {1: "clean", 2: "renuncio", 3: "clean", 4: "clean"}
    assert digest(view)[0] == shown


def test_painting_takes_no_heap_once_its_glyphs_are_read():
    """A panel update paints two pictures of four bands; the collector must not run in between."""
    view = _sample("trick_three")
    canvas = Canvas(bytearray(WIDTH // 8 * 75), WIDTH, HEIGHT)

    def update():
        for y0 in range(0, HEIGHT, 75):
            canvas.begin(y0)
            screens.paint(view, canvas)

    update()
    gc.collect()
    before = gc.mem_alloc()
    update()
    taken = gc.mem_alloc() - before
    assert taken < 4096, taken


def test_a_new_view_costs_little_heap():
    """Layout of a picture whose module, texts and glyphs are in memory."""
    digest(_sample("trick_lead"))
    digest(_sample("trick_three"))
    view = _sample("trick_three")
    canvas = Canvas(bytearray(WIDTH // 8 * 75), WIDTH, HEIGHT)
    gc.collect()
    before = gc.mem_alloc()
    screens.paint(view, canvas)
    taken = gc.mem_alloc() - before
    assert taken < 24000, taken
