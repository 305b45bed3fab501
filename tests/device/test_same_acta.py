"""One match, whatever board and panel it is played on: the acta is the same, and the panel shows the game.

`make test` plays the first tricks on each board and on each panel; `make soak` a whole match on every pair.
"""

import gc
import os

from support.trouble import Match, shows

SOAK = os.getenv("TAPETE_SOAK")
BOARDS = ("wroom_pn5180", "wroom_mfrc522", "s3_pn5180", "s3_mfrc522")
PANELS = ("ssd1683", "uc8179", "ssd1680")
SEED = 23


def sample():
    """[(board, panel)] to play on: each board and each panel once, or all pairs."""
    if SOAK:
        return [(board, panel) for board in BOARDS for panel in PANELS]
    return [(BOARDS[i], PANELS[i % 3]) for i in range(4)]


def play(board, panel):
    """The acta of the match on this board with this panel."""
    m = Match(SEED, board=board, panel=panel)
    rounds = 1
    for _ in range(10 if SOAK else 2):
        m.trick()
        assert shows(m), (board, panel, m.laid)
    m.exact()
    if SOAK:
        while m.app.table.ref.phase != "match_over":
            rounds += 1
            m.another_round(SEED + rounds)
    assert m.world.ended is None and m.app.crashes == []
    acta = m.game()
    print(board, panel, "rounds", rounds, "lines", len(acta), "virtual s", m.world.now // 1000000)
    return acta


def test_the_same_match_gives_the_same_acta_on_every_board_and_panel():
    first = None
    for board, panel in sample():
        acta = play(board, panel)
        gc.collect()
        if first is None:
            first = acta
        assert acta == first, (board, panel, [pair for pair in zip(first, acta) if pair[0] != pair[1]][:3])
    assert len(first) > (120 if SOAK else 14), len(first)
