"""How a call is declared: once for validation, the OpenAPI document and the frontend's types."""

from app.api.declare.area import Area
from app.api.declare.schema import Answer, Bare, Input, Query

__all__ = ["Answer", "Area", "Bare", "Input", "Query"]
