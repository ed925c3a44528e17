"""The walk of docker-compose.cluster.yml: parts are lost all the time, and no search fails."""

from __future__ import annotations

import time

from dev.engine.engine import Failed
from dev.engine.stack import PROJECT, Stack
from dev.engine.visitors import Site, Visits

MINUTE_S, MINUTES = 60, 3
LOST = (
    ("app-1", "worker-1", "elasticsearch-1"),
    ("app-2-1", "worker-2", "elasticsearch-2-1"),
    ("app-1", "worker-1", "elasticsearch-3-1"),
)
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"


class Cluster:
    """Two application containers, two workers, three nodes."""

    def __init__(self, stack: Stack) -> None:
        """Take the stack, which it brings to the cluster's form."""
        self.stack, self.site = stack, Site(stack.port, stack.trust)
        self.most = 0

    def start(self, products: int) -> str:
        """Start all in an empty place; the catalogue is generated, each index has a copy."""
        self.stack.take_down()
        self.stack.files = ["docker-compose.yml", "docker-compose.cluster.yml"]
        self.stack.change("FRONT_APP", "app:8000,app-2:8000")
        self.stack.change("ES_MEMORY", "1500m")
        self.stack.change("ES_JAVA_OPTS", "-Xms512m -Xmx512m")
        began = time.monotonic()
        self.stack.up()
        took = time.monotonic() - began
        self.stack.fill(products)
        self.stack.wait(lambda: self._health() == ("green", 3), lambda: str(self._health()))
        tls = self._ask("_nodes/settings?filter_path=**.transport.ssl.enabled")
        if tls.count('"true"') != 3:
            raise Failed(f"not all nodes speak TLS: {tls[:300]}")
        return f"all well after {took:.0f} s; three nodes with TLS between them, green"

    def _ask(self, path: str) -> str:
        words = 'curl -fs -u "elastic:$ELASTIC_PASSWORD" "http://127.0.0.1:9200/$0"'
        return self.stack.exec("elasticsearch", "bash", "-c", words, path)

    def _health(self) -> tuple[str, int]:
        try:
            told = self._ask("_cat/health?h=status,node.total").split()
        except Failed:
            return "", 0
        return told[0], int(told[1])

    def _connections(self) -> int:
        return int(self.stack.sql(CONNECTIONS))

    def lost_parts(self) -> str:
        """Kill an application container, a worker and a node each minute."""
        visits = Visits(self.site)
        with visits.going_on():
            time.sleep(5)
            visits.mark("three minutes")
            for lost in LOST[:MINUTES]:
                until = time.monotonic() + MINUTE_S
                for name in lost:
                    self.stack.kill(f"{PROJECT}-{name}")
                time.sleep(max(0.0, until - time.monotonic()))
                self.most = max(self.most, self._connections())
                self.stack.settled()
                self.stack.wait(lambda: self._health() == ("green", 3), lambda: "not green")
                self.stack.note_memory()
        if visits.failed:
            raise Failed(visits.told())
        return f"{visits.told()}; PostgreSQL's connections at most {self.most} of 200"
