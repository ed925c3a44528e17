"""Every error a client can see: one class each, one table, one shape."""

import logging
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Self

from flask import Flask, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue
from marshmallow import ValidationError
from sqlalchemy.exc import DataError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge
from werkzeug.exceptions import NotFound as RouteNotFound

from indexer.catalogue.takedowns import TakeDownError, UnknownTakeDownError
from indexer.core.queues import QueueUnavailableError
from indexer.ingest.runs.finish import (
    RunRefusedError,
    UnknownBrandError,
    UnknownFileError,
    UnknownRunError,
)

log = logging.getLogger(__name__)

Errors = dict[str, Any]
DATABASE_AWAY = (OperationalError, InterfaceError, PoolTimeoutError)
MOST_PATH = 200  # characters


def slugify_reason(name: str) -> str:
    """Return an error's name for programs: "TokenNeeded" and "Not Found" are with hyphens."""
    words = name.removesuffix("Error").replace("-", " ")
    return "-".join(re.findall(r"[A-Z]+[a-z']*|[a-z']+", words)).lower()


class ApiError(Exception):
    """An error with its HTTP status; `message` is written for the person who sees the toast."""

    status = HTTPStatus.INTERNAL_SERVER_ERROR
    message = "Something went wrong on our side"
    retry_after_s: int | None = None
    reason = "server-error"  # for programs; of the others the class's name, in hyphens

    def __init_subclass__(cls) -> None:
        cls.reason = slugify_reason(cls.__name__)

    def __init__(self, message: str | None = None, errors: Errors | None = None) -> None:
        self.message = message or self.message
        self.errors = errors or {}
        self.headers: dict[str, str] = {}
        super().__init__(self.message)


class Invalid(ApiError):
    """A value was refused; `errors` names the field."""

    status = HTTPStatus.BAD_REQUEST
    message = "The request is not valid"

    @classmethod
    def field(cls, name: str, why: str) -> Self:
        """Return the error for one field; the message names it too."""
        return cls(f"{name}: {why}", {name: [why]})


class TextTooLong(Invalid):
    """The search text is longer than any question a person types."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    message = "The search text is too long"


class OperatorOnly(ApiError):
    """An operator's call without the operator's token."""

    status = HTTPStatus.FORBIDDEN
    message = "This needs the operator's token"


class TokenNeeded(OperatorOnly):
    """A call of an operator without the token, or (`refused`) with a wrong one; RFC 6750."""

    status = HTTPStatus.UNAUTHORIZED

    def __init__(self, refused: bool = False) -> None:
        super().__init__("The operator's token is wrong" if refused else None)
        wrong = ', error="invalid_token"' if refused else ""
        self.headers = {"WWW-Authenticate": f'Bearer realm="operators"{wrong}'}


class NotJson(ApiError):
    """A change that was not sent as JSON, as a page of another site could send it."""

    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    message = "Send the body as application/json"


class TooManyRequests(ApiError):
    """Too many requests of one address; `retry_after_s`: when it may send more."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    message = "Too many requests, try again in a while"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__()
        self.retry_after_s = retry_after_s


class NotFound(ApiError):
    """Nothing is stored under that id or name."""

    status = HTTPStatus.NOT_FOUND
    message = "Not found"


class Gone(ApiError):
    """What was there is no more, and for good."""

    status = HTTPStatus.GONE
    message = "This is no longer here"


class Conflict(ApiError):
    """The request is fine but the present state forbids it."""

    status = HTTPStatus.CONFLICT
    message = "That is not possible now"


class SameWebsite(Conflict):
    """Another brand has this website already: a second one is made on confirmation."""


class SearchUnavailable(ApiError):
    """Elasticsearch is away, hangs, or answered in part; nothing half-true is shown."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = "Search is unavailable, try again"
    retry_after_s = 5


class CatalogueUnavailable(ApiError):
    """PostgreSQL is away."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = "The catalogue is unavailable, try again"
    retry_after_s = 5


class JobsUnavailable(ApiError):
    """Redis is away, so that no job can be queued."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = "Jobs cannot be started now, try again"
    retry_after_s = 5


class FilesUnavailable(ApiError):
    """The place of runs' evidence is away."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    message = "EVIDENCE_LOCATION does not answer, try again"
    retry_after_s = 5


# What the code behind the views raises, and the error that answers it. The words are its own, but
# for a queue's, which are about our servers.
DOMAIN: dict[type[Exception], type[ApiError]] = {
    UnknownBrandError: NotFound,
    UnknownRunError: NotFound,
    UnknownFileError: NotFound,
    UnknownTakeDownError: NotFound,
    RunRefusedError: Conflict,
    TakeDownError: Invalid,
    QueueUnavailableError: JobsUnavailable,
}


def _kinds(kind: type[ApiError]) -> Iterator[type[ApiError]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from _kinds(sub)


# What fields call wrong in a word, for forms that have their own words for it.
SENTENCES = {
    "invalidUrl": "Please enter a valid URL",
    "invalidEmail": "Please enter a valid email address",
}


REASONS = sorted(
    {ApiError.reason, *(kind.reason for kind in _kinds(ApiError))}
    | {slugify_reason(kind.__name__) for kind in DOMAIN}
)


def _answer(status: HTTPStatus, reason: str, message: str, errors: Errors) -> Response:
    """Return the answer of an error in their one shape: {code, status, reason, message, errors}."""
    words = {"code": status.value, "status": status.phrase, "reason": reason, "message": message}
    response = jsonify(words | {"errors": errors})
    response.status_code = status
    return response


def respond(error: ApiError) -> ResponseReturnValue:
    """Return the answer of an error."""
    response = _answer(error.status, error.reason, error.message, error.errors)
    response.headers["Cache-Control"] = "no-store"
    response.headers.update(error.headers)
    if error.retry_after_s is not None:
        response.headers["Retry-After"] = str(error.retry_after_s)
    return response


def _api_error(error: ApiError) -> ResponseReturnValue:
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        log.warning("%s: %s", type(error).__name__, error.__cause__ or error)
    return respond(error)


def _domain_error(error: Exception) -> ResponseReturnValue:
    answer_type = next(DOMAIN[kind] for kind in type(error).__mro__ if kind in DOMAIN)
    is_ours = answer_type.status >= HTTPStatus.INTERNAL_SERVER_ERROR
    answer = answer_type() if is_ours else answer_type(str(error))
    answer.__cause__ = error
    answer.reason = slugify_reason(type(error).__name__)
    return _api_error(answer)


def refusal_of(error: ValidationError) -> Invalid:
    """Return the error that answers a schema's refusal; the message is about its first field."""
    errors = _by_field(error.messages, "")
    name, (why, *more) = next(iter(errors.items()))
    sentence = SENTENCES.get(why) or (f"{name}: {why}" if name else why)
    if why in SENTENCES and more:
        sentence = f"{sentence}: it {more[0]}"
    return Invalid(sentence, {key: reasons for key, reasons in errors.items() if key})


def _by_field(messages: Any, name: str) -> dict[str, list[str]]:
    if not isinstance(messages, dict):
        return {name: messages}
    reasons_by_field: dict[str, list[str]] = {}
    for key, inner in messages.items():
        within = name if isinstance(key, int) or key == "_schema" else key
        for field, reasons in _by_field(inner, within).items():
            reasons_by_field.setdefault(field, []).extend(reasons)
    return reasons_by_field


def _http_error(error: HTTPException) -> ResponseReturnValue:
    if error.response is not None or error.code is None or error.code < 400:
        return error
    status = HTTPStatus(error.code)
    words = _words_of(error) or error.description or status.phrase
    response = _answer(status, slugify_reason(status.phrase), words, {})
    for name, value in error.get_headers():
        if name.lower() == "allow":
            response.headers[name] = value
    return response


def _words_of(error: HTTPException) -> str:
    if isinstance(error, RequestEntityTooLarge):
        return f"The body is larger than {current_app.config['MAX_CONTENT_LENGTH']:,} bytes"
    if isinstance(error, MethodNotAllowed):
        return f"{request.path} takes {', '.join(error.valid_methods or ())}"
    if isinstance(error, RouteNotFound) and request.path.startswith("/api"):
        return f"There is no call {request.path[:MOST_PATH]}; /api/docs lists those there are"
    return ""


def _database_away(error: Exception) -> ResponseReturnValue:
    # The driver's own words, without the statement's parameters: they hold addresses and tokens.
    log.error("PostgreSQL: %s", getattr(error, "orig", None) or error)
    return respond(CatalogueUnavailable())


def _database_refuses(error: IntegrityError | DataError) -> ResponseReturnValue:
    """Answer for a constraint that no check of ours saw: mostly two edits at the same moment."""
    log.warning("PostgreSQL refuses: %s", error.orig)
    if isinstance(error, IntegrityError):
        return respond(Conflict("Somebody else changed this at the same moment, try again"))
    return respond(Invalid())


def _unexpected_error(error: Exception) -> ResponseReturnValue:
    log.exception("Unexpected", exc_info=error)
    return respond(ApiError())


def register_errors(app: Flask) -> None:
    """Answer every error in the one shape; never a stack trace or a database's words."""
    app.register_error_handler(ApiError, _api_error)
    app.register_error_handler(ValidationError, lambda error: respond(refusal_of(error)))
    for kind in DOMAIN:
        app.register_error_handler(kind, _domain_error)
    app.register_error_handler(HTTPException, _http_error)
    for away in DATABASE_AWAY:
        app.register_error_handler(away, _database_away)
    for refused in (IntegrityError, DataError):
        app.register_error_handler(refused, _database_refuses)
    app.register_error_handler(Exception, _unexpected_error)
