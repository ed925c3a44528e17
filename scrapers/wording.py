"""Text normalization. Pure."""

import html
import re
import unicodedata

_ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
# Control characters of C0 and C1, Unicode's own line ends, and halves of surrogate pairs: no store
# means them, PostgreSQL refuses NUL and UTF-8 refuses surrogates.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
# Embeddings, overrides and isolates turn the text around them, too. Joiners and marks of direction
# stay: Persian, Hindi and emoji are written with them, and they reach no further than their word.
_TURNS = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
# Spaces of no width, and hyphens where a word may break: they are invisible.
_UNSEEN = re.compile(r"[\u200b\u2060\ufeff\u00ad\u180e]")
# What people and programs write where there is no value.
_NOTHING = re.compile(
    r"(?:n\W?a|not (?:applicable|available)|does not apply|doesn'?t apply|null|nil|none|nan"
    r"|undefined|unknown|no[\s-]?(?:brand(?: name)?|name|value)|un-?branded|generic"
    r"|geen(?: handelsmerk)?|onbekend|tb[ac]|empty)",
    re.I,
)

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BREAKS = re.compile(r"</?(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6]|hr|img)\b[^<>]*>|<!--", re.I)
_INLINE = re.compile(
    r"</?(?:a|b|i|u|s|em|strong|small|span|font|sup|sub|mark|del|ins|abbr|big|center|wbr|bdi|bdo|"
    r"data|time|q|cite|code|kbd|var|samp|dfn|label|strike|tt|nobr)\b[^<>]*>",
    re.I,
)

_TITLE = re.compile(r"<title[^<>]{0,200}>([^<]{1,500})", re.I)
WORDS = 120  # characters of a store's reason


def without_accents(text: str) -> str:
    """Return the text without the accents of its letters; fractions stay."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def one_line(text: str) -> str:
    """Return a text from outside without what is not seen, its runs of white space made one space.

    ANSI sequences, control characters and turns of direction go.
    """
    seen = _ANSI.sub("", text) if "\x1b" in text else text
    if not seen.isascii():
        seen = _UNSEEN.sub("", _TURNS.sub("", seen))
    return " ".join(_CONTROL.sub(" ", seen).split())


def meaningful(text: str) -> str:
    """Return a text with a meaning; "" for "N/A", "-", "no brand", "null"."""
    line = one_line(text)
    is_word = any(map(str.isalnum, line)) and not _NOTHING.fullmatch(
        line.strip("()[]{}<>\"'.!?-_* ")
    )
    return line if is_word else ""


def plain_text(text: str) -> str:
    """Return a text from outside as people read it: composed, on one line, without markup.

    Entities are decoded twice, as shops encode what is encoded already; only those that end with a
    semicolon, as "Cut&regular" has none. Tags are those of HTML that stand in texts: "<3" is none.
    """
    for _ in range(2 if "&" in text else 0):
        text = _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)
    text = unicodedata.normalize("NFC", text)
    plain = _INLINE.sub("", _BREAKS.sub(" ", text)) if "<" in text else text
    return one_line(plain) or one_line(text)  # nothing but a tag is shown as it stands


def words_of_answer(body: bytes) -> str:
    """Return the store's reason for another answer: its page's title, or a short text; or ""."""
    text = body.decode("utf-8", "replace")
    title = _TITLE.search(text)
    excerpt = plain_text(title.group(1) if title else "" if "<" in text else text)[:WORDS]
    return f" Its words: {excerpt!r}." if excerpt else ""


def is_plain(text: str) -> bool:
    """Return True if a text has no control characters and no turns of direction."""
    return not (_CONTROL.search(text) or _TURNS.search(text))
