"""A deck registered at the table, by radio: forty stickers one after another, mistakes, power cuts, a replacement."""

import vfs

from support.ram_flash import RamFlash, mounted
from tapete.deck import Deck
from tapete.deckfile import DeckFile
from tapete.enrol import _ORDER, write
from tapete_host.sim.desk import Device, deck_text
from tapete_host.sim.flash import states
from tapete_host.sim.people import FOREIGN, People
from tapete_host.sim.world import World
from tute.cards import card_name

NAMES = [card_name(suit * 10 + strength) for suit in range(4) for strength in _ORDER]


def people(deck=None, **settings):
    """At a device without a deck file (deck: its text), in its set-up's settings."""
    board = settings.get("board", "wroom_pn5180")
    made = People(
        Device(
            World(seed=5, board=board),
            settings=dict({"lang": "es"}, **settings),
            files={"/deck.txt": deck or ""},
        )
    )
    made.boot()
    while made.device.app.table.view.kind == "trouble":
        made.play(["ok"])
    return into(made)


def into(p):
    """Open the deck's list."""
    p.play(["expect question setup_start", "cambio", "expect question options"])
    while chosen(p) != "deck":
        p.play(["cambio"])
    p.play(["ok", "expect question deck"])
    return p


def question(p):
    return p.device.app.table.view.question


def chosen(p):
    """The marked option."""
    return question(p)[2][question(p)[3]][0]


def choose(p, key):
    """That option of a list."""
    while chosen(p) != key:
        p.play(["cambio"])
    p.play(["ok"])


def lay(p, card, gap=0):
    """Lay a card (or a UID) and take it up."""
    p.play(["lay " + card, "collect"])


def banner(p):
    return p.device.app.table.view.banner[0]


def test_forty_cards_with_three_mistakes_and_a_cut_of_power():
    p = people()
    assert question(p)[1] == (0, 1) and [key for key, _ in question(p)[2]] == [
        "enrol_go_on",
        "suits_0",
        "enrol_other",
    ]
    choose(p, "enrol_go_on")
    for n, name in enumerate(NAMES):
        assert question(p)[0] == "enrol" and question(p)[1][1] == n, question(p)
        assert card_name(question(p)[1][0]) == name
        if n == 3:
            lay(p, NAMES[1])
            assert banner(p) == "enrol_known" and question(p)[1][1] == 3
        if n == 5:
            lay(p, FOREIGN)
            assert banner(p) == "enrol_foreign" and question(p)[1][1] == 5
        if n == 8:
            p.play(["lay %s %s" % (NAMES[8], NAMES[9]), "collect"])
            done = question(p)[1][1]
            for _ in range(done - 8):  # heard one after the other they were taken for two: taken back
                p.play(["deshacer"])
            assert question(p)[1] == (question(p)[1][0], 8)
        if n == 20:
            p.world.power_cut()
            p.restart()
            while p.device.app.table.view.kind == "trouble":
                p.play(["ok"])
            choose(into(p), "enrol_go_on")
        lay(p, name)
    assert question(p)[0] == "deck" and question(p)[1] == (40, 1)
    assert [Deck().uid(card) for card in range(40)] == [p.world.deck[card_name(card)] for card in range(40)]
    p.play(["deshacer", "deshacer", "expect question setup_start", "ok", "expect screen deal"])
    p.play(["lay 6C", "ok", "lift 6C", "lay 5O", "lay RO", "expect screen trick"])
    assert p.acta()[-2:] == ["play 5O 1", "play RO 2"]


def whole(**settings):
    """With all forty cards registered."""
    return people(deck_text(World(seed=5).deck), **settings)


def test_a_card_is_replaced_and_its_old_sticker_is_foreign():
    p = whole()
    old = p.world.deck["RO"]
    choose(p, "enrol_replace")
    choose(p, "suit")
    p.play(["cambio"] * _ORDER.index(7) + ["ok", "expect question enrol"])
    assert [card_name(question(p)[1][0])] == ["RO"]
    lay(p, "AO")
    assert banner(p) == "enrol_known"
    p.world.deck["RO"] = new = bytes([224, 4, 1, 0, 9, 9, 9, 9])
    lay(p, "RO")
    assert question(p)[0] == "deck" and Deck().uid(7) == new and Deck().card(old) is None
    assert Deck().problems() == []


def test_a_check_hears_all_and_names_what_is_missing():
    p = whole()
    choose(p, "enrol_check")
    assert question(p)[1] == (0, [0, 1, 2, 3, 4])
    lay(p, "2O")
    lay(p, "2O")
    lay(p, FOREIGN)
    assert question(p)[1] == (1, [1, 2, 3, 4, 5]) and banner(p) == "foreign"
    for k in range(0, len(NAMES), 2):
        lay(p, " ".join([name for name in NAMES[k : k + 2] if name != "2O"]))
    assert question(p)[1] == (40, []) and banner(p) == "enrol_heard_all"
    p.play(["ok", "expect question deck"])


def test_a_card_is_left_out_taken_back_and_gone_on_with_later():
    p = people()
    choose(p, "enrol_go_on")
    lay(p, "AO")
    p.play(["ok"])  # the two is lost: left out
    assert card_name(question(p)[1][0]) == "3O"
    lay(p, "3O")
    p.play(["deshacer"])
    assert banner(p) == "enrol_undone" and card_name(question(p)[1][0]) == "2O" and question(p)[1][1] == 1
    p.play(["cante", "expect question deck"])
    assert question(p)[1] == (1, 1) and Deck().uid(9) == p.world.deck["AO"] and Deck().uid(8) is None
    p.play(["deshacer", "deshacer", "expect question setup_start"])


def test_another_deck_is_asked_for_twice():
    p = whole()
    choose(p, "enrol_another")
    p.play(["ok", "expect question deck"])
    assert question(p)[1] == (40, 1)
    choose(p, "enrol_another")
    choose(p, "yes")
    assert question(p)[:2] == ("enrol", (9, 0)) and Deck().uid(0) is None


def test_a_flash_that_takes_nothing_is_said_and_the_card_asked_for_again():
    p = people()
    choose(p, "enrol_go_on")
    lay(p, "AO")
    p.world.fault("flash_error", after=0)
    lay(p, "2O")
    assert banner(p) == "not_written" and question(p)[1][1] == 1
    p.world.fault("flash_error", False)
    lay(p, "2O")
    assert question(p)[1][1] == 2 and banner(p) == "enrol_taken"


def test_stickers_of_the_other_kind_and_an_antenna_a_seat():
    p = people(board="wroom_mfrc522", antennas=[1, 2, 3, 4])
    choose(p, "enrol_go_on")
    for n in range(3):
        p.play(["lay %s@%d" % (NAMES[n], n + 1), "collect"])
    assert question(p)[1][1] == 3 and Deck().uid(8) == p.world.deck["3O"]


def test_a_cut_of_power_leaves_the_deck_before_or_after_the_card():
    flash = mounted(RamFlash(16))
    uids = [bytes([224, 4, 1, 0, 0, 0, 0, card]) for card in range(40)]
    write("/t/deck.txt", "Casa", uids[:39] + [b""])
    before = bytes(flash.data)
    flash.log = []
    write("/t/deck.txt", "Casa", uids)
    log, flash.log = flash.log, None
    vfs.umount("/t")
    seen = []
    for _, _, image in states(before, log):
        mounted(RamFlash(16, image), fresh=False)
        file = DeckFile("/t/deck.txt")
        vfs.umount("/t")
        assert file.name == "Casa" and file.uids[:39] == uids[:39], file.problems
        seen.append(file.uids[39] == uids[39])
    assert len(seen) > 10 and False in seen and seen[-1]
    print("power cut at %d places of writing a deck" % len(seen))


# Two decks in turn


def of_two():
    """A device with two decks of forty, both registered, in its set-up; the second deck's stickers by card name."""
    world = World(seed=5)
    second = {name: bytes([224, 4, 1, 0, 7, 7, 7, n]) for n, name in enumerate(NAMES)}
    files = {"/deck.txt": deck_text(world.deck), "/second-deck.txt": deck_text(second, "Otra")}
    made = People(Device(world, settings={"lang": "es", "target": 9}, files=files))
    made.boot()
    return made, second


def laid(p, deck, *names):
    for name in names:
        p.play(["lay " + deck[name].hex().upper()])


def test_two_decks_are_played_in_turn_and_known_by_their_cards():
    p, second = of_two()
    p.play(["ok", "expect screen deal", "lay 6C", "ok", "lift 6C", "lay 5O"])
    laid(p, second, "RO")
    assert banner(p) == "of_the_other_deck" and question(p) is None and p.acta()[-1] == "play 5O 1", (
        "not in the middle of a round"
    )
    p.play(["lift " + second["RO"].hex().upper(), "lay RO", "ok hold"])
    while chosen(p) != "menu_award":
        p.play(["cambio"])
    p.play(["ok", "ok", "collect", "ok"])
    laid(p, second, "3B")
    assert p.device.app.table.view.upcard == 38, "the trump card of the next round is of the other deck"
    assert banner(p) in ("deck_changed", "trump_seen")
    p.play(["ok", "lift " + second["3B"].hex().upper()])
    assert p.acta()[-1] == "deal 1 3B"
    laid(p, second, "AO", "4O")
    p.world.power_cut()
    p.restart()
    laid(p, second, "5O")
    assert p.acta()[-3:] == ["play AO 2", "play 4O 3", "play 5O 4"], (
        "after a cut of power it is still that deck"
    )
    p.play(["lay 6O"])
    assert banner(p) == "of_the_other_deck"


def test_a_sticker_is_not_registered_in_both_decks():
    p, second = of_two()
    into(p)
    choose(p, "enrol_other")
    assert question(p)[1] == (40, 2)
    choose(p, "enrol_replace")
    p.play(["ok", "ok", "expect question enrol", "lay AO"])
    assert banner(p) == "of_the_other_deck"
    p.play(["lift AO", "lay " + "E00401FFFFFFFF01", "expect question deck"])
    assert question(p)[1] == (40, 2)
    choose(p, "enrol_other")
    assert question(p)[1] == (40, 1)
    with open("/second-deck.txt") as f:
        assert "E00401FFFFFFFF01" in f.read()


def test_cards_that_lay_there_when_the_list_was_opened_are_gone_when_they_are_lifted():
    p = people(deck_text(World(seed=5).deck))
    p.play(["deshacer", "deshacer", "lay AO", "lay 3B"])
    choose(into(p), "enrol_check")
    table = p.device.app.table
    assert len(table.here) == 2
    p.play(["lift AO"])
    p.play(["ok", "expect question deck", "lift 3B", "deshacer", "deshacer", "ok", "expect screen deal"])
    assert table.here == [] and table.aside == []
    p.play(["lay 6C", "ok", "lift 6C", "lay 5O"])
    assert p.acta()[-1] == "play 5O 1"


def test_a_file_that_cannot_be_read_is_not_replaced_by_the_suits():
    p = people("AO E00401\n")
    assert [key for key, _ in question(p)[2]] == ["enrol_go_on", "enrol_other"]


def test_the_suits_of_the_other_deck_are_called_as_its_own():
    p, _ = of_two()
    into(p)
    choose(p, "enrol_other")
    choose(p, "suits_0")
    view = p.device.app.table.view
    assert question(p)[1] == (40, 2) and view.french and chosen(p) == "suits_1"
    p.play(["deshacer"])
    assert not p.device.app.table.view.french and not p.device.app.table.deck.french, (
        "the first is played with"
    )
