"""How two programs share a flash and a heap: at each step of any plan the program that runs is whole, and at the end
the other is what was wanted."""

import pathlib
import random
import re
import subprocess

import pytest

from tapete_host import build
from tapete_host.device import asked, plan, settings
from tapete_host.device.plan import File
from tapete_host.interpreter import micropython

NAMES = [
    "start.mpy",
    *(f"tapete/{name}.mpy" for name in "abcd"),
    "tapete/screens/page.mpy",
    *(f"tapete/screens/small{n}.bin" for n in range(4)),
    "tapete/screens/es.txt",
    "tapete/screens/en.txt",
    "tute/cards.mpy",
]
_SHIM = pathlib.Path(build.__file__).parent / "sim/shim"
OWN = {"/main.py": b"m", "/settings.json": b"s", "/actas/0001.00": b"a", "/trial/start.mpy": b"t"}


class Flash:
    """Files as a plan changes them."""

    def __init__(self, program: dict[str, bytes]):
        self.files = {**OWN, **{f"/{name}": data for name, data in program.items()}}

    def found(self) -> dict[str, File]:
        return {at: File(len(data), plan.digest(data)) for at, data in self.files.items()}

    def steps(self, made: plan.Plan, wanted: dict[str, bytes]):
        for old, new in made.moves:
            assert new not in self.files
            self.files[new] = self.files.pop(old)
            yield
        for at in made.removes:
            del self.files[at]
            yield
        for old, new in made.copies:
            assert new not in self.files
            self.files[new] = self.files[old]
            yield
        for name, new in made.sends:
            assert new not in self.files
            self.files[new] = wanted[name]
            yield


def changed(dice: random.Random, program: dict[str, bytes]) -> dict[str, bytes]:
    """Another version of a program: files come, go, change, and go back to what they were."""
    made = dict(program)
    for name in dice.sample(NAMES, dice.randrange(4)):
        if name != "start.mpy" and dice.random() < 0.3:
            made.pop(name, None)
        else:
            made[name] = dice.choice((b"one", b"two", b"three", b"four" * 3000)) + name[-5:].encode()
    return made


@pytest.mark.parametrize("seed", range(40))
def test_the_running_program_is_whole_at_each_step_and_the_other_at_the_end(seed):
    """Also where a plan was broken off at any step before: the next one begins with what there is."""
    dice = random.Random(seed)
    running = {name: b"first" + name.encode() for name in NAMES}
    flash, folder = Flash(running), "/"
    for _ in range(30):
        wanted = changed(dice, running)
        made = plan.made(plan.sums(wanted), flash.found(), folder)
        left = dice.choice((None, None, dice.randrange(20)))
        for number, _step in enumerate(flash.steps(made, wanted)):
            assert not plan.differs(plan.sums(running), flash.found(), folder)
            if number == left:
                break
        else:
            assert not plan.differs(plan.sums(wanted), flash.found(), plan.other(folder))
            assert not dice.random() < 0.5 or not plan.made(plan.sums(wanted), flash.found(), folder).sends, (
                "what is there is not sent again"
            )
            folder, running = plan.other(folder), wanted
        assert OWN.items() <= flash.files.items()


def test_what_both_have_alike_is_copied_or_shared_and_nothing_of_it_is_sent():
    program = {name: name.encode() for name in NAMES}
    flash = Flash(program)
    wanted = {**program, "tapete/a.mpy": b"new", "tapete/screens/es.txt": b"new words"}
    made = plan.made(plan.sums(wanted), flash.found(), "/")
    assert [name for name, _ in made.sends] == ["tapete/a.mpy", "tapete/screens/es.txt"]
    assert len(made.copies) == sum(name.endswith(".mpy") for name in NAMES) - 1
    assert not made.moves and not made.removes
    for _ in flash.steps(made, wanted):
        pass
    back = plan.made(plan.sums(program), flash.found(), "/second-program")
    assert not back.sends and not back.copies, "the old program is there as it was"
    third = plan.made(
        plan.sums({**wanted, "tapete/screens/small0.bin": b"new"}), flash.found(), "/second-program"
    )
    assert third.moves == [("/tapete/screens/small0.bin", "/second-program/tapete/screens/small0.bin")]


def test_what_the_other_program_has_for_itself_may_go():
    program = {name: name.encode() for name in NAMES}
    flash = Flash(program)
    wanted = {**program, "tapete/a.mpy": b"new", "tapete/screens/es.txt": b"new words"}
    made = plan.made(plan.sums(wanted), flash.found(), "/")
    for _ in flash.steps(made, wanted):
        pass
    gone = plan.unused(flash.found(), "/second-program")
    assert (
        "/tapete/screens/es.txt" in gone and "/tapete/screens/en.txt" not in gone and not set(gone) & set(OWN)
    )
    for at in gone:
        del flash.files[at]
    assert not plan.differs(plan.sums(wanted), flash.found(), "/second-program")
    again = plan.made(plan.sums(program), flash.found(), "/second-program")
    assert [name for name, _ in again.sends] == ["tapete/a.mpy", "tapete/screens/es.txt"]


def test_room_is_counted_in_blocks_of_flash():
    program = {name: name.encode() for name in NAMES}
    flash = Flash(program)
    made = plan.made(plan.sums(program), flash.found(), "/")
    copied = sum(name.endswith(".mpy") for name in NAMES)
    folders = 2 * 4  # a folder takes two: the program's, tapete, its screens, tute
    assert plan.blocks(made, program, flash.found()) == copied + folders
    large = {**program, "tapete/screens/small0.bin": bytes(8193)}
    made = plan.made(plan.sums(large), flash.found(), "/")
    assert plan.blocks(made, large, flash.found()) == copied + folders + 3


def test_fonts_of_other_panels_are_left_away_unless_they_are_there():
    files = {
        name: b"" for name in ("tapete/screens/huge480.bin", "tapete/screens/small300ko.bin", "start.mpy")
    }
    assert set(plan.needed(files, {}, 300)) == {"tapete/screens/small300ko.bin", "start.mpy"}
    assert plan.needed(files, {"/second-program/tapete/screens/huge480.bin": File(1, "")}, 300) == files
    assert plan.needed(files, {}, 0) == files, "a device that does not know its panel needs all"
    assert [
        at for at in ("/a/es.txt", "/tapete/board.mpy", "/x/small128ru.bin") if plan.is_foreign(at, 480)
    ] == ["/x/small128ru.bin"]


def test_the_lines_of_a_devices_panel_follow_from_its_settings_and_its_board():
    assert settings.lines({}) == settings.lines({"board": "s3_pn5180", "panel": ""}) == 300
    assert settings.lines({"panel": "uc8179"}) == 480
    assert settings.lines({"board": "of my own"}) == settings.lines({"panel": ["uc8179"]}) == 0


@pytest.mark.parametrize("driver, lines", settings.PANELS.items())
def test_the_lines_of_each_panel_are_those_of_its_driver(driver, lines):
    assert re.search(
        rf"^HEIGHT = {lines}$", (build.FIRMWARE / f"tapete/panels/{driver}.py").read_text(), re.M
    )


_FORGETS = """
import sys, tapete_seam
class Chip:
    def wdt(self, ms):
        pass
tapete_seam.back = Chip()
%s
import tapete.large
stale = sys.modules["tapete.large"]
before = gc.mem_alloc()
forget()
print(before - gc.mem_alloc(), [name for name in sys.modules if name[:6] == "tapete" and name != "tapete_seam"])
"""


def test_modules_that_are_forgotten_leave_the_heap_whoever_still_points_at_them(tmp_path):
    """The collector takes any word on the stack for a pointer."""
    (tmp_path / "tapete").mkdir()
    (tmp_path / "tapete/__init__.py").write_text("")
    (tmp_path / "tapete/large.py").write_text("held = bytearray(200_000)\n")
    done = subprocess.run(
        [micropython(), "-c", _FORGETS % asked.KIT],
        env={"MICROPYPATH": f"{tmp_path}:{_SHIM}"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    freed, _, left = done.stdout.strip().partition(" ")
    assert left == "[]" and int(freed) > 200_000, done
