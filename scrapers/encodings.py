"""In which encoding foreign bytes are (UTF-8 where they are that, whatever is declared), and JSON.

A declaration (XML's, HTML's) is a template's, and pages and feeds pass through databases
and exports behind it. It counts for what cannot be UTF-8.
"""

import codecs
import json
import re
from typing import Any

LOOKED_AT = 64 * 1024  # bytes at the start
MOST_VALUES = 800_000  # of a JSON text: one takes up to 120 bytes
UTF8 = "utf-8-sig"
_WIDE = {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}
_DECLARED = re.compile(
    rb"<[^<>]{1,200}\b(?:encoding|charset)\s{0,9}=\s{0,9}[\"']?([\w.:-]{1,40})", re.I
)
# The last one may be cut off.
_FOREIGN = re.compile(rb"(?<![\x80-\xff])[\x80-\xff]++(?=[\x00-\x7f])")


class TooManyValuesError(ValueError):
    """The text holds more values than are read."""


def encoding_of(start: bytes, otherwise: str = "") -> tuple[str, str]:
    """Return the encoding of bytes that begin so, and what is to be done with what is not of it.

    `otherwise`: of what is no UTF-8 where nothing is declared, in a file of UTF-8; "" leaves that
    an error. A file whose first letters with accents are no UTF-8 is in Windows-1252.
    """
    if start[:2] in _WIDE:
        return "utf-16", "replace"
    if 0 in start[:2]:
        return "utf-16-be" if start[0] == 0 else "utf-16-le", "replace"
    found = _DECLARED.search(start, 0, LOOKED_AT)
    declared = (_codec_of(found[1].decode("ascii", "ignore")) if found else "") or otherwise
    foreign = _FOREIGN.findall(start, 0, LOOKED_AT)
    wrong = sum(not _is_utf8(run) for run in foreign)
    if 2 * wrong > len(foreign):
        return declared or "cp1252", "replace"
    return UTF8, _else(declared) if declared else "strict"


def text_of(body: bytes, otherwise: str = "") -> str:
    """Return the text of a whole body; raises ValueError where that stays open."""
    return body.decode(*encoding_of(body, otherwise))


def values_in(text: str) -> int:
    """Return how many values a JSON text has at most."""
    return 1 + sum(text.count(sign) for sign in ",[{")


def loads(text: str | bytes, *, strict: bool = True) -> Any:
    """Return the value of a JSON text; raises ValueError, and RecursionError where it is deep."""
    text = text_of(text) if isinstance(text, bytes) else text
    if values_in(text) > MOST_VALUES:
        raise TooManyValuesError(f"It holds more than {MOST_VALUES} values.")
    return json.loads(text, strict=strict)


def _codec_of(name: str) -> str:
    """Return the codec of a declared encoding that UTF-8 may be mistaken for; "" for others."""
    try:
        codec = codecs.lookup(name).name
        "a".encode(codec)
    except (LookupError, ValueError):
        return ""  # it is none of a text
    if codec.startswith("utf"):
        return ""
    return "cp1252" if codec in {"ascii", "iso8859-1"} else codec  # as browsers do


def _is_utf8(run: bytes) -> bool:
    try:
        run.decode()
    except UnicodeDecodeError:
        return False
    return True


def _else(codec: str) -> str:
    """Return the name of an error handler that reads what is no UTF-8 in another encoding."""

    def read(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeDecodeError)  # noqa: S101 - of decoders alone
        return error.object[error.start : error.end].decode(codec, "replace"), error.end

    codecs.register_error(f"else-{codec}", read)
    return f"else-{codec}"
