"""What `tapete deploy` has a device do, in MicroPython: it lists its files with their hashes, copies, tests a program,
and lets it be tried. Changes with how a program is tried (firmware/trial.py).

KIT is run first, once; the others use what it defines. littlefs reads whole folders to find a file by its path, which
takes longer than its bytes: each is looked for once.
"""

# The watchdog of an app that was stopped may bite within the hour: from now on it is an hour again.
KIT = """
import gc, hashlib, machine, os, sys
from binascii import hexlify

machine.WDT(timeout=3600000)

def tell(path):
    total = hashlib.sha256()
    piece = bytearray(1024)
    count = 0
    with open(path, "rb") as f:
        while True:
            size = f.readinto(piece)
            if not size:
                break
            total.update(memoryview(piece)[:size])
            count += size
    print("file", count, hexlify(total.digest()[:16]).decode(), path)

def look(path):
    try:
        tell(path)
        return
    except OSError:
        pass
    try:
        entries = list(os.ilistdir(path))
    except OSError:
        return
    for entry in entries:
        look(path + "/" + entry[0])

def text(path):
    try:
        with open(path) as f:
            return f.read()
    except OSError:
        return ""

begun = set()

def begin_folder(path):
    folder = path.rpartition("/")[0]
    if folder and folder not in begun:
        begin_folder(folder)
        begun.add(folder)
        try:
            os.mkdir(folder)
        except OSError:
            pass

def remove(path):
    try:
        os.remove(path)
        os.rmdir(path.rpartition("/")[0])
    except OSError:
        pass

def copy(old, new):
    begin_folder(new)
    piece = bytearray(1024)
    with open(old, "rb") as f, open(new, "wb") as to:
        while True:
            size = f.readinto(piece)
            if not size:
                break
            to.write(memoryview(piece)[:size])

def forget():
    for name in list(sys.modules):
        if name.split(".")[0] in ("tapete", "tute"):
            sys.modules.pop(name).__dict__.clear()  # one stale word on the stack would keep all that it names
    gc.collect()

def attempt(name):
    try:
        __import__(name)
    except Exception as error:
        return error

def load(name):
    gc.collect()
    if gc.mem_free() < 96000:
        forget()
    if name in sys.modules:
        print("loads", name)
        return
    error = attempt(name)
    if isinstance(error, MemoryError):
        forget()
        error = attempt(name)
    if error:
        print("fails", name, repr(error))
        return
    print("loads", name)
    parent, _, leaf = name.rpartition(".")
    if parent and not hasattr(sys.modules[name], "__path__"):
        del sys.modules[name]  # what others import of it stays
        delattr(sys.modules[parent], leaf)

def back():
    if text("/program.txt") == "/trial":
        os.rename("/trial/back", "/program.txt")
"""

# A trial that nobody has seen the end of is over: what ran before runs.
LOOK = """
back()
stat = os.statvfs("/")
print("free", stat[3] * stat[0] // 4096)
print("runs", text("/program.txt") or "/")
print("mpy", sys.implementation._mpy & 255)
for path in ("/main.py", "/start.mpy", "/tapete", "/tute", "/second-program", "/trial"):
    look(path)
"""
LOOK_AT = "for path in {!r}:\n    look(path)"

MOVE = "for pair in {!r}:\n    os.rename(*pair)"
REMOVE = "for path in {!r}:\n    remove(path)"
COPY = "for pair in {!r}:\n    copy(*pair)"
FOLDER = "begin_folder({!r})"
LOAD = """
os.chdir({!r})
for name in {!r}:
    load(name)
os.chdir("/")
forget()
"""
CLEAR = """
for name in ("starts", "keep", "back", "go"):
    try:
        os.remove("/trial/" + name)
    except OSError:
        pass
"""
SWITCH = "os.rename('/trial/go', '/program.txt')"
BACK = "back()\nprint(text('/program.txt') or '/')"
