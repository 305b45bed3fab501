"""Settings on the real littlefs: defaults, wrong files, cuts of power while saving."""

import json

import vfs

from support.ram_flash import RamFlash, mounted
from tapete import settings, settingsfile
from tapete_host.sim.flash import ENOSPC, states

PATH = "/t/settings.json"


def stored(text):
    with open(PATH, "w") as f:
        f.write(text)


def with_flash(test):
    flash = mounted(RamFlash(16))
    try:
        test(flash)
    finally:
        vfs.umount("/t")


def test_no_file_gives_defaults_without_a_note():
    def test(flash):
        s = settings.load(PATH)
        assert (
            s.note is None and s.lang == "es" and s["rules"] == "online-pairs" and s.names == ["", "", "", ""]
        )
        assert s.get("nothing") is None and s.get("nothing", 3) == 3

    with_flash(test)


def test_saved_settings_come_back():
    def test(flash):
        s = settings.load(PATH)
        s["lang"] = "en"
        s["names"] = ["Ana", "Núria", "", "Luis"]
        s["points_shown"] = False
        assert s.save()
        again = settings.load(PATH)
        assert (again.lang, again.names, again.points_shown) == ("en", ["Ana", "Núria", "", "Luis"], False)
        assert again.note is None

    with_flash(test)


def test_wrong_values_have_their_default_and_are_named():
    def test(flash):
        wrong = '"lang": 3, "names": ["a", "b"], "volume": -1, "target": true'
        stored("{" + wrong + ', "points_shown": false, "board": "x"}')
        s = settings.load(PATH)
        assert s.note == "settings ignored: lang names target volume"
        assert (s.lang, s.names, s.volume, s.target) == ("es", ["", "", "", ""], 2, 0)
        assert s.points_shown is False and s.board == "x"

    with_flash(test)


def test_what_we_do_not_know_is_kept():
    def test(flash):
        stored('{"wifi": {"name": "casa"}, "lang": "en"}')
        s = settings.load(PATH)
        assert s.note is None and s.save()
        with open(PATH) as f:
            assert json.load(f)["wifi"] == {"name": "casa"}

    with_flash(test)


def test_unreadable_files_give_defaults_and_a_note():
    def test(flash):
        for text in ("", "{", "[1]", "3", "null", '{"lang": "en"', "\x00\x01", '{"lang": "en"} x' * 50):
            stored(text)
            s = settings.load(PATH)
            if text[-2:] != " x":  # MicroPython reads one object and stops
                assert s.note == "settings unreadable: defaults are used" and s.lang == "es", text
        with open(PATH, "wb") as f:
            f.write(b"\xff\xfe\xff")
        assert settings.load(PATH).note

    with_flash(test)


def test_what_the_file_says_is_no_default_whatever_is_in_it():
    def test(flash):
        assert not settingsfile.sets(PATH, "lang")
        for text, says in (
            ('{"lang": "es"}', True),
            ('{"board": "wroom_pn5180"}', False),
            ('["lang"', False),
            ('"a language"', False),
            ("3", False),
            ("", False),
        ):
            stored(text)
            assert settingsfile.sets(PATH, "lang") is says, text
        settings.load(PATH).save()
        assert settingsfile.sets(PATH, "lang")

    with_flash(test)


def test_setting_refuses_the_unknown_and_the_wrong():
    s = settings.load("/nowhere.json")
    for name, value, error in (
        ("nothing", 1, KeyError),
        ("lang", 1, ValueError),
        ("names", ["a"], ValueError),
    ):
        try:
            s[name] = value
            raise AssertionError(name)
        except error:
            pass
    try:
        print(s.nothing)
        raise AssertionError
    except AttributeError:
        pass


def test_a_cut_of_power_leaves_the_old_or_the_new():
    flash = mounted(RamFlash(16))
    s = settings.load(PATH)
    s.save()
    before = bytes(flash.data)
    s["lang"] = "en"
    s["names"] = ["Ana" * 20, "Bea" * 20, "Cora" * 20, "Dora" * 20]
    flash.log = []
    assert s.save()
    log, flash.log = flash.log, None
    vfs.umount("/t")
    seen = []
    for _, _, image in states(before, log):
        mounted(RamFlash(16, image), fresh=False)
        s = settings.load(PATH)
        vfs.umount("/t")
        assert s.note is None and (s.lang == "en") == (s.names[0] != "")
        seen.append(s.lang)
    assert "es" in seen and seen[-1] == "en"


def test_a_full_flash_is_said_and_the_old_file_stays():
    def test(flash):
        s = settings.load(PATH)
        s.save()
        flash.fail(errno=ENOSPC)
        s["lang"] = "en"
        assert not s.save() and s.note == "settings not saved: error 28"
        flash.heal()
        assert settings.load(PATH).lang == "es"
        assert s.save() and settings.load(PATH).lang == "en"

    with_flash(test)
