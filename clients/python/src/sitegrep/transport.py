"""Requests of any operation: addresses, time limits, tries, and answers that are none of the API."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from .content import Content, is_repeatable, parts_of
from .errors import SitegrepError, code_of, shown
from .retrying import RetryPolicy, retry_after_of

Value = TypeVar("Value")

#: Usual time limit of an upload in seconds; the API gives a request five minutes to arrive.
_UPLOAD_TIMEOUT = 360.0
#: Maximum bytes of a refusal that are read.
_MAX_REFUSAL = 2**16


@dataclass(frozen=True)
class Request:
    """A request of an operation. A body that is a mapping becomes JSON."""

    operation: str
    method: str
    path: str
    accept: str
    #: Whether the request can be sent again, whatever became of the first one.
    repeatable: bool
    path_values: Mapping[str, str | int] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, Any] | Content | None = None
    content_type: str | None = None
    timeout: float | None = None
    retries: int | None = None

    @property
    def is_upload(self) -> bool:
        return self.body is not None and not isinstance(self.body, Mapping)

    def may_repeat(self, error: SitegrepError) -> bool:
        """Whether the request may be sent again after an error."""
        content = self.body
        can_be_read = content is None or isinstance(content, Mapping) or is_repeatable(content)
        # Nothing arrived.
        if isinstance(error.__cause__, (httpx.ConnectError, httpx.ConnectTimeout)):
            return can_be_read
        # The first try runs still, if only its answer was lost.
        is_under_way = error.code == "conflict" and error.retry_after is not None
        is_named = "Idempotency-Key" in self.headers
        return can_be_read and self.repeatable and (error.is_temporary or (is_named and is_under_way))


class Transport:
    """The part of the client that sends requests."""

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        timeout: float = 60.0,
        retries: int = 3,
        max_retry_wait: float = 60.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        """
        :param url: URL of the server; it may have a path before those of the operations.
        :param key: API key; the state of the instance needs none.
        :param timeout: Maximum seconds of a try, and of silence in a stream.
        :param retries: Maximum further tries after 429, 503 and failures of the connection, of what may be sent again.
        :param max_retry_wait: Maximum seconds before another try; if the server asks for more, the call fails.
        :param http_client: Client of httpx, with a proxy or certificates of its own; closing it is up to the caller.
        """
        try:
            address = httpx.URL(url)
        except httpx.InvalidURL as error:
            raise ValueError(f"url is not a URL: {error}; give one such as http://127.0.0.1:8080") from None
        if address.scheme not in ("http", "https") or not address.host or address.userinfo:
            raise ValueError("url is not an http or https URL without a user; give one such as http://127.0.0.1:8080")
        if key is not None and not re.fullmatch(r"[\x21-\x7e]{1,200}", key):
            raise ValueError("key is not an API key; give 1 to 200 visible characters, without spaces or line breaks")
        if timeout <= 0:
            raise ValueError(f"timeout is {timeout}; give seconds above 0")
        self._url = str(address.copy_with(query=None, fragment=None)).rstrip("/")
        self._key = key
        self._timeout = timeout
        self._policy = RetryPolicy(retries, max_retry_wait)
        self._http = http_client or httpx.Client()
        self._owns_http = http_client is None

    def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            self._http.close()

    def _data(self, request: Request) -> Any:
        body = self._document(request)
        if not isinstance(body, dict) or "data" not in body:
            raise self._unexpected(request, None, "the answer has no data")
        return body["data"]

    def _document(self, request: Request) -> Any:
        return self._repeated(request, lambda answer, content: self._parsed(request, answer, content))

    def _text(self, request: Request) -> str:
        return self._repeated(request, lambda _, content: content.decode(errors="replace"))

    def _bytes(self, request: Request) -> bytes:
        return self._repeated(request, lambda _, content: content)

    def _parsed(self, request: Request, answer: httpx.Response, content: bytes) -> Any:
        try:
            return json.loads(content)
        except ValueError:
            raise self._unexpected(request, answer, f"it is not JSON: {self._shown(content)}") from None

    def _walk(self, read: Callable[[dict[str, Any]], Any], page_size: int) -> Iterator[Any]:
        position: dict[str, Any] = {"limit": page_size}
        while True:
            page = read(position)
            yield from page["items"]
            if not page["next_token"]:
                return
            position = {"limit": page_size, "next_token": page["next_token"]}

    def _new_key(self) -> str:
        return str(uuid.uuid4())

    def _policy_of(self, retries: int | None) -> RetryPolicy:
        return self._policy if retries is None else RetryPolicy(retries, self._policy.max_wait)

    def _repeated(self, request: Request, read: Callable[[httpx.Response, bytes], Value]) -> Value:
        policy = self._policy_of(request.retries)
        seconds = request.timeout or (max(self._timeout, _UPLOAD_TIMEOUT) if request.is_upload else self._timeout)
        failures = 0
        while True:
            try:
                ends = time.monotonic() + seconds
                with self._opened(request, seconds) as answer:
                    return read(answer, self._content_of(request, answer, ends))
            except SitegrepError as error:
                if not request.may_repeat(error):
                    raise
                policy.wait(error, failures)
                failures += 1

    def _content_of(self, request: Request, answer: httpx.Response, ends: float) -> bytes:
        parts: list[bytes] = []
        for part in answer.iter_bytes():
            parts.append(part)
            if time.monotonic() > ends:
                raise SitegrepError(request.operation, "timeout", "The answer did not end in time.")
        return b"".join(parts)

    @contextmanager
    def _opened(self, request: Request, silence: float, offset: int = 0) -> Iterator[httpx.Response]:
        """Sends a request once, and opens its answer. Raises SitegrepError unless it succeeded."""
        try:
            with self._http.stream(
                request.method,
                self._address(request),
                params=_values(request.query),
                headers=self._headers(request),
                content=_content(request, offset),
                timeout=silence,
                follow_redirects=False,
            ) as answer:
                if not answer.is_success:
                    raise self._refusal(request, answer)
                yield answer
        except httpx.TimeoutException as error:
            raise SitegrepError(request.operation, "timeout", "No answer came in time.") from error
        except httpx.DecodingError as error:
            raise self._unexpected(request, None, f"it is not compressed as it says: {error}") from error
        except httpx.TransportError as error:
            details = self._redacted(f"The connection to {self._url} failed: {error}")
            raise SitegrepError(request.operation, "network", details) from error

    def _address(self, request: Request) -> str:
        path = request.path
        for name, value in request.path_values.items():
            # A part of dots alone would lead to another path.
            if re.fullmatch(r"\.{0,2}", str(value)):
                raise ValueError(f"{request.operation}: {name} is {str(value)!r}; give one that exists")
            path = path.replace(f"{{{name}}}", quote(str(value), safe=""))
        return f"{self._url}{path}"

    def _headers(self, request: Request) -> dict[str, str]:
        headers = {"accept": request.accept, **request.headers}
        if self._key is not None:
            headers["x-api-key"] = self._key
        if request.body is not None:
            headers["content-type"] = (request.is_upload and request.content_type) or "application/json"
        return headers

    def _refusal(self, request: Request, answer: httpx.Response) -> SitegrepError:
        if answer.is_redirect:
            target = self._shown(answer.headers.get("location", ""))
            details = f"The answer is a redirect to {target}, which is not followed with a key; give the final address"
            return SitegrepError(request.operation, "redirected", details, status=answer.status_code)
        content = b""
        for part in answer.iter_bytes():
            content += part
            if len(content) > _MAX_REFUSAL:
                break
        try:
            body = json.loads(content)
        except ValueError:
            body = None
        code = code_of(body)
        if code is None:
            return self._unexpected(request, answer, f"HTTP {answer.status_code}: {self._shown(content)}")
        return SitegrepError(request.operation, code, self._redacted(body["details"]), **_facts(answer))

    def _unexpected(self, request: Request, answer: httpx.Response | None, details: str) -> SitegrepError:
        facts = {} if answer is None else _facts(answer)
        told = f"Something other than this API answered; {details}"
        return SitegrepError(request.operation, "unexpected_answer", told, **facts)

    def _shown(self, content: bytes | str) -> str:
        return shown(self._redacted(content.decode(errors="replace") if isinstance(content, bytes) else content))

    def _redacted(self, text: str) -> str:
        return text if self._key is None else text.replace(self._key, "***")


def _facts(answer: httpx.Response) -> dict[str, Any]:
    return {
        "status": answer.status_code,
        "request_id": answer.headers.get("x-request-id"),
        "retry_after": retry_after_of(answer.headers),
    }


def _values(query: Mapping[str, object]) -> dict[str, str]:
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in query.items()
        if value is not None
    }


def _content(request: Request, offset: int) -> bytes | Iterator[bytes] | None:
    if request.body is None:
        return None
    if isinstance(request.body, Mapping):
        return json.dumps(request.body).encode()
    return parts_of(request.body, offset)
