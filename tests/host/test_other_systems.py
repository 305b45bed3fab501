"""Nothing outside the simulator needs what only POSIX systems have: the tools for matches, rules, builds and boards
could run elsewhere. (The virtual table needs MicroPython's Unix port.)"""

import ast
import pathlib
import subprocess
import sys

HOST_TOOLS = pathlib.Path(__file__).resolve().parents[2] / "host_tools"
# The virtual table: the simulator itself, its web server, and what starts them.
TABLE = ("sim/**/*.py", "web_*.py", "api.py", "launch.py", "serial_port.py")
MODULES = ("fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty")
# Of modules that there are everywhere, what Windows lacks
LACKING = {
    "os": """O_NOCTTY O_NONBLOCK WNOHANG chown chroot ctermid fork forkpty getegid geteuid getgid getpgid getpgrp
        getpriority getsid getuid killpg login_tty mkfifo mknod nice openpty posix_openpt posix_spawn register_at_fork
        sched_getaffinity sched_yield set_blocking setgid setpgid setsid setuid statvfs sync sysconf tcgetpgrp tcsetpgrp
        ttyname uname wait wait3 wait4 waitid""".split(),
    "signal": """SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGTTOU SIGUSR1 SIGUSR2
        SIGWINCH alarm pause pthread_kill pthread_sigmask setitimer sigwait siginterrupt""".split(),
    "socket": ["AF_UNIX", "socketpair", "SO_REUSEPORT"],
    "select": ["poll", "epoll", "POLLIN", "POLLHUP"],
    "time": ["tzset", "clock_gettime"],
}
# Arguments of subprocess that fail there
ARGUMENTS = {"preexec_fn", "pass_fds", "user", "group", "extra_groups", "umask", "process_group"}
# Methods of a path that take texts for UTF-8 only on POSIX systems, if they are not told
TEXTS = {"read_text", "write_text"}
# Imports the modules with what only POSIX has taken away; what others brought along may stay.
IMPORT = """
import importlib, os, pathlib, sys
names, modules = sys.argv[1].split(), sys.argv[2].split()
for name in names:
    importlib.import_module(name)
ours = [name for name in sys.modules if name.split(".")[0] in ("tapete_host", "tapete", "tute")]
for name in ours:
    del sys.modules[name]
os.name = "nt"
pathlib.WindowsPath = pathlib.PosixPath  # Path() asks for the name of the system
for name in modules:
    sys.modules[name] = None
for name in names:
    try:
        importlib.import_module(name)
    except (ImportError, AttributeError) as error:
        print(name, error)
"""


PACKAGE = HOST_TOOLS / "tapete_host"


def of_table(path: pathlib.Path) -> bool:
    """Whether this module is of the virtual table."""
    return any(path in PACKAGE.glob(part) for part in TABLE)


SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if not of_table(path) and path.stem != "__main__"]


def name_of(path: pathlib.Path) -> str:
    return ".".join(path.relative_to(HOST_TOOLS).with_suffix("").parts).removesuffix(".__init__")


def uses(text: str) -> list[str]:
    """What a source uses that only POSIX has, as `line: name`."""
    found = []
    for node in ast.walk(ast.parse(text)):
        found += [f"{node.lineno}: {name}" for name in _used_in(node)]
    return found


def _used_in(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name in MODULES]
    if isinstance(node, ast.ImportFrom):
        lacking = MODULES if node.module in MODULES else LACKING.get(node.module or "", ())
        return [node.module for alias in node.names if node.module in MODULES or alias.name in lacking]
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return [node.attr] if node.attr in LACKING.get(node.value.id, ()) else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TEXTS:
        return [] if any(word.arg == "encoding" for word in node.keywords) else [node.func.attr]
    if isinstance(node, ast.keyword) and node.arg in ARGUMENTS:
        return [node.arg]
    return []


def test_nothing_outside_the_table_uses_what_only_posix_has():
    assert len(SOURCES) > 40
    assert {name_of(path): found for path in SOURCES if (found := uses(path.read_text()))} == {}


def test_such_uses_are_noticed():
    """In the table there are some; and in every form."""
    for name in ("serial_port.py", "web_firmware.py", "launch.py", "sim/client.py"):
        assert uses((PACKAGE / name).read_text()), name
    for text in (
        "import pty",
        "from tty import setraw",
        "from os import fork",
        "os.getuid()",
        "run(preexec_fn=f)",
        "p.read_text()",
    ):
        assert len(uses(f"def late():\n    {text}")) == 1, text


def imported(names: list[str]) -> str:
    """What fails when these modules are imported on a system that is not POSIX."""
    command = [sys.executable, "-c", IMPORT, " ".join(names), " ".join(MODULES)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_outside_the_table_is_imported_elsewhere():
    assert imported([name_of(path) for path in SOURCES]) == ""


def test_the_table_is_not():
    assert "pty" in imported(["tapete_host.serial_port"])
