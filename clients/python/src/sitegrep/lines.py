"""Answers that are streams of lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx

from .content import whole_lines_of
from .errors import SitegrepError, code_of
from .transport import Request, Transport

#: Maximum bytes of a line of a list; the API sends no longer ones.
_MAX_LINE = 2**24


class Lines(Transport):
    """The part of the client that reads streams."""

    def _records(self, request: Request, silence: float = 0.0, offset: int = 0) -> Iterator[Any]:
        """Sends a request once, and reads the records that the lines of its answer are."""
        for line in self._lines(request, silence, offset):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except ValueError:
                raise self._unexpected(request, None, f"a line is not JSON: {self._shown(line)}") from None
            self._raise_if_error(request, record)
            yield record

    def _lines(self, request: Request, silence: float, offset: int = 0) -> Iterator[bytes]:
        """Sends a request once, and reads the whole lines of its answer."""
        with self._opened(request, request.timeout or max(self._timeout, silence), offset) as answer:
            yield from self._lines_in(request, answer)

    def _lines_in(self, request: Request, answer: httpx.Response) -> Iterator[bytes]:
        """The whole lines of an answer. What comes after the last line end may be truncated, and is left out."""
        return whole_lines_of(self._measured(request, answer))

    def _measured(self, request: Request, answer: httpx.Response) -> Iterator[bytes]:
        size = 0
        for part in answer.iter_bytes():
            size = len(part) if b"\n" in part else size + len(part)
            # The answer to a search is one line, and may be as long as it is without a stream.
            if size > _MAX_LINE and request.operation != "watchSearch":
                raise self._unexpected(request, answer, f"a line has more than {_MAX_LINE} bytes")
            yield part

    def _raise_if_error(self, request: Request, record: Any) -> None:
        code = code_of(record)
        if code is not None:
            details = self._redacted(record["details"])
            raise SitegrepError(request.operation, code, details, retry_after=record.get("retry_after"))
