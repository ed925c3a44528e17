"""How a call is declared: once for validation, the OpenAPI document and the frontend's types."""

from app.api.declare.area import Area
from app.api.declare.fields import Answer, Query, ValueOrObject
from app.web.wire import Input

__all__ = ["Answer", "Area", "Input", "Query", "ValueOrObject"]
