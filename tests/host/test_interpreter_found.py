"""What TAPETE_MICROPYTHON names must be a MicroPython that can run the firmware, or a sentence says what to do."""

import os
import pathlib
import sys

import pytest

from tapete_host import demo, launch
from tapete_host.build import FIRMWARE
from tapete_host.interpreter import OLDEST, NoInterpreter, micropython

DO = "set TAPETE_MICROPYTHON to one of version 1.23 or newer."


@pytest.fixture
def program(tmp_path, monkeypatch):
    """Makes the named interpreter a program that runs these lines of shell."""

    def make(lines: str) -> pathlib.Path:
        path = tmp_path / "micropython"
        path.write_text(f"#!/bin/sh\n{lines}\n")
        path.chmod(0o755)
        monkeypatch.setenv("TAPETE_MICROPYTHON", str(path))
        return path

    return make


def refusal() -> str:
    with pytest.raises(NoInterpreter) as refused:
        micropython()
    return str(refused.value)


def test_the_packaged_one_can(monkeypatch):
    monkeypatch.delenv("TAPETE_MICROPYTHON", raising=False)
    assert os.access(micropython(), os.X_OK)


def test_the_device_refuses_the_same_ones():
    assert f"_OLDEST = {OLDEST} " in (FIRMWARE / "tapete/device.py").read_text()


def test_one_that_is_too_old(program):
    path = program("echo micropython 1 22")
    assert refusal() == f"{path} is MicroPython 1.22, which is too old: {DO}"


def test_the_oldest_that_can(program):
    path = program("echo micropython 1 23")
    assert micropython() == str(path)


@pytest.mark.parametrize("lines", ("exit 1", "echo", "echo something else", "echo micropython 1 29; exit 3"))
def test_what_is_none(program, lines):
    path = program(lines)
    assert refusal() == f"{path} is not MicroPython: {DO}"


def test_cpython_is_none(monkeypatch):
    monkeypatch.setenv("TAPETE_MICROPYTHON", sys.executable)
    assert refusal() == f"{sys.executable} is not MicroPython: {DO}"


def test_nothing_there(monkeypatch, tmp_path):
    monkeypatch.setenv("TAPETE_MICROPYTHON", str(tmp_path / "none"))
    assert refusal().startswith(f"There is no MicroPython at {tmp_path / 'none'}: ")


def test_the_commands_say_so(program, tmp_path, capsys):
    path = program("echo micropython 1 22")
    assert launch.main(["--profile", str(tmp_path / "profile"), "--port", "0"]) == 1
    assert demo.main(["--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count(f"{path} is MicroPython 1.22, which is too old: {DO}\n") == 2
