"""Starts the virtual table: model, firmware and web server, three processes, and ends them together."""

import argparse
import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import webbrowser

import uvicorn

from tapete_host import api, build, launch_flash, places
from tapete_host.build import LANGUAGES
from tapete_host.interpreter import NoInterpreter, micropython
from tapete_host.serial_port import PtyPort, TcpPort
from tapete_host.sim import wire
from tapete_host.sim.world import PANELS
from tapete_host.web_firmware import BoardFirmware, Firmware, end_with_parent
from tapete_host.web_link import ModelLink
from tapete_host.web_table import Table

SIM = places.PACKAGE / "sim"
SEED = 1  # of the models' chance and of the deck's stickers
HEAP = str(216 * 1024 + wire.SHIM_HEAP)  # bytes: the device's, and what the shim takes
_PORTS = 20  # how many ports are tried after the wished one


class CannotStart(Exception):
    """The table cannot be started; the text says why and what helps."""


def model_command(
    device: str, control: str, flash: pathlib.Path, board: str, panel: str, speed: float
) -> list[str]:
    """What starts the model process."""
    command = [sys.executable, "-m", "tapete_host.sim.server", "--device", device, "--control", control]
    command += ["--flash", str(flash), "--board", board, "--panel", panel]
    return command + ["--seed", str(SEED), "--speed", f"{speed:g}"]


def firmware_command(device: str, heap: str) -> list[str]:
    """What starts the firmware process."""
    return [micropython(), "-X", f"heapsize={heap}", str(SIM / "boot.py"), device]


def model_environment() -> dict[str, str]:
    """The model's environment: our packages on the path."""
    return dict(os.environ, PYTHONPATH=places.python_path(), PYTHONUNBUFFERED="1")


def firmware_environment() -> dict[str, str]:
    """The firmware's environment: the shim first, and nothing of the project's sources."""
    return dict(os.environ, MICROPYPATH=f"{SIM / 'shim'}:.frozen")


def listening(host: str, port: int, fixed: bool, option: str = "--port") -> socket.socket:
    """A listening socket at the port, or near it unless it is fixed. Raises CannotStart."""
    for candidate in range(port, port + (1 if fixed else _PORTS)):
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, candidate))
            sock.listen(64)  # whoever reads the address may come at once
            return sock
        except OSError:
            sock.close()
    raise CannotStart(f"Port {port} is taken: choose another with {option}.")


class Server(uvicorn.Server):
    """uvicorn that lets the event streams go before it waits for open connections."""

    def __init__(self, config: uvicorn.Config, table: Table):
        super().__init__(config)
        self.table = table

    def handle_exit(self, sig, frame) -> None:
        """A signal to end."""
        self.table.events.close()
        super().handle_exit(sig, frame)


def end(process: subprocess.Popen, seconds: float = 5) -> None:
    """End a process, politely first."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def last_words(log: pathlib.Path) -> str:
    """The last line that a process wrote."""
    with contextlib.suppress(OSError, IndexError):
        return log.read_text(errors="replace").strip().splitlines()[-1]
    return "nothing"


def serial_port(args: argparse.Namespace) -> PtyPort | TcpPort | None:
    """The device's serial line, if one is wanted. Raises CannotStart."""
    if args.tcp is not None:
        return TcpPort(listening("127.0.0.1", args.tcp, True, "--tcp"))
    if args.pty is None:
        return None
    link = pathlib.Path(args.pty) if args.pty else args.profile / "serial"
    link.parent.mkdir(parents=True, exist_ok=True)
    try:
        return PtyPort(link)
    except OSError as error:
        raise CannotStart(f"The serial line cannot be called {link}: {error.strerror}.")


def _firmware(command: list[str], port: PtyPort | TcpPort | None, link: ModelLink) -> Firmware:
    given = command, firmware_environment(), lambda line: None, lambda code: None
    return BoardFirmware(port, link.ask, *given) if port else Firmware(*given)


def serve(args: argparse.Namespace, work: pathlib.Path) -> int:
    """Run the table until it is ended; `work` is a folder for sockets."""
    wanted = {"board": args.board, "panel": args.panel}
    if args.ring is not None:
        wanted["ring"] = args.ring
    if args.lang:
        wanted["lang"] = args.lang
    flash, done = launch_flash.prepare(args.profile, SEED, wanted)
    for what in done:
        print(f"  {what}")
    device, control = str(work / "device"), str(work / "control")
    log = args.profile / "model.log"
    command = firmware_command(device, args.heap)
    sock = listening(args.host, 8000 if args.port is None else args.port, args.port is not None)
    port = serial_port(args)
    with log.open("wb") as out:
        model = subprocess.Popen(
            model_command(device, control, flash, args.board, args.panel, args.speed),
            env=model_environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )
    link = ModelLink(control)
    firmware = _firmware(command, port, link)
    table = Table(link, firmware, lambda: launch_flash.acta_text(flash), args.profile)
    table.model_words = lambda: last_words(log)

    @contextlib.asynccontextmanager
    async def lifespan(app):
        if port:
            await port.start()
            print(f"The device's serial line is {port.address}")
        await table.start()
        address = "http://{}:{}/".format(*sock.getsockname()[:2])
        print(f"Tapete is at {address}  (Ctrl-C ends it)", flush=True)
        if args.open:
            webbrowser.open(address)
        yield
        if port:
            await port.close()
        await table.close()

    config = uvicorn.Config(
        api.application(table, lifespan),
        log_level="warning",
        timeout_graceful_shutdown=2,
        access_log=False,
    )
    server = Server(config, table)
    try:
        server.run(sockets=[sock])
    finally:
        end(model)
        sock.close()
    return 0 if server.started else 1


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="tapete sim", description=__doc__)
    parser.add_argument(
        "--host", default="127.0.0.1", help="address to listen at (default: this computer only)"
    )
    parser.add_argument("--port", type=int, help="port (default: 8000, or the next free one)")
    parser.add_argument("--speed", type=float, default=1, help="how fast the clock runs; 0: only in steps")
    parser.add_argument("--board", default="wroom_pn5180", help="a board of firmware/tapete/boards")
    parser.add_argument(
        "--panel", default="", help=f"the panel, one of {', '.join(PANELS)} (default: the board's)"
    )
    parser.add_argument(
        "--profile",
        type=pathlib.Path,
        default=places.PROFILE,
        help=f"where flash and hands are kept (default: {places.PROFILE})",
    )
    parser.add_argument(
        "--heap",
        default=os.environ.get("TAPETE_HEAP", HEAP),
        help=f"memory of the firmware in bytes (default: {HEAP}, the device's and what the shim takes)",
    )
    parser.add_argument(
        "--ring", type=int, help="LEDs of a ring of lights (default: as it was, at first none)"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the panel")
    line = parser.add_mutually_exclusive_group()
    line.add_argument(
        "--pty",
        nargs="?",
        const="",
        metavar="LINK",
        help="give the device a serial line with MicroPython's prompt: a pty (default: `serial` in the profile)",
    )
    line.add_argument("--tcp", type=int, metavar="PORT", help="the same at socket://127.0.0.1:PORT")
    parser.add_argument("--open", action="store_true", help="open a browser")
    args = parser.parse_args(argv)
    boards = sorted(p.stem for p in (places.FIRMWARE / "tapete/boards").glob("*.py") if p.stem != "__init__")
    if args.board not in boards:
        parser.error(f"--board must be one of {', '.join(boards)}")
    if args.ring and not 4 <= args.ring <= 60:
        parser.error("--ring must be 0 or from 4 to 60")
    if args.panel and args.panel not in PANELS:
        parser.error(f"--panel must be one of {', '.join(PANELS)}")
    if args.speed < 0 or args.speed > 100:
        parser.error("--speed must be from 0 to 100")
    for option, value in (("--port", args.port), ("--tcp", args.tcp)):
        if value is not None and not 0 <= value <= 65535:
            parser.error(f"{option} must be from 0 to 65535")
    return args


def main(argv: list[str] | None = None) -> int:
    """The command."""
    args = arguments(argv)
    with tempfile.TemporaryDirectory(prefix="tapete-") as folder:
        try:
            return serve(args, pathlib.Path(folder))
        except (CannotStart, NoInterpreter, build.BuildError) as reason:
            print(reason, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            return 0


if __name__ == "__main__":
    raise SystemExit(main())
