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
EVERY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104
ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documentation; the way to them begins as the way to any other machine."""
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
        """The address to open on this machine."""
        if self.is_every_address:
            return self._url("[::1]" if ":" in self.host else LOOPBACK)
        return self._url(f"[{self.host}]" if ":" in self.host else self.host)

    @property
    def is_every_address(self) -> bool:
        """Tell whether *host* stands for all addresses of this machine; nobody can open it."""
        return self.host in EVERY_ADDRESS

    @property
    def network_url(self) -> str | None:
        """The address for other devices, where that is not the one to open here."""
        if not self.is_every_address:
            return None
        families = (socket.AF_INET6, socket.AF_INET) if ":" in self.host else (socket.AF_INET,)
        found = next(filter(None, map(_own_address, families)), None) or socket.gethostname()
        return self._url(f"[{found}]" if ":" in found else found)

    def _url(self, host: str) -> str:
        query = f"?token={self.token}" if self.token else ""
        return f"http://{host}:{self.port}/{query}"


def _own_address(family: socket.AddressFamily) -> str | None:
    """Give the address under which others reach this machine, if it has a way to them."""
    try:
        # Connecting this kind of socket only chooses the way: nothing is sent.
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((ELSEWHERE[family], 9))
            found: str = asked.getsockname()[0]
    except OSError:
        return None
    return None if is_loopback(found) else found


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
        where, taken = listener.getsockname()[:2]
        token = None if is_loopback(host) else secrets.token_urlsafe(16)
        # There are more ways to write every address: "0", "::0".
        every = where if where in EVERY_ADDRESS else host
        place = Place(every, taken, token)
        # Whoever asks from elsewhere may know this machine by any name; the token guards that.
        hosts = LOCAL_NAMES if token is None else ("*",)
        app = make_app(live, hosts, token, stopping=lambda: server.should_exit)
        server = uvicorn.Server(
            uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=5)
        )
        listener.listen()
        ready(place)
        server.run(sockets=[listener])
