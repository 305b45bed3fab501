"""Draws every sample screen and writes reports/screens.html, pictures inside; --accept keeps their hashes.

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

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host_tools"), str(ROOT / "firmware")]

from tapete_host import picture  # noqa: E402
from tapete_host.sim.client import micropython  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "screens.json"
REPORT = ROOT / "reports" / "screens.html"
STYLE = """body{font:15px sans-serif;background:#ddd;margin:24px}section{display:inline-block;margin:8px;
vertical-align:top;background:#fff;padding:10px;width:420px}img{width:400px;image-rendering:pixelated;
border:1px solid #999}h2{font-size:15px;margin:0 0 6px}.changed h2:after{content:" changed";color:#b00}
p{margin:6px 0 0;color:#555;font-size:12px}"""


FIGURE = """<section class="%s"><h2>%s &middot; %s</h2>
<img src="data:image/png;base64,%s" alt=""><p>%s</p></section>"""
HEAD = '<!doctype html><meta charset="utf-8"><title>Screens</title><style>%s</style><h1>Screens</h1>'


def render(folder: str) -> list[tuple[str, str, str, list[str]]]:
    """(name, language, sha256, texts) of every sample; the pictures are put into the folder."""
    parts = [ROOT / "host_tools/tapete_host/sim/shim", ROOT / "firmware", ROOT / "host_tools", ROOT / "tests"]
    env = dict(os.environ, MICROPYPATH=":".join(map(str, parts)) + ":.frozen")
    command = [micropython(), str(ROOT / "tests/support/render_screens.py"), folder]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=600, cwd=ROOT)
    if done.returncode:
        sys.exit(done.stdout[-2000:] + done.stderr)
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def page(shown: list[tuple[str, str, str, list[str]]], folder: str, golden: dict[str, str]) -> str:
    """The report: one figure a sample, changed ones marked."""
    figures = []
    for name, lang, digest, texts in shown:
        bits = (pathlib.Path(folder) / ("%s.%s.bin" % (name, lang))).read_bytes()
        data = base64.b64encode(picture.png(picture.from_bits(bits))).decode()
        same = golden.get(name + "." + lang) == digest
        said = html.escape(" | ".join(texts))
        figures.append(FIGURE % ("" if same else "changed", name, lang, data, said))
    return HEAD % STYLE + "\n".join(figures)


def main(argv: list[str] | None = None) -> int:
    """Write the report; 1 when pictures differ from the accepted ones and --accept was not given."""
    parser = argparse.ArgumentParser(description="draw every sample screen")
    parser.add_argument("--accept", action="store_true", help="take the pictures as the right ones")
    parser.add_argument("--png", metavar="FOLDER", help="write the pictures as PNG files, twice as large")
    args = parser.parse_args(argv)
    golden = json.loads(GOLDEN.read_text()) if GOLDEN.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        shown = render(folder)
        REPORT.parent.mkdir(exist_ok=True)
        REPORT.write_text(page(shown, folder, golden), encoding="utf-8")
        if args.png:
            os.makedirs(args.png, exist_ok=True)
            for file in sorted(pathlib.Path(folder).glob("*.bin")):
                image = picture.from_bits(file.read_bytes()).resize((800, 600))
                image.save(pathlib.Path(args.png) / (file.stem + ".png"))
    now = {name + "." + lang: digest for name, lang, digest, _ in shown}
    changed = sorted(name for name in set(now) | set(golden) if now.get(name) != golden.get(name))
    if args.accept:
        GOLDEN.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n")
    print("%d screens, %d changed: %s" % (len(now), len(changed), REPORT.relative_to(ROOT)))
    return 1 if changed and not args.accept else 0


if __name__ == "__main__":
    sys.exit(main())
