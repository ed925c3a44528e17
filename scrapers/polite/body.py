"""An answer's body: bounded as it is sent and as it is unpacked, whatever the ratio."""

import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from scrapers.errors import BadPageError
from scrapers.polite.exchange import CHUNK, Answer, TooLargeError

GZIP = ("gzip", "x-gzip")


def copy_body(answer: Answer, into: BinaryIO, most: int, unpacked: int | None = None) -> None:
    """Write an answer's body, of so many bytes as sent.

    Where `unpacked` bounds it, what the server has packed on the way is unpacked; otherwise it is
    kept as it was sent. What came before an error is written. Raises TooLargeError, another
    PageError where it breaks off or is damaged, StoppedError.
    """
    chunks = answer.chunks(most)
    coding = answer.headers.get("content-encoding", "").strip().lower()
    for chunk in _limit_size(chunks, coding in GZIP, unpacked) if unpacked is not None else chunks:
        into.write(chunk)


def _limit_size(chunks: Iterable[bytes], is_packed: bool, most: int) -> Iterator[bytes]:
    size = 0
    for chunk in _unpack(chunks) if is_packed else chunks:
        size += len(chunk)
        if size > most:
            raise TooLargeError(f"It is larger than {most // 2**20} MB.")
        yield chunk


def _unpack(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack gzip, by so many bytes at a time as a chunk has."""
    packed, waiting, is_empty = zlib.decompressobj(zlib.MAX_WBITS | 16), b"", True
    for chunk in chunks:
        waiting, is_empty = chunk, False
        while waiting and not packed.eof:
            try:
                yield packed.decompress(waiting, CHUNK)
            except zlib.error as error:
                raise BadPageError(f"The answer is damaged: {error}.") from error
            waiting = packed.unconsumed_tail
    if not packed.eof and not is_empty:
        raise BadPageError("The answer breaks off where it is packed.")
