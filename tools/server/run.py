"""Runs the server: where it listens, and who may ask."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from rollbook.events.errors import MissingExtra, RollbookError
from rollbook.tools.server.app import make_app
from rollbook.tools.server.games import LiveEvent

LOOPBACK = "127.0.0.1"
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


class CannotListen(RollbookError):
    """The server cannot have the address that it was asked to take."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"cannot listen on {host} port {port}: {reason}; try another --port")


@frozen
class Place:
    """Where a server listens; *token* is set where others than this machine can reach it."""

    host: str
    port: int
    token: str | None

    @property
    def url(self) -> str:
        """The address to open."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        query = f"?token={self.token}" if self.token else ""
        return f"http://{host}:{self.port}/{query}"


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach *host*."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen(host: str, port: int) -> socket.socket:
    """Take an address; port 0 takes any free one.  Raises ``CannotListen``."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
        except OSError:
            listener.close()
            raise
    except (OSError, OverflowError) as error:
        raise CannotListen(host, port, getattr(error, "strerror", None) or str(error)) from None
    return listener


def serve(path: Path, games: Path, host: str, port: int, ready: Callable[[Place], None]) -> None:
    """
    Serve the viewer of the log *path* until interrupted.

    Of an event the games are served too whose logs are in the folder *games*.
    *ready* is called with the place once requests can come.  Raises
    ``CannotListen``, ``MissingExtra`` without the extra ``web``, and what
    reading the log raises.
    """
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtra("web", "serving the viewer") from error
    live = LiveEvent(path, games)
    live.page()
    with listen(host, port) as listener:
        taken = listener.getsockname()[1]
        token = None if is_loopback(host) else secrets.token_urlsafe(16)
        place = Place(host, taken, token)
        # Whoever asks from elsewhere may know this machine by any name; the token guards that.
        hosts = LOCAL_NAMES if token is None else ("*",)
        app = make_app(live, hosts, token, stopping=lambda: server.should_exit)
        server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=5)
        )
        listener.listen()
        ready(place)
        server.run(sockets=[listener])
