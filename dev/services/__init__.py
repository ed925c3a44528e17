"""PostgreSQL, Redis and Elasticsearch as local processes, for a machine without Docker."""

from dev.services.errors import RootInUseError, ServiceError
from dev.services.local import ALL, ServiceUrls, local_services

__all__ = ["ALL", "RootInUseError", "ServiceError", "ServiceUrls", "local_services"]
