"""Draws every sample screen on every panel and writes reports/screens.html; --accept keeps the pictures' hashes.

A picture that has changed is shown before and after: pictures once drawn are kept under .build by their hash.

python tests/support/screen_report.py [--accept] [--png FOLDER]
"""

import argparse
import base64
import html
import json
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host_tools"), str(ROOT / "firmware"), str(ROOT / "tests")]

from tapete_host import picture  # noqa: E402
from tapete_host.sim.client import micropython  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "screens.json"
REPORT = ROOT / "reports" / "screens.html"
KEPT = ROOT / ".build" / "screens"
PANELS = {"400x300": "4.2 inches", "800x480": "7.5 inches", "296x128": "2.9 inches"}
STYLE = """body{font:15px sans-serif;background:#ddd;margin:24px}section{display:inline-block;margin:8px;
vertical-align:top;background:#fff;padding:10px}img{image-rendering:pixelated;border:1px solid #999;margin-right:8px}
h2{font-size:15px;margin:0 0 6px}.changed h2:after{content:" changed: before, after";color:#b00}
.new h2:after{content:" changed";color:#b00}p{margin:6px 0 0;color:#555;font-size:12px;max-width:800px}"""
FIGURE = '<section class="%s"><h2>%s &middot; %s</h2>%s<p>%s</p></section>'
IMAGE = '<img src="data:image/png;base64,%s" width="%d" alt="">'
HEAD = '<!doctype html><meta charset="utf-8"><title>Screens</title><style>%s</style><h1>Screens</h1>\n<p>%s</p>\n'


class Drawn(NamedTuple):
    """One picture: sample, panel ("400x300"), language, sha256 in hex, what can be read on it, its bytes."""

    name: str
    panel: str
    lang: str
    digest: str
    texts: list[str]
    bits: bytes

    @property
    def key(self) -> str:
        """Its name among the accepted ones."""
        return f"{self.name}.{self.panel}.{self.lang}"

    def differs(self, golden: dict[str, str]) -> bool:
        """Whether it is not the picture that was accepted."""
        return golden.get(self.key) != self.digest


def render() -> list[Drawn]:
    """Every sample on every panel in every language, drawn by the firmware under MicroPython."""
    parts = [ROOT / "host_tools/tapete_host/sim/shim", ROOT / "firmware", ROOT / "host_tools", ROOT / "tests"]
    env = dict(os.environ, MICROPYPATH=":".join(map(str, parts)) + ":.frozen")
    drawn = []
    with tempfile.TemporaryDirectory() as folder:
        command = [micropython(), str(ROOT / "tests/support/render_screens.py"), folder]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, cwd=ROOT)
        if done.returncode:
            sys.exit(done.stdout[-2000:] + done.stderr)
        for line in done.stdout.splitlines():
            name, width, height, lang, digest, texts = json.loads(line)
            panel = f"{width}x{height}"
            bits = (pathlib.Path(folder) / f"{name}.{panel}.{lang}.bin").read_bytes()
            drawn.append(Drawn(name, panel, lang, digest, texts, bits))
    return drawn


def keep(drawn: list[Drawn]) -> None:
    """Keep the pictures by their hash, for a later report to show what was before."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for one in drawn:
        path = KEPT / one.digest
        if not path.exists():
            path.write_bytes(one.bits)


def _png(one: Drawn, bits: bytes) -> bytes:
    width, height = map(int, one.panel.split("x"))
    return picture.png(picture.from_bits(bits, width, height))


def _image(one: Drawn, bits: bytes) -> str:
    width = {"800x480": 500, "296x128": 370}.get(one.panel, 400)  # all about as large as they are to the eye
    return IMAGE % (base64.b64encode(_png(one, bits)).decode(), width)


def figure(one: Drawn, golden: dict[str, str]) -> str:
    """The HTML of a picture; before it the accepted one where that differs and is at hand."""
    images, kind = _image(one, one.bits), ""
    if one.differs(golden):
        accepted, kind = golden.get(one.key), "new"
        if accepted and (KEPT / accepted).exists():
            images, kind = _image(one, (KEPT / accepted).read_bytes()) + images, "changed"
    return FIGURE % (kind, one.name, one.lang, images, html.escape(" | ".join(one.texts)))


def page(drawn: list[Drawn], golden: dict[str, str]) -> str:
    """The report: a chapter a panel, a figure a picture."""
    changed = [one for one in drawn if one.differs(golden)]
    out = [HEAD % (STYLE, f"{len(drawn)} pictures, {len(changed)} changed")]
    for panel, size in PANELS.items():
        out.append(f"<h1>{panel}, {size}</h1>")
        out += [figure(one, golden) for one in drawn if one.panel == panel]
    return "\n".join(out)


def main(argv: list[str] | None = None) -> int:
    """Write the report; 1 when pictures differ from the accepted ones and --accept was not given."""
    parser = argparse.ArgumentParser(description="draw every sample screen")
    parser.add_argument("--accept", action="store_true", help="take the pictures as the right ones")
    parser.add_argument(
        "--png", metavar="FOLDER", type=pathlib.Path, help="write the pictures as PNG files too"
    )
    args = parser.parse_args(argv)
    golden = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    drawn = render()
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(page(drawn, golden), encoding="utf-8")
    keep(drawn)
    if args.png:
        args.png.mkdir(parents=True, exist_ok=True)
        for one in drawn:
            (args.png / f"{one.key}.png").write_bytes(_png(one, one.bits))
    now = {one.key: one.digest for one in drawn}
    changed = [key for key in set(now) | set(golden) if now.get(key) != golden.get(key)]
    if args.accept:
        GOLDEN.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n")
    print("%d screens, %d changed: %s" % (len(drawn), len(changed), REPORT.relative_to(ROOT)))
    return 1 if changed and not args.accept else 0


if __name__ == "__main__":
    sys.exit(main())
