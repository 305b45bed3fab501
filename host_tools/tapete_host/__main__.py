"""`python -m tapete_host`: the same as the command `tapete`."""

from tapete_host.cli import main

if __name__ == "__main__":
    main()
