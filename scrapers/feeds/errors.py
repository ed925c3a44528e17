"""What can be wrong with a feed."""

UNREADABLE = "feed unreadable"  # the code of the reason of a run


class FeedError(Exception):
    """The file as a whole cannot be imported; the message has the reason and what is expected.

    `code`: of what it is, where no file was there at all.
    """

    def __init__(self, message: str, code: str = UNREADABLE) -> None:
        super().__init__(message)
        self.code = code


class RowRefusedError(ValueError):
    """One row is not imported; the message is its reason in the report."""


class NotUnderstoodError(RowRefusedError):
    """A field of the row has an unknown value; a default would be a guess."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"its {field} {text[:80]!r} is not understood")
        self.field, self.text = field, text
