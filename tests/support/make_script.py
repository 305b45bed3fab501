"""Writes the gestures of the example match (host_tools/examples/partida.guion) from the events that find_match found,
and again as they are where each seat has its antenna (partida-asientos.guion).

What a referee sees as an event is a little scene at the table: a cante is a button, two cards, and perhaps a press for
whose it is. A central reader misses one card, which is put right by a question.
"""

import pathlib

from support import find_match

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "host_tools" / "examples" / "partida.guion"
SEATS_SCRIPT = SCRIPT.with_name("partida-asientos.guion")
MISSED = "4E"  # in round 4, the third card of its trick
MISSED_ROUND = 4
_HEAD = """\
# A match of Tute in pairs, to three rounds, as the people at the table play it. `make demo` plays it; the acta that the
# device must write is partida.acta, its answers partida.jsonl. Made by tests/support/make_script.py.
expect screen new_match
ok                      # start: online-pairs, to 3 rounds, seat 4 deals
"""
_SEATS_HEAD = """\
# The same match where each seat has its antenna (make demo ARGS="--board wroom_mfrc522"): nobody is asked whose a card
# is, and a renuncio that is proven needs no one's word. Made by tests/support/make_script.py.
expect screen new_match
ok                      # start: online-pairs, to 3 rounds, seat 4 deals
"""


class Scene:
    """Turns events into lines of gestures, one round after the other."""

    def __init__(self):
        self.rows = []
        self.round = 0
        self.lain = 0  # cards of the open trick
        self.missed = None

    def say(self, text, remark=""):
        self.rows.append(f"{text:<24}# {remark}" if remark else text)

    def event(self, text, remark):
        """One event of the acta, with find_match's remark."""
        words = text.split()
        scene = getattr(self, words[0])
        scene(words[1:], remark)

    def deal(self, words, remark):
        self.round += 1
        self.lain = 0
        self.say("")
        self.say(f"# round {self.round}")
        self.say(f"lay {words[1]}", f"the trump, shown by seat {words[0]}")
        self.say("expect banner trump_seen")
        self.say("ok")
        self.say(f"lift {words[1]}")

    def play(self, words, remark):
        card = words[0]
        if remark.startswith("refused"):
            self.say(f"lay {card}", remark)
            self.say("expect screen refused")
            self.say(f"lift {card}", "taken back: everybody has seen it")
            return
        if self.again == card:
            self.again = None  # the device plays it again by itself
        elif card == MISSED and self.round == MISSED_ROUND:
            self.say(f"shadow {card}", "the reader does not hear it")
            self.missed = card
        else:
            self.say(f"lay {card}", remark)
        self.lain += 1
        if self.lain == 4:
            self.lain = 0
            self.end_of_trick()

    again = None

    def end_of_trick(self):
        self.say("collect")
        if self.missed:
            card, self.missed = self.missed, None
            self.say("wait 3000")
            self.say("expect question missing")
            self.say(f"lay {card}", "that one")
            self.say("expect question place")
            self.place()
            self.say("collect")

    def place(self):
        self.say("cambio", "not where it is proposed, the next one: seat 4")
        self.say("ok")

    def count(self):
        """The round is over: by a proof, which is asked about, or with its last trick."""
        if self.lain:
            self.say("expect question proof")
            self.say("ok", "yes, those two laid them")
            self.say("collect")
            self.lain = 0
        self.say("expect screen count")
        self.say("ok", "read")

    def show(self, words, remark):
        pass  # the device writes it when the refused card is lifted

    def undo(self, words, remark):
        self.again = self.rows[-1].split()[1]
        self.lain -= 1

    def cante(self, words, remark):
        suit = words[1] if words[0] == "20" else self.trump
        self.say("cante", remark)
        if self.again:
            self.say("expect question before_lead")
            self.say("ok", "yes: before the lead")
        self.say(f"lay R{suit} C{suit}")
        self.whose(int(words[-1]))
        self.say(f"lift R{suit} C{suit}")

    def swap(self, words, remark):
        self.say("cambio", remark)
        self.say(f"lay {words[0]}")
        self.whose(int(words[-1]))
        self.say(f"lift {words[0]}")

    def whose(self, seat):
        """Either partner may: one press names the seat."""
        self.say("ok" if seat in (1, 2) else "cante", f"seat {seat}")


class SeatScene(Scene):
    """As Scene, over an antenna a seat."""

    def deal(self, words, remark):
        self.round += 1
        self.lain = 0
        self.say("")
        self.say(f"# round {self.round}")
        self.say(f"lay {words[1]}@{words[0]}", "the trump")
        self.say("expect banner trump_seen")
        self.say("ok")
        self.say(f"lift {words[1]}")

    def play(self, words, remark):
        card, seat = words[:2]
        if remark.startswith("refused"):
            self.say(f"lay {card}@{seat}", remark)
            self.say("expect screen refused")
            self.say(f"lift {card}", "taken back: everybody has seen it")
            return
        if self.again == card:
            self.again = None
        else:
            self.say(f"lay {card}@{seat}", remark)
        self.lain += 1
        if self.lain == 4:
            self.lain = 0
            self.end_of_trick()

    def undo(self, words, remark):
        self.again = self.rows[-1].split()[1].split("@")[0]
        self.lain -= 1

    def count(self):
        if self.lain:
            self.say("collect")  # a proof has ended the round in the middle of a trick
            self.lain = 0
        self.say("expect screen count")
        self.say("ok", "read")

    def cante(self, words, remark):
        suit = words[1] if words[0] == "20" else self.trump
        seat = words[-1]
        self.say("cante", remark)
        if self.again:
            self.say("expect question before_lead")
            self.say("ok", "yes: before the lead")
        self.say(f"lay R{suit}@{seat} C{suit}@{seat}")
        self.say(f"lift R{suit} C{suit}")

    def swap(self, words, remark):
        self.say("cambio", remark)
        self.say(f"lay {words[0]}@{words[-1]}")
        self.say(f"lift {words[0]}")


def lines(scene=None, head=_HEAD):
    """The script's lines."""
    scene = scene or Scene()
    steps = find_match.match()
    trump = ""
    for text, remark in steps:
        words = text.split()
        if words[0] == "deal":
            trump = words[2][1]
            if scene.round:
                scene.count()
        scene.trump = trump
        scene.event(text, remark)
    scene.count()
    scene.say("expect screen match_end")
    return head.split("\n")[:-1] + scene.rows


def main():
    SCRIPT.write_text("\n".join(lines()) + "\n")
    SEATS_SCRIPT.write_text("\n".join(lines(SeatScene(), _SEATS_HEAD)) + "\n")


if __name__ == "__main__":
    main()
