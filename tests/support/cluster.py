"""Elasticsearch nodes of a test's own: several in a cluster, or one that asks for a password."""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from elastic_transport import TransportError
from elasticsearch import ApiError, Elasticsearch

from dev.ports import free_port
from dev.services.process import give, kill_session, service_account
from dev.services.servers import Elasticsearch as Server
from tests.support.worker import PATIENCE_S, eventually

HEAP = "512m"
SECURED = {
    "xpack.security.enabled": True,
    "xpack.security.http.ssl.enabled": False,
    "xpack.security.transport.ssl.enabled": False,
}
ADMIN, ADMIN_PASSWORD = "admin", "the-administrators"


class Node(Server):
    """A running node with a small heap; `url` is its address without a user."""

    heap = HEAP

    def prepare(self) -> None:
        """Write its configuration, and its administrator."""
        super().prepare()
        _administrator(self.folder / "config")
        give(self.folder, self.account)

    def as_user(self, name: str, password: str) -> str:
        """Return its address for a user; a node without security takes no note of it."""
        return f"http://{name}:{password}@{self.url.removeprefix('http://')}"

    def kill(self) -> None:
        """End it as the kernel does when out of memory."""
        kill_session(self.popen.pid)
        self.popen.wait()


@contextmanager
def cluster(count: int, settings: Mapping[str, object] | None = None) -> Iterator[list[Node]]:
    """Run so many nodes of one cluster until the block ends, each with a small heap."""
    with TemporaryDirectory(prefix="winkel-cluster-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        transport = [free_port() for _ in range(count)]
        seeds = [f"127.0.0.1:{port}" for port in transport]
        nodes = []
        with ExitStack() as stack:
            for number in range(count):
                own = dict(settings or {}) | {
                    "node.name": f"node-{number}",
                    "transport.port": transport[number],
                }
                if count > 1:
                    own |= {
                        "discovery.type": "multi-node",
                        "discovery.seed_hosts": seeds,
                        "cluster.initial_master_nodes": [f"node-{n}" for n in range(count)],
                    }
                folder = Path(name) / f"node-{number}"
                account = service_account()
                give(folder, account)
                node = Node(name="node", root=folder, folder=folder, account=account, brief=True)
                node.settings = own
                node.start()
                stack.callback(node.kill)
                nodes.append(node)
            for node in nodes:
                eventually(partial(_answers, node), f"{node.url} answers", 3 * PATIENCE_S)
            yield nodes


def _answers(node: Node) -> bool:
    assert node.running, node.ending()
    try:
        with Elasticsearch(node.as_user(ADMIN, ADMIN_PASSWORD)) as client:
            return bool(client.cluster.health(wait_for_status="yellow", timeout="1s"))
    except (ApiError, TransportError):
        return False


def _administrator(config: Path) -> None:
    """Write a superuser into the files of the node, as the image does with ELASTIC_PASSWORD."""
    salt, rounds = os.urandom(32), 10_000
    key = hashlib.pbkdf2_hmac("sha512", ADMIN_PASSWORD.encode(), salt, rounds, 32)
    hashed = f"{{PBKDF2}}{rounds}${_text(salt)}${_text(key)}"
    (config / "users").write_text(f"{ADMIN}:{hashed}\n")
    (config / "users_roles").write_text(f"superuser:{ADMIN}\n")


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()
