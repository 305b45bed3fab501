"""`python -m tapete_host.replay FILE [--json]`: an acta read by the referee (acta.md section 4)."""

import argparse
import io
import sys
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))

from tute.acta import ActaError  # noqa: E402
from tute.answer import Answer, to_json  # noqa: E402
from tute.reader import Head, Reader  # noqa: E402
from tute.record import RulesError  # noqa: E402
from tute.referee import Referee  # noqa: E402


def error_json(line: int, error) -> str:
    """The answer to a line that cannot be read."""
    return to_json((("line", line), ("error", (("column", error.column), ("expected", error.expected)))))


def replay(lines, answered, failed) -> bool:
    """Reads an acta; `answered(answer, head)` for every event, `failed(line, error)` for every line that cannot be
    read. True if all could."""
    reader = Reader(lines)
    referee = None
    good = True
    for number, event, error in reader:
        if error:
            good = False
            failed(number, error)
            continue
        if referee is None:
            head = reader.head
            try:
                referee = Referee(head.rules, head.target, head.games)
            except RulesError as wrong:
                wrong.column = 1
                failed(number, wrong)
                return False
        answered(referee.push(event, number), reader.head)
    if good and not reader.head.rules:
        failed(1, ActaError(1, "acta 1 and rules"))
        good = False
    if reader.dropped is not None:
        print(f"dropped: the last line was never confirmed: {reader.dropped}", file=sys.stderr)
    return good


def sentence(answer: Answer, head: Head) -> str:
    """An answer for people: one line, and one more for everything that followed."""
    told = answer.to_dict()
    name = head.names.get(answer.seat, f"seat {answer.seat}" if answer.seat else "")
    text = f"{answer.line:>4}  {answer.event:<24}{name:<12}"
    if not answer.ok:
        text += f"refused: {answer.refused}"
        if answer.duty:
            text += f" ({', '.join(answer.duty)})"
    elif answer.verdict and answer.verdict != "legal":
        text += answer.verdict
    lines = [text]
    if "taken" in told:
        taker = head.names.get(told["taken"]["seat"], f"seat {told['taken']['seat']}")
        points = " ".join(f"{side}: {n}" for side, n in told["points"].items())
        lines.append(f"      trick to {taker}, {told['taken']['points']} points ({points})")
    for found in told.get("renuncios", ()):
        proof = "by counting" if found.get("counted") else "by " + " ".join(found["witnesses"])
        lines.append(
            f"      RENUNCIO of seat {found['seat']}, trick {found['trick']}, {found['card']}:"
            f" {', '.join(found['duty'])}, {proof}"
        )
    if "claim" in told:
        lines.append(f"      claim {told['claim']}")
    if "round" in told:
        end = told["round"]
        points = " ".join(f"{side}: {n}" for side, n in end["points"].items())
        lines.append(f"      ROUND to {end['winner'] or 'nobody'} by {end['by']} ({points})")
    if "match" in told:
        games = " ".join(f"{side}: {n}" for side, n in told["match"].items() if side != "winner")
        won = f", WON by {told['match']['winner']}" if "winner" in told["match"] else ""
        lines.append(f"      games {games}{won}")
    return "\n".join(lines)


def main(arguments=None) -> int:
    """0: all lines read; 1: some could not be; 2: the file cannot be opened."""
    parser = argparse.ArgumentParser(prog="tapete replay", description=__doc__)
    parser.add_argument("file", help="the acta, - for standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, as acta.md section 4")
    options = parser.parse_args(arguments)
    try:
        data = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2

    def answered(answer, head):
        print(answer.dumps() if options.json else sentence(answer, head))

    def failed(line, error):
        if options.json:
            print(error_json(line, error))
        else:
            print(f"{line:>4}  cannot be read: column {error.column}, expected {error.expected}")

    return 0 if replay(io.BytesIO(data), answered, failed) else 1


if __name__ == "__main__":
    sys.exit(main())
