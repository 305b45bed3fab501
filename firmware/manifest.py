# mypy: ignore-errors
# ruff: noqa: F821 - the names are those of MicroPython's build
"""What is put on a device, for a build of MicroPython that has it frozen.

Fonts and catalogues (tapete/screens/*.bin, *.txt) are read as files: copy those that `python -m tapete_host.build
FOLDER` writes (a catalogue has a table behind its texts) to /tapete/screens beside it.
Without an own build, the compiled files of `python -m tapete_host.build FOLDER` go to the root of the file system
as they are, main.py as start.mpy behind a main.py of a few lines:
`mpremote mip install --target / FOLDER/package.json`.
"""

import os

# tute as a library, for programs on a computer
LIBRARY = (
    "dealt.py",
    "face.py",
    "game.py",
    "legal.py",
    "library.py",
    "position.py",
    "sheet.py",
    "views.py",
    "why.py",
)

include("$(PORT_DIR)/boards/manifest.py")
package(
    "tute", files=[name for name in sorted(os.listdir("tute")) if name[-3:] == ".py" and name not in LIBRARY]
)
package("tapete")
module("main.py")
