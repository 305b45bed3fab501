"""What must hold for every page: nothing outside of the panel, no text upon another."""

from tapete.screens.page import _TEXT

_NAMES = ("small", "large", "huge")


def texts_of(page):
    """(text, x, y, w, h) of each text on a page, in pixels; h is the height of a capital."""
    found = []
    for i in range(page._count):
        place, kind = page._items[2 * i], page._items[2 * i + 1]
        if kind & 15 >= _TEXT:
            text = page._texts[kind >> 20]
            found.append((text, place >> 9 & 1023, place & 511, kind >> 10 & 1023, place >> 19))
    return found


def faults(page):
    """What is wrong with a page, in words; empty when all is well."""
    wrong = []
    width, lines = page.pixels, page.lines
    for i in range(page._count):
        place, kind = page._items[2 * i], page._items[2 * i + 1]
        right, low = (place >> 9 & 1023) + (kind >> 10 & 1023), (place & 511) + (place >> 19)
        if right > width or low > lines:
            wrong.append("piece %d ends at %d,%d" % (i, right, low))
    texts = texts_of(page)
    for i, (text, x, y, w, h) in enumerate(texts):
        for other, x2, y2, w2, h2 in texts[i + 1 :]:
            if x < x2 + w2 and x2 < x + w and y < y2 + h2 and y2 < y + h:
                wrong.append("%r lies upon %r" % (other, text))
    return wrong
