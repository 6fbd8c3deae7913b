"""
The viewer as a small web server: one page, and what was written since.

It changes nothing, answers only the names that it was started for (so that no
foreign page can reach it through a name of its own), and asks for a token
where more than this machine can reach it.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rollbook.events.errors import MissingExtra, RollbookError
from rollbook.tools.server.games import LiveEvent, NoSuchGame
from rollbook.tools.server.live import AnotherLog, LiveLog
from rollbook.tools.viewer.bundle import policy

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

WAIT_SECONDS = 20.0
"""How long an answer waits for the log to grow."""
LOOK_SECONDS = 0.4

HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def make_app(
    live: LiveEvent,
    hosts: Sequence[str],
    token: str | None = None,
    wait: float = WAIT_SECONDS,
    stopping: Callable[[], bool] = lambda: False,
) -> Starlette:
    """
    Give the application that serves *live*, and its games, to requests for one of *hosts*.

    With a *token* every request must carry it as ``?token=``; *stopping* tells
    when the server ends, so that no answer keeps it waiting.  Raises
    ``MissingExtra`` without the extra ``web``.
    """
    try:
        from starlette.applications import Starlette
        from starlette.middleware import Middleware
        from starlette.middleware.trustedhost import TrustedHostMiddleware
        from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse
        from starlette.routing import Route
    except ImportError as error:
        raise MissingExtra("web", "serving the viewer") from error

    def guarded(answer: Callable[[Request], Any]) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            given = request.query_params.get("token", "")
            if token is not None and not hmac.compare_digest(given.encode(), token.encode()):
                return PlainTextResponse("This page needs its token.\n", 403, HEADERS)
            try:
                made: Response = await answer(request)
            except AnotherLog as error:
                return PlainTextResponse(f"{error}\n", 409, HEADERS)
            except NoSuchGame as error:
                return PlainTextResponse(f"{error}\n", 404, HEADERS)
            except (RollbookError, OSError) as error:
                return PlainTextResponse(f"{' '.join(str(error).split())}\n", 503, HEADERS)
            return made

        return endpoint

    async def asked_for(request: Request) -> LiveLog:
        game = request.path_params.get("game")
        return live if game is None else await asyncio.to_thread(live.game, game)

    async def whole(request: Request) -> Response:
        shown = await asked_for(request)
        text = await asyncio.to_thread(shown.page)
        rules = f"{policy(served=True)}; frame-ancestors 'none'"
        return HTMLResponse(text, headers={**HEADERS, "Content-Security-Policy": rules})

    async def more(request: Request) -> Response:
        number = request.query_params.get("from", "")
        if not (number.isascii() and number.isdecimal() and len(number) < 10):
            return PlainTextResponse("from must be a number of entries.\n", 400, HEADERS)
        start, leaf = int(number), request.query_params.get("leaf", "")
        found = await _grown(await asked_for(request), start, leaf, wait, stopping)
        return JSONResponse(found, headers=HEADERS)

    # A page asks for what is written later beside itself, hence the slash behind a game.
    routes = [
        Route(f"{at}/{name}", guarded(answer))
        for at in ("", "/games/{game}")
        for name, answer in (("", whole), ("more", more))
    ]
    trusted = Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)
    return Starlette(routes=routes, middleware=[trusted])


async def _grown(
    live: LiveLog, start: int, leaf: str, wait: float, stopping: Callable[[], bool]
) -> dict[str, Any]:
    """Give new entries as soon as there are some, or none after *wait* seconds."""
    loop = asyncio.get_running_loop()
    end = loop.time() + wait
    while True:
        stamp = live.stamp()
        found = await asyncio.to_thread(live.more, start, leaf)
        if found["entries"] or loop.time() >= end or stopping():
            return found
        while live.stamp() == stamp and loop.time() < end and not stopping():
            await asyncio.sleep(min(LOOK_SECONDS, wait))
