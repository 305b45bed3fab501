"""Runs under MicroPython: draws every sample and prints a line each; with a folder, writes the pictures too.

micropython tests/support/render_screens.py [FOLDER]
"""

import binascii
import hashlib
import json
import sys

from support.views import CATALOGUES, samples
from tapete import screens
from tapete.panels.drawing import picture
from tapete.screens import strings

PANELS = ((400, 300), (800, 480), (296, 128))


def digest(view, panel=PANELS[0]):
    """(sha256 in hex, the bytes) of the picture of a view on a panel of so many pixels."""
    bits = picture(lambda canvas: screens.paint(view, canvas), panel[0], panel[1])
    return binascii.hexlify(hashlib.sha256(bits).digest()).decode(), bits


def name_of(name, panel, lang):
    """The name of a picture among the accepted ones."""
    return "%s.%dx%d.%s" % (name, panel[0], panel[1], lang)


def main(folder):
    """One JSON line a picture: sample, width, height, language, sha256, texts."""
    strings.STRICT = True
    for lang in CATALOGUES:
        for panel in PANELS:
            for name, view in samples(lang):
                shown, bits = digest(view, panel)
                if folder:
                    with open("%s/%s.bin" % (folder, name_of(name, panel, lang)), "wb") as file:
                        file.write(bits)
                print(json.dumps([name, panel[0], panel[1], lang, shown, screens.texts(view)]))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
