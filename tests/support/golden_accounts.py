"""The golden accounts: every example acta as `tapete replay` tells it, in both languages.

Written by `make golden` (python -m support.golden_accounts); read the diff before you commit it.
"""

import pathlib

from tapete_host.replay_story import read_story
from tapete_host.tell import Teller
from tapete_host.tell_text import account, plain

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests/golden/accounts"
LANGUAGES = ("en", "es")


def actas() -> dict[str, pathlib.Path]:
    """Every example acta, by the name of its account."""
    found = {"golden-partida": ROOT / "tests/golden/partida.acta"}
    for folder in (ROOT / "host_tools/examples", GOLDEN):
        found.update({path.stem: path for path in sorted(folder.rglob("*.acta"))})
    return found


def told(path: pathlib.Path, lang: str) -> str:
    """The account of an acta as plain text."""
    story = read_story(path.read_bytes())
    return "".join(plain(line) + "\n" for line in account(story, Teller(lang, story.names)))


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, path in actas().items():
        for lang in LANGUAGES:
            (GOLDEN / f"{name}.{lang}.txt").write_text(told(path, lang))


if __name__ == "__main__":
    main()
