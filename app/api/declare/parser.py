"""What callers send, on its way into a schema; a refusal has the shape of all our errors."""

from http import HTTPStatus
from typing import Any, NoReturn

from flask import Request, request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from app.errors import Invalid


def json_body() -> Any:
    """Return the request's JSON, whatever its content type says; raises Invalid."""
    try:
        return request.get_json(force=True)
    except RequestEntityTooLarge:
        raise
    except Exception as error:
        raise Invalid("The request's body is not valid JSON") from error


class Parser(FlaskParser):
    """webargs' parser of Flask's requests."""

    DEFAULT_VALIDATION_STATUS = HTTPStatus.BAD_REQUEST

    def load_json(self, req: Request, schema: Schema) -> Any:  # noqa: ARG002 - webargs' own
        """Return the body, an empty object where there is none; old clients name no type."""
        return json_body() if req.get_data() else {}

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        """Raise what the application's table of errors answers."""
        (messages,) = error.messages.values() if isinstance(error.messages, dict) else ({},)
        raise ValidationError(messages) from error
