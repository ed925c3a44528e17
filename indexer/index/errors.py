"""What can go wrong with the index, in words for the operator."""


class IndexingError(RuntimeError):
    """Base of the index's errors; the message has the event and the remedy."""


class RebuildRunningError(IndexingError):
    """Another rebuild or rollback holds the lock."""


class SwapRefusedError(IndexingError):
    """The new index is not fit to serve; the old one still does."""


class RollbackRefusedError(IndexingError):
    """There is no previous index that could serve now."""


class IndexMissingError(IndexingError):
    """No index stands behind the alias yet."""


class BulkUnavailableError(IndexingError):
    """Elasticsearch did not take a bulk, for all retries; nothing about it is certain."""


class IndexLostError(IndexingError):
    """The index that was being built went with the node that had it."""
