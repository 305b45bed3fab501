"""What people set for themselves: names, language, sound, points, sleep, packets of a scanned deal. Kept in the
settings file; lent."""

import os

from tapete.screens import strings
from tapete.table import YES_NO, Question

_LOUDEST = 3
_FLAGS = ("teaching", "big", "night")  # settings that are on or off
_PACKETS = 6  # cards that a player is dealt at once, at most


def languages():
    """[(code, its own name)...] of the catalogues there are, sorted by code, but for the two that most know: first."""
    files = set()
    for home in strings.HOMES:
        try:
            files.update(os.listdir(home + strings.FOLDER))
        except OSError:  # there is no second program
            pass
    found: list = []
    for file in sorted(files):
        if len(file) == 6 and file[2:] == ".txt":
            with strings.opened("/" + file) as catalogue:
                for line in catalogue:
                    if line[:9] == b"language ":
                        known = (file[:2], line[9:].decode().rstrip())
                        found.insert(0 if known[0] in ("en", "es") else len(found), known)
                        break
    return found


def open_first(t, then):
    """The first start: which language, each asked for in itself. DESHACER keeps the one that asks."""
    settings = t.settings
    codes = [code for code, _ in languages()]

    def ask(k):
        settings["lang"] = codes[k]
        question = Question("lang", (), YES_NO, answer, done, holds=False)
        question.kind = "new_match"
        t.ask(question)

    def answer(i):
        if i:
            ask((codes.index(settings.lang) + 1) % len(codes))
        else:
            done()

    def done():
        _keep(t)
        then()

    if codes:
        ask(codes.index(settings.lang) if settings.lang in codes else 0)
    else:
        then()


def _keep(t):
    if not t.settings.save():
        t.say("not_written")
        t.sound("refused")


def _loudness(settings):
    """Volume of the sounds: at night they are quiet."""
    return min(settings.volume, 1 if settings.night else _LOUDEST)


def open_options(t, then, players=0):
    """The list; each press of OK on a line takes its next value, DESHACER ends it with then().

    players: how many there will be, before a match; only then names and places can change."""
    settings = t.settings
    known = languages()

    def ask(pick):
        names = [name for code, name in known if code == settings.lang]
        options: list = [("lang", (names[0] if names else settings.lang,))]
        options.append(("volume_%d" % min(settings.volume, _LOUDEST), ()))
        options.append(("points_%d" % settings.points_shown, ()))
        if players:
            options += [("names", ()), ("deck", ())]
            if t.seated:
                options.append(("antennas", ()))
        options += [(name + "_" + str(int(settings[name])), ()) for name in _FLAGS]
        packets = settings["dealt_at_once"]
        options.append(("sleeping_%d" % settings.sleep, ()))
        options.append(("dealt_in_packets", (packets,)) if packets > 1 else ("dealt_singly", ()))
        options += [("device", ()), ("help", ())]
        question = Question("options", (), options, answer, done, holds=False)
        question.kind = "new_match" if players else "question"
        question.cycle = True
        question.pick = pick
        t.ask(question)

    def answer(i):
        if flags <= i < last:
            name = _FLAGS[i - flags]
            settings[name] = not settings[name]
            t.sounds.volume = _loudness(settings)
            changed[0] = True
            ask(i)
            return
        if i == last + 2:
            t.room("device").open_device(t, lambda: ask(i))
            return
        if i == last + 3:
            t.room("advice").open_help(t, lambda: ask(i))
            return
        if i == 3 < flags:
            t.room("names").open_names(t, players, named)
            return
        if i == 4 < flags:
            t.room("enrol").open_deck(t, lambda: ask(4))
            return
        if i == 5 < flags:
            t.room("antennas").ask(t, lambda: ask(5), lambda: ask(5))
            return
        changed[0] = True
        if i == 0:
            codes = [code for code, _ in known]
            at = codes.index(settings.lang) if settings.lang in codes else -1
            settings["lang"] = codes[(at + 1) % len(codes)]
        elif i == 1:
            settings["volume"] = (settings.volume + 1) % (_LOUDEST + 1)
            t.sounds.volume = _loudness(settings)
            t.sound("answered")
        elif i == last:
            settings["sleep"] = not settings.sleep
        elif i > last:
            settings["dealt_at_once"] = settings["dealt_at_once"] % _PACKETS + 1
        else:
            settings["points_shown"] = not settings.points_shown
        ask(i)

    def named(other):
        changed[0] = changed[0] or other
        ask(3)

    def done():
        if changed[0]:
            _keep(t)
        then()

    changed = [False]
    flags = 3  # place of the first of _FLAGS; before it what is not always there
    if players:
        flags += 2 + bool(t.seated)
    last = flags + len(_FLAGS)
    ask(0)
