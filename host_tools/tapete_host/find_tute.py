"""Finds the game, `tute`: installed beside the host tools, else in the folder firmware of the source tree.

Imported first by whatever imports `tute` and may be started without either being on the path.
"""

import importlib.util
import sys
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"

if importlib.util.find_spec("tute") is None:
    sys.path.insert(0, str(FIRMWARE))
