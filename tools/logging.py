"""
What the program did, for whoever runs it: structlog, to standard error.

The game is in the events, never here.  Nothing is set up, and structlog is
not even imported, unless ``ROLLBOOK_LOG`` names a level (debug, info, warning)
or an error is logged: what people must know is told them in words.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Any

_LEVELS = {"debug": 10, "info": 20, "warning": 30, "error": 40}


def _level() -> int:
    return _LEVELS.get(os.environ.get("ROLLBOOK_LOG", "error").lower(), 40)


@cache
def _logger() -> Any:
    import structlog

    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.dev.ConsoleRenderer()
            if sys.stderr.isatty()
            else structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_level()),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    return structlog.get_logger()


def say(level: str, event: str, **fields: Any) -> None:
    """
    Log *event* at *level* (debug, info, warning, error) with *fields*.

    Name the log by ``log`` (its id in hexadecimal) and the entry by ``entry``.
    """
    number = _LEVELS[level]
    if number >= _level():
        _logger().log(number, event, **fields)
