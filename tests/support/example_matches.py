"""The example matches: two of every preset, each with scenes that it is an example of, found by seeded search.

Written by `make golden` (python -m support.example_matches): PRESET-1.acta and PRESET-2.acta, the answers beside them.
"""

import itertools
import pathlib
import sys
from typing import NamedTuple

from support.example_table import Table
from support.matches import Dice
from tapete_host.replay import Replay

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "host_tools/examples/actas"
MOST_SEEDS = 20_000


class Deal(NamedTuple):
    """One round: what is to happen in it, and how it is to end.

    scenes: by name, each with its note (example_table). scan: seats whose hands are scanned. give: cards that a seat is
    to have. first: lines before the first lead, after the deal. more: asks the table whether it is what was meant."""

    winner: str | None = ""
    by: str = "points"
    scenes: dict = {}
    draws: str = "unseen"
    scan: tuple = ()
    give: dict = {}
    upcard: str = ""
    note: str = ""
    first: tuple = ()
    more: object = None


class Match(NamedTuple):
    """A whole match. `shows`: the sentence at its head."""

    shows: str
    rules: str
    names: str
    deals: tuple
    target: int = 2
    games: tuple = ()
    dealer: int = 0


def findings(table: Table) -> list[dict]:
    return [found for told in table.told for found in told.get("renuncios", ())]


def by_witness(table: Table) -> bool:
    return [found for found in findings(table) if found["witnesses"] and found["status"] == "proven"] != []


def by_counting(table: Table) -> bool:
    return [found for found in findings(table) if found.get("counted")] != []


def suspected(table: Table) -> bool:
    return [found for found in findings(table) if found["status"] == "suspected"] != []


def late(table: Table) -> bool:
    """The proof comes tricks after the card."""
    return bool(findings(table)) and len(table.told) > 25 and by_witness(table)


def exchanged(table: Table) -> bool:
    return "swap" in table.done


def forty(table: Table) -> bool:
    return "40" in table.done


def all_of(*tests):
    return lambda table: all(test(table) for test in tests)


def offender_ahead(table: Table) -> bool:
    """Somebody who is out has the most points."""
    points = result(table)["points"]
    out = {str(found["seat"]) for found in findings(table)}
    return any(points[side] == max(points.values()) for side in out)


def tied_without_last(table: Table) -> bool:
    """Two have the most points and the third has won the last trick."""
    points = result(table)["points"]
    best = [side for side in points if points[side] == max(points.values())]
    last = [told["taken"]["seat"] for told in table.told if told.get("taken")][-1]
    return len(best) == 2 and str(last) not in best


def two_in_a_window(table: Table) -> bool:
    events = [told["event"] for told in table.told if told["ok"]]
    return any(a.startswith("cante") and b.startswith("cante") for a, b in itertools.pairwise(events))


def result(table: Table) -> dict:
    return [told["round"] for told in table.told if "round" in told][-1]


MATCHES = {
    "online-pairs-1": Match(
        "A scanned hand, so that a wrong card is refused at once; the exchange; a revoke that a later card proves; a "
        "tie.",
        "online-pairs",
        "Ana Luis Eva Paco",
        (
            Deal(
                "1+3",
                scan=(2,),
                scenes={"refuse": {"note": "The wrong card; but this hand was scanned."}, "swap": {}},
                more=all_of(exchanged, forty),
            ),
            Deal(
                "2+4",
                "renuncio",
                scenes={
                    "cheat": {"trick": 2, "note": "A card that the rules forbid, and nobody can know yet."}
                },
                more=late,
            ),
            Deal(
                None,
                "last_trick",
                scenes={
                    "undo": {"note": "The card slipped out of the hand: it is taken back."},
                    "misread": {"note": "That was noted wrongly."},
                },
            ),
        ),
    ),
    "online-pairs-2": Match(
        "A table that speaks only when somebody claims: a claim without reason, one that is upheld later, and a "
        "tute of knights.",
        "online-pairs renuncio_detection=on_claim",
        "Carmen Javier Rosa Manuel",
        (
            Deal(
                "2+4",
                scenes={"false_claim": {"trick": 4, "note": "Somebody is sure that this was no right card."}},
                more=exchanged,
            ),
            Deal(
                "1+3",
                "renuncio",
                scenes={
                    "cheat": {"trick": 2, "note": "The suit is in the hand."},
                    "claim": {"note": "The next player has doubts, and says so."},
                },
                more=late,
            ),
            Deal(None, "tute", give={3: "CO CC CE CB"}, more=lambda table: len(table.told) > 15),
        ),
    ),
    "amelia-2-1": Match(
        "Two with a stock, draws unseen: exchanges, a cante refused, a revoke after the stock is gone, a round "
        "given up.",
        "amelia-2",
        "Ana Luis",
        (
            Deal(
                "1",
                scenes={
                    "bad_cante": {
                        "reasons": ("side", "limit"),
                        "note": "Only the winner of the trick sings, and one cante a trick.",
                    }
                },
                more=all_of(exchanged, lambda table: "sung" in table.done),
            ),
            Deal(
                "2",
                "renuncio",
                scenes={"cheat": {"trick": 13, "note": "The stock is gone: now suit must be followed."}},
                draws="silent",
                more=by_witness,
            ),
            Deal(
                None, "concession", scenes={"concede": {"trick": 15, "note": "There is nothing more to win."}}
            ),
        ),
    ),
    "amelia-2-2": Match(
        "Two with a stock, hands and draws scanned: the card just drawn cannot be sung, wrong cards are refused, and a "
        "tute of kings.",
        "amelia-2",
        "Marta Jorge",
        (
            Deal(
                "2",
                scan=(1, 2),
                draws="seen",
                scenes={
                    "bad_cante": {"reasons": ("last_drawn",), "note": "The pair is whole, but just now."},
                    "refuse": {"note": "After the stock every duty holds, and the mat knows the hand."},
                },
            ),
            Deal("1", draws="mixed", more=all_of(exchanged, forty)),
            Deal(None, "tute", scan=(1, 2), draws="seen", give={1: "RO RC RE RB"}),
        ),
    ),
    "amelia-3-1": Match(
        "Three, everyone for himself: a cante that came too late, and a tie of two where the third won the last trick.",
        "amelia-3",
        "Ana Luis Eva",
        (
            Deal(
                "1",
                scenes={"late_cante": {"note": "It should have been sung after the first trick won."}},
            ),
            Deal("2", "last_trick", more=tied_without_last),
            Deal(None, scenes={"undo": {}}, more=forty),
        ),
    ),
    "amelia-3-2": Match(
        "Three, everyone for himself: who has revoked plays on but cannot win, however many points he has; one gives "
        "up.",
        "amelia-3",
        "Lola Pepe Inma",
        (
            Deal(
                "3",
                scenes={"cheat": {"trick": 2, "note": "A trump would have been due."}},
                more=all_of(offender_ahead, by_witness),
            ),
            Deal("1", scenes={"concede": {"trick": 6, "note": "The other two play on."}}),
            Deal(None, scenes={"out_of_turn": {"trick": 3, "note": "Too quick."}}),
        ),
    ),
    "amelia-4-1": Match(
        "The trump card is the dealer's and everybody has seen it: a wrong card is known by it; a cante that was only "
        "announced and was not true.",
        "amelia-4",
        "Ana Luis Eva Paco",
        (
            Deal(
                "1+3",
                scenes={
                    "refuse": {"note": "The trump card is in that hand: everybody has seen it."},
                    "out_of_turn": {"trick": 5},
                },
            ),
            Deal(
                "2+4",
                "renuncio",
                scenes={"bluff": {"note": "Announced, not shown."}},
                more=lambda table: any(found["duty"] == ["cante"] for found in findings(table)),
            ),
            Deal(None, more=all_of(forty, lambda table: "20" in table.done)),
        ),
    ),
    "amelia-4-2": Match(
        "Nothing is told before the round is over, and a revoke gives all points to the others; a misdeal; a round "
        "that the table gives away.",
        "amelia-4 renuncio_detection=audit renuncio_penalty=points_to_opponents",
        "Carmen Javier Rosa Manuel",
        (
            Deal(
                "1+3",
                scenes={"cheat": {"trick": 2, "note": "Wrong, but here nobody is told before the count."}},
                more=by_witness,
            ),
            Deal(
                None,
                "ruling",
                scenes={"misdeal": {"note": "There are eleven cards in a hand: it is dealt again."}},
            ),
            Deal(
                "2+4", scenes={"misread": {"trick": 3, "note": "It was another card: the line is put right."}}
            ),
            Deal(
                "2+4",
                "ruling",
                scenes={
                    "award": {
                        "trick": 7,
                        "side": "2+4",
                        "note": "Rosa was seen to show a card: the table gives the round away.",
                    }
                },
            ),
        ),
    ),
    "wikipedia-2-1": Match(
        "Two with every duty from the first trick: unseen draws may explain a card, until they no longer can.",
        "wikipedia-2",
        "Ana Luis",
        (
            Deal(
                "1",
                "renuncio",
                scenes={
                    "cheat": {
                        "trick": 5,
                        "note": "Was it a revoke? The stock may have brought the other card.",
                    }
                },
                more=all_of(suspected, by_witness, late),
            ),
            Deal(
                "2",
                scenes={
                    "bad_cante": {"reasons": ("stock",), "note": "Only two cards are left in the stock."},
                    "swap": {"note": "Here that needs no trick."},
                },
                more=exchanged,
            ),
            Deal(None, draws="silent", more=two_in_a_window),
        ),
    ),
    "wikipedia-2-2": Match(
        "Two, everything scanned: wrong cards are refused while the stock lasts, and a tute of kings ends it.",
        "wikipedia-2",
        "Marta Jorge",
        (
            Deal(
                "2",
                scan=(1, 2),
                draws="seen",
                scenes={
                    "refuse": {"trick": 3, "note": "Both hands and every draw were scanned."},
                    "undo": {"trick": 6},
                },
            ),
            Deal("1", draws="mixed", scenes={"false_claim": {"trick": 14}}),
            Deal(None, "tute", scan=(1, 2), draws="seen", give={1: "RO RC RE RB CO"}),
        ),
    ),
    "wikipedia-4-1": Match(
        "Whoever cannot follow must trump, even low: counting alone proves that it was not done; several cantes after "
        "one trick; a player leaves.",
        "wikipedia-4",
        "Ana Luis Eva Paco",
        (
            Deal(
                "2+4",
                "renuncio",
                scenes={"cheat": {"trick": 3, "note": "No trump, although there is one in the hand."}},
                more=by_counting,
            ),
            Deal("1+3", more=two_in_a_window),
            Deal(
                None,
                "concession",
                scenes={"leave": {"trick": 4, "seat": 2, "note": "Luis must catch his train."}},
            ),
        ),
    ),
    "wikipedia-4-2": Match(
        "To a hundred and one: a deal that nobody wins is carried on, a right claim, a wrong one.",
        "wikipedia-4 round_win=first_to_101",
        "Lola Pepe Inma Ramón",
        (
            Deal(None, "carry", note="Nobody gets to a hundred and one: the points go on."),
            Deal("1+3", "claim101", scenes={"claim101": {"note": "Well counted."}}),
            Deal("2+4", "points"),
            Deal(None, "claim101", scenes={"wrong101": {"note": "Counted badly: it was not enough."}}),
        ),
    ),
    "wikipedia-4-classical-1": Match(
        "A big win counts two games, one side has brought a game, and who sings shows the cards.",
        "wikipedia-4-classical double_win=over_100",
        "Ana Luis Eva Paco",
        (
            Deal(
                "1+3",
                scenes={"bad_cante": {"reasons": ("side", "order"), "note": "Not now."}},
                more=lambda table: result(table)["games"] == 2,
            ),
            Deal("2+4", more=lambda table: result(table)["games"] == 1),
            Deal("2+4", scenes={"undo": {}}, more=lambda table: result(table)["games"] == 1),
            Deal(None, more=lambda table: result(table)["games"] == 2),
        ),
        4,
        ("games 2+4 1",),
    ),
    "wikipedia-4-classical-2": Match(
        "A revoke is dealt again; a scan that was wrong is forgotten; the round is cut short and the hands are shown "
        "for the audit.",
        "wikipedia-4-classical renuncio_penalty=replay_round",
        "Carmen Javier Rosa Manuel",
        (
            Deal(
                None,
                "renuncio",
                scenes={"cheat": {"trick": 2, "note": "A card of another suit."}},
                more=by_witness,
            ),
            Deal(
                "1+3",
                scan=(1, 2, 3, 4),
                first=("forget",),
                note="The packet of Rosa was read twice: the scan is dropped.",
                more=forty,
            ),
            Deal(
                "1+3",
                "concession",
                scenes={
                    "concede": {"trick": 6},
                    "show_rest": {
                        "always": True,
                        "note": "The rest is laid on the mat, for whoever wants to see it.",
                    },
                },
                more=lambda table: "open" not in table.told[-1].get("audit", {}).values(),
            ),
        ),
    ),
}


def head_of(name: str, match: Match) -> list[str]:
    """The lines of its head."""
    names = match.names.split()
    return [
        "acta 1",
        f"# {match.shows}",
        f"rules {match.rules}",
        f"target {match.target}",
        *match.games,
        *(f"seat {seat} {text}" for seat, text in enumerate(names, 1)),
    ]


def attempt(match: Match, deal: Deal, head: list[str], lines: list[str], seed: int) -> Table | None:
    """One round after these lines, dealt by this seed; None if it is not what was meant."""
    table = Table(head, lines)
    dealer = table.ref.next_dealer or match.dealer or table.rules.players
    dice = Dice(seed)
    table.deal(dice, dealer, deal.give, deal.upcard)
    for seat in deal.scan:
        table.say(f"hand {seat} {' '.join(table.hand(seat))}")
    table.say(f"deal {dealer} {table.upcard}")
    table.note(deal.note)
    for line in deal.first:
        table.say(line)
    table.play_round(deal.scenes, deal.draws)
    over = [told for told in table.told if "round" in told]
    if not over or over[-1]["round"]["by"] != deal.by:
        return None
    if deal.winner is not None and over[-1]["round"]["winner"] != deal.winner:
        return None
    if not {name for name, scene in deal.scenes.items() if name != "said"} <= table.done:
        return None
    if deal is match.deals[-1] and table.ref.phase != "match_over":
        return None
    return table if deal.more is None or deal.more(table) else None


def play(name: str) -> list[str]:
    """The lines of an example match."""
    match = MATCHES[name]
    head = head_of(name, match)
    lines: list[str] = []
    for number, deal in enumerate(match.deals):
        for seed in range(1, MOST_SEEDS):
            table = attempt(match, deal, head, lines, seed * 97 + number)
            if table:
                lines = table.lines
                break
        else:
            raise SystemExit(f"{name}: no round {number + 1} in {MOST_SEEDS} deals")
    return head + lines


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or MATCHES:
        text = "\n".join(play(name)) + "\n"
        (FOLDER / f"{name}.acta").write_text(text)
        answers = "".join(heard.dumps() + "\n" for heard in Replay(text.encode()))
        (FOLDER / f"{name}.jsonl").write_text(answers)


if __name__ == "__main__":
    main()
