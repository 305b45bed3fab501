"""Field problems of power and flash, by their row in tests/field_problems.md: what a cut, a full or failing flash
and bit rot do to whoever is careless, and that the match is what was confirmed, or one event more."""

# heap: 16M

import os

import vfs

from support.cuts import AT, read_back
from support.trouble import HEAD, Match
from tapete_host.sim.desk import PARAMETERS
from tapete_host.sim.flash import Flash, states
from tapete_host.sim.strict import DeviceEnd
from tapete_host.sim.world import World
from tute.referee import Referee
from tute.rules import find_rules

SOAK = os.getenv("TAPETE_SOAK")
OPENED = []  # never to the garbage collector, which cannot run a flash made of Python


def until_it_ends(m, ms):
    """Let the device work until its supply goes -> True; False if it lives on for so long."""
    try:
        m.run(ms)
        return False
    except DeviceEnd as end:
        assert end.cause == 0, end
        return True


def kept(m):
    """Lines of the acta on flash after a start, without notes."""
    from tapete.journal import Journal

    return [text for _, text in Journal().load() if text[0] != "@"]


def test_row_29_power_goes_in_the_middle_of_a_write():
    m = Match(open_it=False)
    f = open("/careless", "w")
    OPENED.append(f)
    f.write("score 3 2\n")
    m.world.fault("power_dip")
    m.p.restart()
    try:
        with open("/careless") as f:
            assert f.read() == ""
    except OSError:
        pass  # what is not flushed was never there
    m = Match()
    cuts = 0
    for after in range(44 if SOAK else 12):
        if m.laid == 36:
            break
        m.world.fault("flash_brownout", after=after % 3)
        m.put()
        if not until_it_ends(m, 1500):
            m.world.fault("flash_brownout", False)
            m.p.rest()
            if m.laid % 4 == 0:
                m.p.play(["collect"])
            continue
        cuts += 1
        m.p.restart()
        now = kept(m)
        assert now in (m.wanted(), m.wanted()[:-1]), (after, now[-3:], m.wanted()[-3:])
        if m.app.table.view.kind == "resume":
            m.p.play(["ok"])  # the card that was being written lies there: it is asked, and it was played
        assert m.taken(), (after, m.game()[-2:])
        if m.laid % 4 == 0:
            m.p.play(["collect"])
    assert cuts > (14 if SOAK else 4), cuts
    m.trick()
    print("power went in", cuts, "writes")
    m.exact()


def fails_and_heals(fault, trouble):
    """The flash fails in the middle of a trick: it is shown, the game goes on, all is written once it works."""
    m = Match()
    m.lay(2)
    m.world.fault(fault)
    m.trick()
    m.trick()
    m.app.journal.fold(True)
    m.run(500)
    assert m.app.journal.trouble[0] == trouble
    assert kept_in_time(m) < len(m.wanted())  # what was laid since is not on flash
    assert m.game() == m.wanted()
    m.world.fault(fault, False)
    m.until(lambda: m.app.journal.trouble is None, 6000)
    m.trick()
    m.world.fault("power_dip")
    m.p.restart()
    assert kept(m) == m.wanted()
    m.trick()
    m.exact()


def kept_in_time(m):
    """How many lines a start would find now."""
    return len(kept(m))


def test_row_29_the_flash_fails_and_works_again():
    fails_and_heals("flash_error", "flash_error")


def test_row_29_the_flash_is_full_and_has_room_again():
    m = Match()
    m.lay(2)
    m.world.fault("flash_full")
    n = 0
    while len(kept(m)) == len(m.wanted()) and m.laid < 36:  # appends go on in what is erased, and then end
        m.trick()
        n += 1
    assert m.app.journal.trouble[0] == "flash_full" and len(kept(m)) < len(m.wanted())
    assert m.game() == m.wanted()
    m.world.fault("flash_full", False)
    m.until(lambda: m.app.journal.trouble is None, 6000)
    m.world.fault("power_dip")
    m.p.restart()
    print("tricks before the flash was full:", n)
    assert kept(m) == m.wanted()


def test_row_29_bits_turn_over_on_the_flash():
    m = Match()
    for _ in range(3):
        m.trick()
    m.run(1000)
    m.world.fault("power_dip")
    m.p.device.unmount()
    image = m.world.flash.image()
    whole, shorter, damaged, unreadable = 0, 0, 0, 0
    for seed in range(200 if SOAK else 13):
        m.world.flash.view[:] = image
        m.world.flash.programs = seed  # the seed of what rots
        m.world.fault("flash_rot", bits=1 + seed % 3)
        assert m.world.flash.image() != image
        try:
            m.p.device.mount()
        except OSError:
            unreadable += 1
            continue
        lines = kept(m)
        assert lines == m.wanted()[: len(lines)], (seed, lines)  # never a line that nobody has written
        whole += lines == m.wanted()
        shorter += lines != m.wanted()
        if seed % 12 == 0:
            damaged += starts(m, lines)
    print(
        "of",
        whole + shorter + unreadable,
        "rotten flashes",
        whole,
        "kept all,",
        shorter,
        "a part,",
        unreadable,
        "cannot be read",
    )
    print("and", damaged, "starts told of a damage")
    assert whole and whole + shorter > 8


def starts(m, lines):
    """The device comes up from this flash with the score of these lines -> 1 if it told of a damage."""
    before = len(m.p.records)
    m.p.restart()
    app = m.app
    assert app.crashes == []
    said = [line for line in m.p.records[before:] if line[:11] == "note acta d" or line[:9] == "note torn"]
    m.world.fault("power_dip")
    m.p.device.unmount()
    if len(lines) <= len(HEAD):
        return len(said)
    ref = Referee(find_rules("online-pairs"), 3)
    for text in lines[len(HEAD) :]:
        assert ref.push(text).ok
    for name in ("phase", "turn", "trick_no", "points", "games", "table"):
        assert getattr(app.table.ref, name) == getattr(ref, name), name
    return len(said)


def repaired(junk, fold):
    """(flash content with an acta whose last line is torn, flash operations of the start that repairs it, lines)."""
    World()  # whose clock the journal reads
    from tapete.journal import Journal

    flash = Flash(24)
    vfs.VfsLfs2.mkfs(flash, **PARAMETERS)
    vfs.mount(vfs.VfsLfs2(flash, **PARAMETERS), AT)
    journal = Journal(AT + "/actas")
    journal.open_match(HEAD)
    lines = HEAD + ["deal 4 6C", "play AO 1", "play 3O 2"]
    for text in lines[len(HEAD) :]:
        journal.append(text)
    if fold:
        journal.fold(True)
    with open(AT + ("/actas/0001.01" if fold else "/actas/hot/now"), "ab") as f:
        f.write(junk)
    vfs.umount(AT)
    again = Flash(image=flash.image())
    image = again.start_log()
    vfs.mount(vfs.VfsLfs2(again, **PARAMETERS), AT)
    found = Journal(AT + "/actas")
    assert [text for _, text in found.load()] == lines and found.dropped is not None
    vfs.umount(AT)
    return image, again.log, lines


def test_row_29_power_goes_again_while_the_acta_is_repaired():
    looked = 0
    for junk in (b"play 4O 3 *ab", b"\xff\xfe\x00"):
        for fold in (True, False):
            image, log, lines = repaired(junk, fold)
            assert log  # the torn line is taken off the flash
            for k, kind, content in states(image, log):
                looked += 1
                assert read_back(content, start) == lines, (junk, fold, k, kind)
    print("states within repairs:", looked)
    assert looked > 8


def start(folder):
    """What a start finds, after which a line was written and all read again."""
    from tapete.journal import Journal

    journal = Journal(folder)
    texts = [text for _, text in journal.load()]
    journal.append("undo")
    assert journal.trouble is None and [text for _, text in Journal(folder).load()] == texts + ["undo"]
    return texts
