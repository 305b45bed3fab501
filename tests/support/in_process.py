"""A command of `tapete` run in the test's own process."""

from tapete_host import cli


def told(capsys, *words) -> tuple[int, str, str]:
    """(exit code, standard output, standard error) of these words, without what was printed before."""
    capsys.readouterr()
    code = cli.run(list(map(str, words)))
    return code, *capsys.readouterr()
