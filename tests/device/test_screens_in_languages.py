"""Every catalogue in its places, laid out without painting: nothing overflows, and no language is cut where neither
Spanish nor English is. A catalogue that is put into the folder is tried too."""

from support.render_screens import PANELS
from support.screen_check import faults
from support.views import CATALOGUES, LANGUAGES, samples
from tapete import screens
from tapete.screens import font, strings
from tapete.screens.page import Overflow
from tapete.screens.view import View

strings.STRICT = True

OTHERS = [lang for lang in CATALOGUES if lang not in LANGUAGES]
SECTIONS = {"Banner": "b_", "Question": "q_", "Option": "o_", "Button": "k_", "Trouble": "t_"}
KNIGHT, BARTOLOME = 26, 4  # caballo de espadas, and the seat with the longest usual name
LONG = {
    "seat": BARTOLOME,
    "seat0": BARTOLOME,
    "card": KNIGHT,
    "card-1": KNIGHT,
    "suit": 2,
    "side": 1,
    "kind": "20",
    "of": 2,
    "word": "play",
    "seats": [2, BARTOLOME],
    "cards": [23, 24, 25, 26, 30],
    "preset": "wikipedia-4-classical",
    "number": 10,
    "text": "6C AO 2B",
}
REFUSALS = ("b_refused", "b_cante_refused", "b_swap_refused", "b_denied")  # their reasons are tried
PARTS = {"cards": [68, 52], "cantes": [40, 20], "ten": [10, 0]}
PRESS = ["opt1", "opt2", "", "back"]
YES_NO = [("yes", ()), ("no", ())]
OVER = "overflow: "


_fits = font.Font.fits
_shortened = []


def _noted(face, text, room):
    """How a page finds where to cut a text; asked for nothing else, so it tells what was cut."""
    _shortened.append(text)
    return _fits(face, text, room)


font.Font.fits = _noted


def _documented():
    """(prefix, key, its arguments at their longest), from the tables of README.md."""
    found, prefix = [], ""
    with open(strings.FOLDER + "/README.md") as file:
        for line in file:
            if line.startswith("### "):
                prefix = SECTIONS.get(line.split()[1], "")
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if prefix and line.startswith("| ") and cells[0] != "key" and prefix + cells[0] not in REFUSALS:
                found.append((prefix, cells[0], tuple([LONG.get(word) for word in cells[1].split()])))
    return found


def _keys(lang):
    with open("%s/%s.txt" % (strings.FOLDER, lang)) as file:
        return [line.split(" ")[0] for line in file if line[0] != "#"]


def _view(kind, lang, **fields):
    view = View(kind, lang)
    view.names = ["Ana", "Luis", "Eva", "Bartolomé"]
    view.trump, view.upcard, view.trick_no = 1, 10, 4
    view.points, view.games, view.turn, view.dealer = [45, 38], [1, 2], 4, 4
    view.buttons = ["", "cante", "swap", "undo"]
    for key in fields:
        setattr(view, key, fields[key])
    return view


def _asked(lang, key, args, options=YES_NO, selected=-1, buttons=PRESS):
    return _view("question", lang, question=(key, args, options, selected), buttons=list(buttons))


def _told(lang, documented):
    """A view for each documented message."""
    for prefix, key, args in documented:
        name = prefix + key
        if key == "claim" and prefix == "b_":
            for finding in ("upheld", "pending", "unfounded"):
                yield name + "_" + finding, _view("trick", lang, banner=(key, args[:2] + (finding,)))
        elif prefix == "b_":
            yield name, _view("trick", lang, banner=(key, args))
        elif prefix == "q_" and key == "before_lead":
            yield name, _asked(lang, key, args[:2] + ("swap",))
        elif prefix == "q_":
            yield name, _asked(lang, key, args)
        elif prefix == "o_":
            yield name, _asked(lang, "whose", (1,), [(key, args)] * 2)
            yield name + " in a list", _asked(lang, "menu", (), [(key, args)] * 3, 0)
        elif prefix == "k_":
            yield name, _asked(lang, "menu", (), YES_NO, 0, [key] * 4)
        elif prefix == "t_" and key[-2:] != "_s":
            yield name, _view("trouble", lang, trouble=(key, args))


def _reasons(lang, keys):
    """A view for each reason, duty, event and result, which no table lists."""
    for key in keys:
        prefix, _, word = key.partition("_")
        if prefix == "r" and word not in ("renuncio", "then_line"):
            yield key, _view("refused", lang, banner=("cante_refused", (BARTOLOME, "20", 2, word)))
            yield key + " told", _view("trick", lang, banner=("denied", ("correct", word)))
        elif prefix == "rs":
            yield key, _view("refused", lang, banner=("swap_refused", (BARTOLOME, KNIGHT, word)))
        elif prefix == "rx":
            yield key, _view("refused", lang, banner=("denied", ("correct", word)))
        elif prefix == "d" and word != "must":
            yield key, _view("refused", lang, banner=("refused", (BARTOLOME, KNIGHT, "renuncio", [word])))
        elif prefix == "v" and "_" not in word:
            yield key, _view("trick", lang, banner=("undone", (word, BARTOLOME, KNIGHT)))
            yield key + " asked", _asked(lang, "undo", (word, BARTOLOME, KNIGHT))
        elif prefix == "by" and word not in ("hand", "hand_short"):
            yield key, _view("count", lang, parts=PARTS, winner=0, by=word)
        elif prefix == "by0":
            yield key, _view("count", lang, parts=PARTS, by=word)


def _cut(view, panel):
    """What a page shows only a part of, "" if all is there; Overflow's words where a text may not be cut."""
    page = screens._sized(panel[0], panel[1], view)
    page.clear()
    _shortened.clear()
    try:
        screens._layout(view, page)
    except Overflow as over:
        return OVER + str(over)
    assert not faults(page), (view.lang, faults(page))
    return " ".join(_shortened)


def test_every_sample_is_laid_out_in_every_language():
    """Those of the accepted languages are painted elsewhere."""
    wrong = []
    for panel in PANELS:
        known = set([name for lang in LANGUAGES for name, view in samples(lang) if _cut(view, panel)])
        for lang in OTHERS:
            for name, view in samples(lang):
                cut = _cut(view, panel)
                if cut and (cut.startswith(OVER) or name not in known):
                    wrong.append((panel, lang, name, cut))
    assert not wrong, wrong


def test_every_message_fits_where_it_does_in_spanish_or_english():
    """On the panels with the least room; the 7.5" one has that of the 4.2"."""
    documented, wrong = _documented(), []
    for panel in (PANELS[0], PANELS[2]):
        known = set()
        for lang in list(LANGUAGES) + OTHERS:
            for made in (_told(lang, documented), _reasons(lang, _keys(lang))):
                for name, view in made:
                    cut = _cut(view, panel)
                    if cut and lang in LANGUAGES:
                        known.add(name)
                    elif cut and name not in known:
                        wrong.append((panel, lang, name, cut))
    assert not wrong, wrong


def test_a_text_that_is_cut_is_noticed():
    view = _view("trick", "es", banner=("played", (BARTOLOME, KNIGHT)))
    assert not _cut(view, PANELS[0])
    view.names = ["", "", "", "Bartolomé"]
    view.banner = ("false_cante", (BARTOLOME, "tute", 7))
    assert "Bartolomé" in _cut(view, PANELS[2])
    view = _asked("es", "menu", (), [("yes", ())] * 2, 0, ["choose", "prev", "next", "undo"])
    assert _cut(view, PANELS[0]) == "" and _cut(view, PANELS[2]).startswith(OVER)
