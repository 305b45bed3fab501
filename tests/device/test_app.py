"""The whole device on the virtual table: from radio frames to the panel, in this process."""

import time

from support.canary import Canaries
from support.rounds import Deal, events, gestures
from tapete_host.sim.desk import Device
from tapete_host.sim.people import People
from tapete_host.sim.world import World
from tute.cards import card_name

SETTINGS = {"names": ["Ana", "Luis", "Eva", "Juan"], "target": 3}
HEAD = ["acta 1", "rules online-pairs", "target 3", "seat 1 Ana", "seat 2 Luis", "seat 3 Eva", "seat 4 Juan"]


def table(seed=1, board="wroom_pn5180", settings=None, begin=True, **kw):
    """People at a device that has started; with `begin` the match is open and the deal due."""
    people = People(Device(World(board=board, seed=seed, **kw), settings or SETTINGS))
    people.boot()
    if begin:
        people.play(["expect screen new_match", "ok", "expect screen deal"])
    return people


def game(people):
    """Acta lines without notes."""
    return [text for text in people.acta() if text[0] != "@"]


def test_a_trick_goes_from_the_mat_to_flash_sound_and_panel():
    p = table()
    canaries = Canaries()
    p.play(["lay 6C", "expect banner trump_seen", "ok", "lift 6C"])
    p.play(
        ["lay 5O", "lay RO", "lay 2B", "expect turn 4", "lay AO", "expect screen won", "expect points 0 15"]
    )
    wanted = HEAD + ["deal 4 6C", "play 5O 1", "play RO 2", "play 2B 3", "play AO 4"]
    assert game(p) == wanted
    app = p.device.app
    from tapete.recovery import lines

    app.journal.fold(True)
    assert [text for _, text in lines("/actas", 1) if text[0] != "@"] == wanted
    assert [s[1] for s in p.world.sounds][-5:] == [1047, 1319, 1568, 1760, 2093], p.world.sounds
    assert p.records[-1].startswith("screen won | JUAN +15")
    p.play(["collect", "lay 3B", "expect trick 2", "expect mat 3B"])
    assert canaries.look() == 0 and app.crashes == [] and p.world.ended is None


def test_a_round_is_played():
    p = table(seed=2)
    p.play(gestures(2, 4, False))
    p.play(["expect screen count", "ok", "expect screen deal"])
    assert game(p) == HEAD + events(2, 4)
    answers = [r for r in p.records if r[:7] == "answer "]
    assert len(answers) == 41 and '"round": ' in answers[-1] and not [r for r in p.records if r[:4] == "note"]
    print(
        "gestures",
        len(p.gestures),
        "virtual s",
        p.world.now // 1000000,
        "updates",
        len(p.world.panel.updates),
    )


def test_card_to_sound_and_panel_in_modelled_time():
    p = table(seed=3)
    sounds, panels = [], []
    for line in gestures(3, 4, False):
        before = p.world.now // 1000
        heard = len(p.world.sounds)
        p.play([line])
        if line[:3] == "lay" and p.device.app.table.ref.phase in ("play", "window"):
            sounds.append([s[0] for s in p.world.sounds][heard] - before)
            panels.append(p.world.panel.updates[-1][2] - before)
    for name, values, median, worst in (("sound", sounds, 130, 200), ("panel", panels, 700, 900)):
        values.sort()
        print("card to", name, values[len(values) // 2], values[-1], "ms of", len(values))
        assert values[len(values) // 2] <= median and values[-1] <= worst, values


def test_start_shows_at_once():
    p = table(begin=False)
    updates = p.world.panel.updates
    assert updates[0][0] < 1000 and updates[1][2] < 3500, updates
    print("refresh begins at", updates[0][0], "first real screen at", updates[1][2], "ms")


def test_the_other_board_plays_too():
    p = table(board="s3_pn5180")
    p.play(["lay 6C", "ok", "lift 6C", "lay 5O", "lay RO", "expect turn 3"])
    assert game(p) == HEAD + ["deal 4 6C", "play 5O 1", "play RO 2"]


def test_ticks_may_wrap_in_a_trick():
    p = table(uptime_ms=(1 << 30) - 5000)
    p.play(
        ["lay 6C", "ok", "lift 6C", "lay 5O", "lay RO", "lay 2B", "lay AO", "expect screen won", "collect"]
    )
    assert time.ticks_ms() < 20000
    assert game(p) == HEAD + ["deal 4 6C", "play 5O 1", "play RO 2", "play 2B 3", "play AO 4"]


def test_the_next_lead_may_come_at_any_moment_after_a_trick():
    # The journal folds, the panel shows who won, the mat looks for what is lifted: none of it may delay a
    # card.
    p = table(seed=4)
    world, ref = p.world, p.device.app.table.ref
    deal = Deal(4, 4)
    up = card_name(deal.upcard)
    p.play(["lay " + up, "ok", "lift " + up])
    tricks = [[card_name(card) for _, card in laid] for laid in deal.tricks()]
    p.play(["lay " + card for card in tricks[0][:3]])
    late = []
    for n, wait in enumerate((0, 40, 120, 240, 310, 350, 400, 550, 900)):
        world.field.lay(tricks[n][3])
        while ref.phase != "window":
            p.step()
        p.run(wait)
        for card in tricks[n]:
            world.field.lift(card)
        laid = world.now
        world.field.lay(tricks[n + 1][0])
        while ref.phase == "window":
            p.step()
        p.run(100)
        late.append([s[0] - laid // 1000 for s in world.sounds if s[0] * 1000 >= laid and s[1] == 1047][0])
        p.play(["lay " + card for card in tricks[n + 1][1:3]])
    print("lead to sound", late)
    assert max(late) <= 200 and sorted(late)[4] <= 130, late
