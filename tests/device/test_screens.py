"""Every sample screen in every language: the picture by its hash, nothing overflows, nothing leaks."""

import gc
import json
import sys

import framebuf

from support.render_screens import digest
from support.views import LANGUAGES, samples
from tapete import screens
from tapete.panels.canvas import HEIGHT, WIDTH, Canvas
from tapete.panels.drawing import picture
from tapete.screens import font, strings
from tapete.screens.page import Overflow, Page
from tapete.screens.view import View

strings.STRICT = True  # a key that nobody wrote, a glyph that lacks, a text that does not fit: raise


def _golden():
    with open("tests/golden/screens.json") as file:
        return json.load(file)


def _sample(name, lang="es"):
    return dict(samples(lang))[name]


def test_pictures_are_the_accepted_ones():
    golden = _golden()
    changed = []
    for lang in LANGUAGES:
        for name, view in samples(lang):
            if golden.get(name + "." + lang) != digest(view)[0]:
                changed.append(name + "." + lang)
    assert not changed, "make screens shows them: " + " ".join(changed)


def test_no_accepted_picture_has_lost_its_sample():
    known = [name + "." + lang for lang in LANGUAGES for name, _ in samples(lang)]
    assert sorted(known) == sorted(_golden())


def test_every_kind_of_screen_has_a_sample():
    kinds = set(view.kind for _, view in samples("es"))
    assert kinds == set(screens._HOMES), kinds


def test_bands_of_any_height_make_the_same_picture():
    view = _sample("trick_three")
    whole = picture(lambda canvas: screens.paint(view, canvas), lines=HEIGHT)
    for lines in (1, 7, 75, 80):
        assert picture(lambda canvas: screens.paint(view, canvas), lines=lines) == whole, lines


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
    for first, second in ((screens._page, screens.texts), (screens.texts, screens._page)):
        screens._page(_sample("trick_lead"))
        first(view)
        assert screens._lent[0] == "ask"
        second(view)
        assert screens._lent == ["", None, None]
    assert "tapete.screens.ask" not in sys.modules and "huge" not in font._fonts


def test_overflow_is_noticed():
    page = Page()
    try:
        page.text("Guadalupe y Maximiliano", 0, 0, 60)
    except Overflow:
        return
    raise AssertionError("a text of twice its place was taken")


def test_device_cuts_what_does_not_fit():
    page = Page()
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
    gc.collect()
    before = gc.mem_alloc()
    screens._page(view)
    taken = gc.mem_alloc() - before
    assert taken < 24000, taken
