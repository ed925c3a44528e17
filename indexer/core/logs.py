"""The programs' own logs: one JSON object a line, with the request that led to it."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

# The request that this thread answers, or whose job this process does; empty: none.
REQUEST: ContextVar[str] = ContextVar("request", default="")
_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
QUIET = ("elastic_transport", "urllib3")  # a line for each call


def request_id(sent: str) -> str:
    """Return the id that a trusted front gave a request, or a new one where it gave none."""
    return sent if _ID.fullmatch(sent) else uuid4().hex


class JsonLines(logging.Formatter):
    """Writes time (UTC), level, logger and message, the request where there is one, and an error.

    Hostile text stays inside its line: JSON escapes what would end it.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request := REQUEST.get():
            line["request"] = request
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        # Half a character is no text; as an escape it is logged, too.
        return json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


def log_as_json() -> None:
    """Have everything that this process logs come as such lines, to its standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
