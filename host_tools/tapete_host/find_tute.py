"""Finds the game, `tute`, and the device's program, `tapete`: installed beside the host tools, else in the folder
firmware of the source tree.

Imported first by whatever imports them and may be started without either being on the path.
"""

import importlib.util
import sys
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
# The virtual table's flash and hands, and its serial line, unless another place is named.
PROFILE = FIRMWARE.parent / ".profile"

if any(importlib.util.find_spec(name) is None for name in ("tute", "tapete")):
    sys.path.append(str(FIRMWARE))
