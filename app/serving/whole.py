"""Answers whose head and body leave together.

Between the two writes that gunicorn makes of them a machine can die: its front has a head then, has
begun to answer the visitor, and can ask no other machine any more.
"""

from typing import Any

from gunicorn.http import wsgi


class _Pieces(list[bytes]):
    """Stands in for a socket while an answer begins."""

    sendall = list[bytes].append


class WholeResponse(wsgi.Response):  # type: ignore[misc]
    """Writes the head with the first piece of the body."""

    sock: Any

    def write(self, piece: bytes) -> None:
        """Write a piece of the body."""
        if self.headers_sent:
            super().write(piece)
            return
        sock, self.sock = self.sock, _Pieces()
        try:
            super().write(piece)
        finally:
            pieces, self.sock = self.sock, sock
        sock.sendall(b"".join(pieces))


def answer_whole() -> None:
    """Have gunicorn answer so in this process and those that it forks."""
    wsgi.Response = WholeResponse
