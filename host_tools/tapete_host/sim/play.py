"""Plays one script on the virtual table, in this process, and prints everything that can be seen and heard.

    micropython -m tapete_host.sim.play SCRIPT [BOARD [PANEL]]

with the shim, the firmware and host_tools on MICROPYPATH. One line each, the first word says what it is:

    record MS TEXT            a record of the device's console
    picture MS SCREEN BASE64  an update of the panel ended; SCREEN is the view's kind; bytes are MONO_HLSB
    gesture LINE BEGIN END TEXT    the device was quiet again at END
    sound MS HZ DURATION
    end MS                    the script was played to its end
"""

import binascii
import sys

from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World


class Watched(People):
    """People who also tell of each picture and each sound, when it is there."""

    def __init__(self, device):
        super().__init__(device, self._record)
        self._pictures = 0
        self._sounds = 0
        self._gestures = 0

    def _record(self, line):
        print("record", self.world.now // 1000, line)

    def step(self):
        super().step()
        updates = self.world.panel.updates
        while self._pictures < len(updates):
            end = updates[self._pictures][2]
            self._pictures += 1
            kind = self.device.app.table.view.kind if self._pictures > 1 else "splash"
            print("picture", end, kind, binascii.b2a_base64(self.world.panel.picture()).decode().strip())

    def gesture(self, verb, words=(), number=0):
        super().gesture(verb, words, number)
        for row in self.gestures[self._gestures :]:
            print("gesture", row[0], row[2], row[3], row[1])
        self._gestures = len(self.gestures)
        # The last sound may still be on: it is told once it is over.
        while self._sounds < len(self.world.sounds):
            print("sound", " ".join([str(n) for n in self.world.sounds[self._sounds]]))
            self._sounds += 1


def main(script, board="wroom_pn5180", panel=""):
    """Play the script file to its end. Raises people.ScriptError, StrictError, DeviceEnd."""
    with open(script) as f:
        lines = f.read().split("\n")
    settings = {"lang": "es", "board": board, "names": ["Sur", "Este", "Norte", "Oeste"]}
    people = Watched(Device(World(board=board, panel=panel or None, seed=1), settings=settings))
    people.boot()
    people.play(lines)
    print("end", people.world.now // 1000)


main(*sys.argv[1:])
