from tests.proof.conftest import store

__all__ = ["store"]
