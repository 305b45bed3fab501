"""Troubles of reader, panel and flash: when they begin and end, who is told and how; lent while there is one.

The game goes on with what works. A trouble of a reader or of the flash is shown, and its sound says that there is
one; of a panel that shows nothing the sound alone tells, and the console. After a minute without a reader the
panel says how the round stands, so that it can be played by hand and closed with `award` from the menu.

/health.txt is a ring of at most 2 KB: `SECONDS PART STATE words`, seconds as time.time() has them; a line
`SECONDS device start CAUSE` (machine.reset_cause) comes before the first of each start.
"""

import os
import time

import machine

PATH = "/health.txt"
_SIZE = 2048
_HAND = 60000  # ms without a reader before people are told to play on by hand
_KEPT = 12  # lines that wait for the flash
_APART = 10000  # ms between writes: what comes and goes must not wear the flash
_STILL = 500  # ms after a change of the game before one

_SENTENCES = {
    "no_answer": "it does not answer: look at its cable and its supply",
    "bus_fault": "it answers nonsense: look at the wires between it and the board",
    "supply": "it makes no field: its 5 V supply is missing",
    "antenna_off": "its field does not stay or its antenna is not there: look at the antenna's wires",
    "too_many": "nobody can tell what lies there: spread the cards, keep the pack and the tricks away",
    "recovering": "it has to be set up again and again: look at its supply and its cable",
    "clone": "it is of no known version: it works, but where cards are missed it may be a poor copy",
    "flash_full": "nothing more fits: take old matches off",
    "flash_error": "saving fails: it is tried again",
}

_lines: list = []  # of the log, not yet on flash
_wrote: list = []  # [ticks_ms of the last write], once there was one


def event(app, told):
    """An event of the mat about a reader: ("reader", state, ticks_ms, seat or 0, words)."""
    _, state, now, seat, words = told if len(told) > 3 else told + (0, "")
    part = "reader%s" % (seat or "")
    if state == "clone":
        _clone(app, part, (seat,) if seat else (), words)
    else:
        change(app, part, state, now, (seat,) if seat else (), words)


def change(app, part, state, now, args=(), detail=""):
    """A part is in another state; `args` are those of the screen's text."""
    ill = _of(app, part)
    if state == "working":
        if not ill:
            return
        app.ills.remove(ill)
        words = "after %d s of %s" % (max(0, time.ticks_diff(now, ill[2])) // 1000, ill[1])
    else:
        if ill and ill[1] == state:
            return
        if not ill:
            ill = [part, state, now, args]
            app.ills = app.ills or []
            app.ills.append(ill)
            if part == "panel":  # twice: it is not on the panel that one has to look
                app.table.sound("trouble")
                app.table.sound("trouble")
        if ill[1] == "recovering":
            ill[2] = now
        ill[1] = state
        ill[3] = args
        words = app.panel.message if part == "panel" else _SENTENCES.get(state, "")
        if detail:
            words += " (%s)" % detail
    app.console.put("note %s %s: %s" % (part, state, words))
    log(part, state, words)
    _show(app)
    if state == "working" and part[:6] == "reader":
        _back(app)


def _of(app, part):
    for ill in app.ills:
        if ill[0] == part:
            return ill
    return None


def step(app, now):
    """The regular look while there is trouble -> whether there still is, or something to be written."""
    panel = app.panel.state
    if panel != "starting":
        change(app, "panel", panel, now)
    flash = app.journal.trouble
    change(app, "flash", flash[0] if flash else "working", now, flash[1] if flash else ())
    _show(app)
    table = app.table
    blind = not table.seated or len(table.deaf) == 4  # of four readers the others go on
    for ill in app.ills:
        away = (
            blind
            and ill[0][:6] == "reader"
            and ill[1] != "recovering"
            and time.ticks_diff(now, ill[2]) >= _HAND
        )
        if away and table.ref is not None and not (table.bad or table.hand and table.asked):
            table.bad = (ill[1], ill[3])  # OK opens the menu; after that it is there again
            table.changed()
        if away and table.ref is not None and not table.hand:
            table.hand = True
            table.sound("trouble")
            table.changed()
    _save(app, now)
    return bool(app.ills or _lines)


# What is shown


def _show(app):
    """Put the trouble that matters most on the panel: a reader's, else the flash's; take off what is over."""
    worst = None
    for ill in app.ills:
        if ill[0] != "panel" and (worst is None or ill[0] != "flash"):
            worst = ill
    table = app.table
    if worst is None:
        if table.bad and table.bad[0] == app.live:
            table.trouble(None)
        app.live = None
    elif worst[1] != app.live:
        app.live = worst[1]
        table.trouble(worst[1], worst[3])


def _back(app):
    """A reader is back: what lay there is looked at, if nobody could see for long what happened."""
    for ill in app.ills:
        if ill[0][:6] == "reader":
            return
    table = app.table
    if not table.hand and not app.blind:
        return
    uids = app.mat.read_now()
    if uids is None:
        return
    app.blind = False
    table.hand = False
    table.say("by_hand_back")
    table.sound("answered")
    if table.asked or table.held or table.doubt or table.refused:
        table.see(uids)
        if table.ref:
            table.look_gone()
    elif table.ref:
        table.begin(uids)


# The log


def log(part, state, words):
    """Keep a line for the file."""
    _lines.append("%d %s %s %s\n" % (time.time(), part, state, words[:60]))
    if len(_lines) > _KEPT:
        _lines.pop(0)


def _save(app, now):
    """Write what waits, when nobody waits for the flash."""
    if not _lines or not app.mat.settled or time.ticks_diff(now, app.changed) < _STILL:
        return
    if _wrote and time.ticks_diff(now, _wrote[0]) < _APART:
        return
    head = "" if _wrote else "%d device start %d\n" % (time.time(), machine.reset_cause())
    _wrote[:] = [now]
    try:
        _append(head + "".join(_lines))
    except OSError:
        return
    del _lines[:]


def _append(text):
    """Raises OSError."""
    try:
        with open(PATH) as f:
            old = f.read()
    except OSError:
        old = ""
    if len(old) + len(text) <= _SIZE:
        with open(PATH, "a") as f:
            f.write(text)
        return
    old = old[len(old) + len(text) - _SIZE // 2 :]
    with open(PATH + ".new", "w") as f:
        f.write(old[old.find("\n") + 1 :] + text)
    os.rename(PATH + ".new", PATH)


def _clone(app, part, args, version):
    """A reader of no known version works: that is told at each start, and shown at the first."""
    app.console.put("note %s clone: %s (%s)" % (part, _SENTENCES["clone"], version))
    try:
        with open(PATH) as f:
            known = "%s clone %s\n" % (part, version) in f.read()
    except OSError:
        known = False
    if not known:
        log(part, "clone", version)
        app.notices.append(("clone", args))
