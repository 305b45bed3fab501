"""Runs under MicroPython: draws every sample and prints a line each; with a folder, writes the pictures too.

micropython tests/support/render_screens.py [FOLDER]
"""

import binascii
import hashlib
import json
import sys

from support.views import LANGUAGES, samples
from tapete import screens
from tapete.panels.drawing import picture
from tapete.screens import strings


def digest(view):
    """(sha256 in hex, the bytes) of the picture of a view."""
    bits = picture(lambda canvas: screens.paint(view, canvas))
    return binascii.hexlify(hashlib.sha256(bits).digest()).decode(), bits


def main(folder):
    """One JSON line a sample: name, language, sha256, texts."""
    strings.STRICT = True
    for lang in LANGUAGES:
        for name, view in samples(lang):
            shown, bits = digest(view)
            if folder:
                with open("%s/%s.%s.bin" % (folder, name, lang), "wb") as file:
                    file.write(bits)
            print(json.dumps([name, lang, shown, screens.texts(view)]))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
