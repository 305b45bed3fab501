"""Rounds of truthful people at a whole device with noise, shadows and random faults: are its actas true?"""

from support.truthful import Lost, Truthful, but_true_shows, effective
from tapete_host.sim import faults
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People, busy
from tapete_host.sim.rng import Rng
from tapete_host.sim.strict import DeviceEnd
from tapete_host.sim.world import World

EVERY_MS = 30000  # virtual time from fault to fault
NOISE = {"flip": 0.01, "drop": 0.2, "hides": 20, "covered": 4, "hasty": 15}
_LONGEST = 9000  # ms that a fault lasts, at most
# What people open themselves, and the steps of an answer: no questions of the device.
STEPS = ("place", "pick_suit", "pick_card", "setup_start", "undo", "menu", "cante", "swap", "before_lead")
# Arguments of faults, as functions of the dice; others take their own defaults.
ARGUMENTS = {
    "reader_dead": lambda rng: {"miso": 255 * rng.below(2)},
    "reader_slow": lambda rng: {"us": 300 + rng.below(900)},
    "reader_blunt": lambda rng: {"bytes": rng.below(11)},
    "reader_stuck": lambda rng: {
        "state": 2 + rng.below(4),
        "until": ("idle", "config", "reset")[rng.below(3)],
    },
    "reader_brown_every": lambda rng: {"ms": 500 + rng.below(3000)},
    "tag_drop": lambda rng: {"p": 0.5},
    "bit_errors": lambda rng: {"p": 0.3},
    "tag_merge": lambda rng: {"valid": rng.below(2)},
    "tag_pulled": lambda rng: {"p": 0.3},
    "noise": lambda rng: {"p": 0.3},
    "weak": lambda rng: {"factor": 0.2 + rng.below(30) / 100},
    "heap": lambda rng: {"n": 2 + rng.below(20)},
    "flash_full": lambda rng: {"after": rng.below(3)},
    "flash_error": lambda rng: {"after": rng.below(3)},
    "flash_brownout": lambda rng: {"after": rng.below(4)},
    "button_stuck": lambda rng: {"button": ("ok", "cante", "cambio", "deshacer")[rng.below(4)]},
}
# A card that is lost with the flash is lost; a shadow is among the habits; what a panel or a chip *is* ends nothing;
# and a panel that says free when it is busy gets commands then, which its strict model does not let pass.
LEFT_OUT = (
    "flash_rot shadow panel_v1 panel_v2 panel_old panel_memory reader_version reader_clone panel_busy_flicker"
).split()


class Steadfast(People):
    """They start the device again when its power has failed."""

    def step(self):
        try:
            People.step(self)
        except DeviceEnd:
            self.device.restart(self.out)


class Campaign:
    """One device and its people; habits: of support.truthful.Truthful.

    flip, drop   chances of the air, as sim.field has them
    trouble      whether a random fault of sim.faults comes every 30 s, for one to nine seconds
    """

    def __init__(self, seed, flip=0.0, drop=0.0, trouble=False, board="wroom_pn5180", **habits):
        self.seed = seed
        self.rng = Rng(seed * 131 + 7)
        self.world = World(board=board, seed=seed)
        self.flip = flip
        self.drop = drop
        self.fault = ""  # the one that is on, or was on until shortly
        self.counts = {"cards": 0, "rounds": 0, "questions": 0, "undo": 0, "refused": 0, "virtual s": 0}
        self.causes = {}  # (question, fault) -> how often
        self.log = []  # records of this match
        self.match = 0
        self.pending = []  # questions since the last line of the acta
        device = Device(self.world, settings={"target": 9})
        self.people = Steadfast(device, self._heard)
        self.players = self.people_of(self.people, Rng(seed * 17 + 3), habits)
        self._air()
        self.people.boot()
        if trouble:
            self.world.at(EVERY_MS // 2 + self.rng.below(EVERY_MS), self._strike)

    def people_of(self, people, rng, habits):
        return Truthful(people, rng, **habits)

    # -- trouble

    def _air(self):
        for field in self.world.fields:
            field.flip = self.flip
            field.drop = self.drop

    def _strike(self):
        """One fault for some seconds."""
        known = faults.known(self.world)
        names = [name for name in sorted(known) if name not in LEFT_OUT]
        name = names[self.rng.below(len(names))]
        args = ARGUMENTS[name](self.rng) if name in ARGUMENTS else {}
        if "seat" in known[name]["arguments"]:
            args["seat"] = self.rng.below(5)
        # What breaks a rule of its data sheet now is the fault, not the firmware.
        hit = (
            self.world.readers if name[:6] == "reader" else [self.world.panel] if name[:5] == "panel" else []
        )
        for chip in hit:
            chip.strict = False
        self.world.fault(name, True, **args)
        self.fault = name
        self._count(self.counts, "faults")

        def over():
            if not known[name]["once"]:
                self.world.fault(name, False, **args)
            self._air()
            self.world.at(8000, forget)
            self.world.at(1000, mind)

        def mind():
            for chip in hit:
                chip.strict = True

        def forget():
            self.fault = ""

        self.world.at(1000 + self.rng.below(_LONGEST - 1000), over)
        self.world.at(EVERY_MS, self._strike)

    # -- what the console tells

    def _heard(self, line):
        word, _, rest = line.partition(" ")
        if word == "acta":
            number, _, text = rest.partition(" ")
            if number == "1":
                self.log = []
                self.match += 1
            while len(self.log) < int(number):
                self.log.append("")
            self.log[int(number) - 1] = text
            if text == "undo":
                self._count(self.counts, "undo")
            if text[0] != "@":
                self.pending = []
        elif word == "question" and rest != "-":
            self._asked(rest.split(" ")[0])
        elif word == "answer" and rest[:2] == "0 " and '"verdict": "illegal"' in rest:
            self._count(self.counts, "refused")
        self.people.records.clear()

    def _asked(self, key):
        """A question; the steps of one answer, and the same asked again before anything is written, are no others."""
        if key not in self.pending and key not in STEPS:
            self._count(self.counts, "questions")
            self._count(self.causes, (key, self.fault))
        self.pending.append(key)

    def _count(self, table, key):
        table[key] = table.get(key, 0) + 1

    # -- rounds

    def play(self, rounds):
        """Play so many. Raises Lost or AssertionError with the seed if an acta is not the true one."""
        for number in range(rounds):
            self.play_one(number)
        return self

    def play_one(self, number):
        """Play the round of this number."""
        try:
            self._round(number)
        except Exception:
            print("seed", self.seed, "round", number, "at", self.world.now // 1000, "ms, fault", self.fault)
            for text in self.log[-30:]:
                print("   ", text)
            raise
        self.counts["virtual s"] = self.world.now // 1000000

    def _round(self, number):
        dealer = self._open()
        first = len(effective(self._acta()))
        true = self.players.play(self.seed * 1000 + number, dealer)
        written = but_true_shows(effective(self._acta())[first:])
        assert written == true, (written, true)
        self.counts["cards"] += 40
        self.counts["rounds"] += 1

    def _open(self):
        """Put the last count away, begin a match if there is none -> whose turn it is to deal, as the panel says."""
        view = self.players.see()
        while view.kind != "deal":
            if self.players.bother(view):
                pass
            elif view.kind in ("trick", "won"):
                self.players.old_round(view)
            else:
                self.players.press("ok")
            view = self.players.see()
        return view.dealer

    def _acta(self):
        """The texts of the acta on the flash: of what is told, some may be lost with the power."""
        self._settle()
        journal = self.people.device.app.journal
        journal.fold(True)
        from tapete.recovery import lines

        return [text for _, text in lines("/actas", journal.match)]

    def _settle(self):
        """Until all that was said is on the console and on flash."""
        limit = self.world.now + 60000000
        while True:
            app = self.people.device.app
            if not (app.table.told or app.console.waiting or app.journal.trouble):
                return
            self.people.step()
            if self.world.now > limit:
                raise Lost("the console or the flash never ends: " + busy(app))


def report(done):
    """Print the counts of several campaigns -> (sums, questions by (key, fault)). Best made one by one: each has a
    flash and all its tables in memory."""
    total = {}
    causes = {}
    for campaign in done:
        for key, n in campaign.counts.items():
            total[key] = total.get(key, 0) + n
        for key, n in campaign.causes.items():
            causes[key] = causes.get(key, 0) + n
    print(", ".join(["%s %d" % (key, total[key]) for key in sorted(total)]))
    for key in sorted(causes):
        print("  question %s: %d, fault %s" % (key[0], causes[key], key[1] or "-"))
    return total, causes
