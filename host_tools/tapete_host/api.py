"""The HTTP API of the virtual table, and its page: every request is checked and answered."""

import base64
import pathlib
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tapete_host import picture
from tapete_host import web_checks as check
from tapete_host.web_checks import BadRequest
from tapete_host.web_link import ModelError, ModelGone
from tapete_host.web_player import CannotPlay, Player
from tapete_host.web_table import Table

PAGE = pathlib.Path(__file__).parent / "page"

Handler = Callable[[Request], Awaitable[Response]]


async def read_body(request: Request) -> dict:
    """The request's JSON object; no more than the limit is ever read."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > check.BODY_BYTES:
            raise BadRequest(f"The body has more than {check.BODY_BYTES} bytes.")
    return check.body(data)


class Api:
    """The routes of one table."""

    def __init__(self, table: Table):
        self.table = table
        self.player = Player(table)

    def routes(self) -> list[Route]:
        """All of them."""
        get = {
            "state": self.state,
            "screen.png": self.screen,
            "acta": self.acta,
            "events": self.events,
            "faults": self.faults,
        }
        post = {
            "mat": self.mat,
            "button": self.button,
            "power": self.power,
            "fault": self.fault,
            "speed": self.speed,
            "step": self.step,
            "play": self.play,
            "deal": self.deal,
        }
        return [Route(f"/{name}", one, methods=["GET"]) for name, one in get.items()] + [
            Route(f"/{name}", one, methods=["POST"]) for name, one in post.items()
        ]

    # -- looking

    async def state(self, request: Request) -> Response:
        """GET /api/state"""
        return JSONResponse(self.table.state())

    async def screen(self, request: Request) -> Response:
        """GET /api/screen.png: the panel as it looks, pixel by pixel"""
        reply = await self.table.link.ask("picture", kind="gray")
        image = picture.from_gray(base64.b64decode(reply["gray64"]), reply["width"], reply["height"])
        headers = {"Cache-Control": "no-store", "X-Screen-Updates": str(reply["seq"])}
        return Response(picture.png(image), media_type="image/png", headers=headers)

    async def acta(self, request: Request) -> Response:
        """GET /api/acta: the text; ?as=json: lines with answers"""
        wanted = request.query_params.get("as", "text")
        check.choice(wanted, "as", ("text", "json"))
        if wanted == "text":
            return PlainTextResponse(self.table.acta.told_text())
        lines = [{"line": x.number, "text": x.text, "answer": x.answer} for x in self.table.acta.told()]
        return JSONResponse({"lines": lines, "last_event": self.table.events.last})

    async def events(self, request: Request) -> Response:
        """GET /api/events: server-sent, numbered; Last-Event-ID resumes"""
        given = request.headers.get("last-event-id", request.query_params.get("after", "")).strip()
        if given and not (given.isascii() and given.isdigit() and len(given) <= 15):
            raise BadRequest(f"Last-Event-ID must be a number, not {check.shown(given)}.")
        stream = self.table.events.follow(int(given) if given else None)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def faults(self, request: Request) -> Response:
        """GET /api/faults: what there is, with arguments, defaults and rows of the list of field problems"""
        await self.table.read_faults()
        return JSONResponse({"faults": self.table.known_faults, **self.table.faults})

    # -- doing

    async def _given(self, request: Request, *keys: str) -> dict:
        given = await read_body(request)
        check.keys(given, *keys)
        return given

    async def _moment(self, given: dict) -> int | None:
        if "at_ms" not in given:
            return None
        await self.table.look()
        return check.moment(given, self.table.now_ms)

    async def mat(self, request: Request) -> Response:
        """POST /api/mat"""
        given = await read_body(request)
        lay, lift, seat = check.mat(given)
        await self.table.move(lay, lift, await self._moment(given), seat)
        return self._done(mat=self.table.mat())

    async def button(self, request: Request) -> Response:
        """POST /api/button"""
        given = await self._given(request, "name", "ms", "at_ms")
        name = check.choice(check.need(given, "name"), "name", check.BUTTONS)
        ms = check.whole(given.get("ms", 60), "ms", *check.PRESS_MS)
        await self.table.press(name, ms, await self._moment(given))
        return self._done()

    async def power(self, request: Request) -> Response:
        """POST /api/power"""
        given = await self._given(request, "on", "at_ms")
        on = check.flag(check.need(given, "on"), "on")
        await self.table.power(on, await self._moment(given))
        return self._done(power=bool(self.table.model.get("power")))

    async def fault(self, request: Request) -> Response:
        """POST /api/fault"""
        given = await read_body(request)
        await self.table.read_faults()
        check.choice(check.need(given, "name"), "name", list(self.table.known_faults))
        if "on" in given:
            check.flag(given["on"], "on")
        for key, value in given.items():
            if not isinstance(value, str | int | float | bool):
                raise BadRequest(f"{check.shown(key)} must be a word, a number, true or false.")
            if key in ("id", "cmd"):
                raise BadRequest(f"Unknown key {check.shown(key)}.")
        await self._moment(given)
        await self.table.ask("fault", **given)
        await self.table.read_faults()
        self.table._emit("fault", self.table.faults)
        return self._done(**self.table.faults)

    async def speed(self, request: Request) -> Response:
        """POST /api/speed"""
        given = await self._given(request, "factor")
        factor = check.number(check.need(given, "factor"), "factor", *check.SPEED)
        await self.table.ask("speed", factor=factor)
        return self._done(factor=self.table.speed)

    async def step(self, request: Request) -> Response:
        """POST /api/step"""
        given = await self._given(request, "ms", "until", "max_ms")
        if ("ms" in given) == ("until" in given):
            raise BadRequest('Give either "ms" or "until".')
        if "ms" in given and "max_ms" in given:
            raise BadRequest('"max_ms" belongs to "until".')
        max_ms = check.whole(given.get("max_ms", 60_000), "max_ms", *check.STEP_MS)
        ms = check.whole(given["ms"], "ms", *check.STEP_MS) if "ms" in given else None
        until = check.choice(given["until"], "until", check.UNTIL) if "until" in given else None
        await self.table.look()
        return JSONResponse(await self.table.step(ms, until, max_ms))

    async def deal(self, request: Request) -> Response:
        """POST /api/deal"""
        given = await self._given(request, "seed", "dealer", "scan")
        seed = check.whole(given["seed"], "seed", 0, check.SEEDS) if "seed" in given else None
        dealer = check.whole(given["dealer"], "dealer", 1, 4) if "dealer" in given else None
        if not check.flag(given.get("scan", False), "scan"):
            return self._done(**self.player.deal(seed, dealer))
        await self.table.look()
        return self._done(**await self.player.scan(seed, dealer))

    async def play(self, request: Request) -> Response:
        """POST /api/play"""
        given = await self._given(request, "what")
        what = check.choice(check.need(given, "what"), "what", ("card", "round", "stop"))
        if what == "stop":
            self.table.stop_playing = True
            return self._done()
        await self.table.look()
        if self.table.playing:
            raise CannotPlay('The round is being played already; stop it with {"what": "stop"}.')
        did = await (self.player.card() if what == "card" else self.player.round())
        return self._done(**did)

    def _done(self, **more) -> Response:
        return JSONResponse({"ok": True, "now_ms": self.table.now_ms, **more})


def _sentence(status: int, text: str) -> Response:
    # What a client sent may have half of a character, which UTF-8 has not.
    return JSONResponse({"error": text.encode("utf-8", "replace").decode()}, status_code=status)


async def _bad(request: Request, error: Exception) -> Response:
    return _sentence(400, str(error))


async def _cannot(request: Request, error: Exception) -> Response:
    return _sentence(409, str(error))


async def _gone(request: Request, error: Exception) -> Response:
    return _sentence(503, f"The virtual table has stopped: {error}.")


async def _http(request: Request, error: HTTPException) -> Response:
    where = check.shown(request.scope["path"])[1:-1]  # request.url cannot be had of every query
    if error.status_code == 404:
        return _sentence(404, f"There is nothing at {where}; host_tools/README.md describes the API.")
    if error.status_code == 405:
        return _sentence(405, f"{where} does not take {request.method}.")
    return _sentence(error.status_code, str(error.detail))


class SameOrigin:
    """Other sites in the same browser may not move cards: a foreign Origin header is refused."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] == "http" and scope["method"] == "POST":
            headers = dict(scope["headers"])
            origin, host = headers.get(b"origin"), headers.get(b"host", b"")
            if origin is not None and origin.split(b"://")[-1] != host:
                await _sentence(403, "Only the table's own page may do that.")(scope, receive, send)
                return
        await self.app(scope, receive, send)


class Page(StaticFiles):
    """The page's files, always asked for anew: they change with the firmware."""

    def file_response(self, *args, **kw) -> Response:
        response = super().file_response(*args, **kw)
        response.headers["Cache-Control"] = "no-cache"
        return response


def application(table: Table, lifespan=None) -> Starlette:
    """The web application for one table."""
    app = Starlette(
        routes=[
            Mount("/api", routes=Api(table).routes()),
            Mount("/", Page(directory=PAGE, html=True)),
        ],
        exception_handlers={
            BadRequest: _bad,
            ModelError: _bad,
            CannotPlay: _cannot,
            ModelGone: _gone,
            HTTPException: _http,
        },
        lifespan=lifespan,
    )
    app.add_middleware(SameOrigin)
    return app
