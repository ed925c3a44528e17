"""What others wrote, in files that spreadsheets open."""

# A cell that starts so is a formula to a spreadsheet, and a store's or a visitor's words must be
# none. The wide signs are read as the others.
FORMULA = frozenset("=+-@\t\r\n＝＋－＠")


def harmless(words: str) -> str:
    """Return a text that no spreadsheet takes for a formula; blanks before one do not hide it."""
    first = words.lstrip(" \u00a0\ufeff")[:1]
    return f"'{words}" if first in FORMULA and first else words
