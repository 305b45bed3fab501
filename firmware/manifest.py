"""What is frozen into a build of MicroPython, for those who make their own; `tapete flash` copies the same
files."""

include("$(PORT_DIR)/boards/manifest.py")  # noqa: F821 - names of MicroPython's build
package("tute")  # noqa: F821
package("tapete")  # noqa: F821
module("main.py")  # noqa: F821
