"""How gunicorn serves the application everywhere: `gunicorn --config=python:app.server`.

`make run`, the image, the tests and the benchmark start it with this one configuration.
"""

from __future__ import annotations

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
