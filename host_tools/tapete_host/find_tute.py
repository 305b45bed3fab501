"""Finds the game, `tute`, and the device's program, `tapete`: installed, else in the folder of the firmware.

Imported first by whatever imports them and may be started without either being on the path.
"""

import importlib.util
import sys

from tapete_host.places import FIRMWARE, PROFILE  # noqa: F401 - PROFILE: of the virtual table

if any(importlib.util.find_spec(name) is None for name in ("tute", "tapete")):
    sys.path.append(str(FIRMWARE))
