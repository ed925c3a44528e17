"""A visitor's search: one typed request, one `_msearch`, one shaped answer."""

from typing import Any

# JSON as Elasticsearch takes and gives it: a body, a clause, a hit, a response.
Body = dict[str, Any]
