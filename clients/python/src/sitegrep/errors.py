"""The error of every call that fails."""

from __future__ import annotations

import re
from typing import Any

from .schemas import ERROR_CODES

#: Matches the field that a bad request's details begin with: `limit is 0; …`, `Field "limits" is unknown; …`.
_FIELD = re.compile(r'Field "([^"\\]*)"|((?:[a-z]|[A-Z]\w*-)[\w-]*(?:\.[\w-]+|\[\d+\])*) ')

#: Maximum characters of a foreign answer that an error shows.
MAX_SHOWN = 200


class SitegrepError(Exception):
    """A call that failed.

    `code` is the phrase of the API in the form `bad_request`, `not_found`, `rate_limited`, `unavailable` …; where no answer of
    the API came, it is `network`, `timeout`, `redirected` or `unexpected_answer`. `message` says what is wrong and where,
    `remedy` what to do about it (empty if that is all that the server said), `details` is both in one sentence. `field` is
    that of the request at fault, such as `search_terms[2]`. `request_id` is in the server's log. `retry_after` are the seconds
    after which another try may succeed.
    """

    def __init__(
        self,
        operation: str,
        code: str,
        details: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{operation}: {details}")
        self.operation = operation
        self.code = code
        self.details = details
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        message, separator, remedy = details.rpartition("; ")
        self.message = message if separator else details
        self.remedy = remedy if separator else ""

    @property
    def field(self) -> str | None:
        """The field of the request at fault; None if the error is about none."""
        found = _FIELD.match(self.details) if self.code == "bad_request" else None
        return None if found is None else found[1] if found[1] is not None else found[2]

    @property
    def is_temporary(self) -> bool:
        """Whether the same request may succeed later."""
        return self.code in ("network", "timeout", "rate_limited", "unavailable") or self.status in (429, 503)


def code_of(body: Any) -> str | None:
    """The code of the error that a parsed body is; None if it is none of the API."""
    if not isinstance(body, dict) or body.get("success") is not False:
        return None
    phrase = body.get("error")
    if not isinstance(phrase, str) or not isinstance(body.get("details"), str):
        return None
    return ERROR_CODES.get(phrase)


def shown(text: str) -> str:
    """The beginning of a foreign text, in one line."""
    line = " ".join(text.split())
    return f"{line[:MAX_SHOWN]}…" if len(line) > MAX_SHOWN else line
