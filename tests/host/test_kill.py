"""The firmware's process is really killed at random moments of a match, and remembers every confirmed
card."""

import pathlib
import tempfile

from support.kill import Survivor, moments
from tapete_host import launch_flash
from tapete_host.sim.client import Table

ROUND_MS = 24_000  # modelled, less than any round takes: all kills fall into the match


def image():
    """A flash with the compiled firmware."""
    with tempfile.TemporaryDirectory() as folder:
        path, _ = launch_flash.prepare(
            pathlib.Path(folder), 1, {"lang": "es", "names": ["Ana", "Luis", "Eva", "Juan"]}
        )
        return path.read_bytes()


def survive(flash, seed, kills, target):
    """Play a match with so many kills -> the Survivor, its match finished as it should be."""
    with tempfile.TemporaryDirectory(prefix="tp") as folder:
        with Table(folder, flash, again=False) as table:
            player = Survivor(
                table, seed, target, moments(seed, kills // 2, ROUND_MS * target), kills - kills // 2
            )
            player.play()
            assert player.events() == player.wanted()
            assert not table.ask("state").get("violations")
            assert not player.kills and not player.aimed, "the match ended before all kills"
            return player


def test_every_confirmed_card_survives_a_kill(soak):
    flash = image()
    done = 0
    for seed in range(1, 11 if soak else 2):
        player = survive(flash, seed, 20, 3 if soak else 1)
        done += len(player.killed)
        print("seed", seed, int(player.now) // 1000, "s, asked", player.asked, "times, killed", player.killed)
    assert done == (200 if soak else 20)
