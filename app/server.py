"""How gunicorn serves the application everywhere: `gunicorn --config=python:app.server`.

`make run`, the image, the tests and the benchmark start it with this one configuration.
"""

from __future__ import annotations

import re
from typing import Any

from gunicorn.glogging import Logger

_SECRETS = re.compile(r"(/api/subscriptions/(?:confirm|leave)/)[^\s/?\"]+")


class RedactingLogger(Logger):  # type: ignore[misc]
    """Gunicorn's logs without the tokens of newsletter links: whoever has one can use it."""

    def atoms(self, *arguments: Any) -> dict[str, Any]:
        """Return the access log's fields."""
        found: dict[str, Any] = super().atoms(*arguments)
        for name, value in found.items():
            if isinstance(value, str):
                found[name] = _SECRETS.sub(r"\1…", value)
        return found


logger_class = RedactingLogger
wsgi_app = "app.wsgi:app"
worker_class = "gthread"
workers = 2  # processes: two cores
threads = 8  # of a process
timeout = 60  # s
graceful_timeout = 10  # s
control_socket_disable = True
# gunicorn believes loopback peers by default: a client there could set the application's path
# and scheme. Where a front is, the application itself reads what it says (app/front.py).
forwarder_headers = ""
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
