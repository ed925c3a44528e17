"""The stores on their ports, and the map that says where."""

import socket
import urllib.request

from dev.ports import LOOPBACK
from dev.stores.server import choose_ports
from tests.support.store_control import ControlledStores


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())


def test_stores_serve_on_ports_of_their_own_until_closed() -> None:
    with ControlledStores(["karoo-cotton", "oranje-atelier"]) as stores:
        assert len(set(stores.base.values())) == 2
        assert "Karoo Cotton" in _get(f"{stores.base['karoo-cotton']}/")
        assert "Cookies on the bench" in _get(f"{stores.base['oranje-atelier']}/pieces/leather")
        stores.control["karoo-cotton"].keep_first(0)
        assert "0 products" in _get(f"{stores.base['karoo-cotton']}/women/dresses")
        port = int(stores.base["karoo-cotton"].rsplit(":", 1)[1])
    with socket.socket() as probe:
        assert probe.connect_ex((LOOPBACK, port)) != 0


def test_a_store_keeps_its_port_and_avoids_those_in_use() -> None:
    with socket.socket() as busy, socket.socket() as probe:
        busy.bind((LOOPBACK, 0))
        busy.listen()
        probe.bind((LOOPBACK, 0))
        taken, kept = busy.getsockname()[1], probe.getsockname()[1]
        probe.close()
        ports = choose_ports(["a", "b", "c"], taken, {"a": 1, "b": kept, "c": taken})
    assert ports[1] == kept
    assert taken not in ports
    assert len(set(ports)) == 3
