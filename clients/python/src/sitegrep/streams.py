"""Streams of server-sent events, which are opened again when they break off, after the last event that came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import httpx

from .errors import SitegrepError
from .lines import Lines
from .schemas import SearchRequest
from .transport import Request

#: Seconds for which a stream may be silent; the API sends a heartbeat every fifteen.
_SILENCE = 45.0
#: Seconds before an interrupted stream is opened again.
_REOPEN = 2.0


@dataclass(frozen=True)
class Event:
    """An event. A later stream can go on after its `id`, which is None for events that tell a state only."""

    type: str
    id: str | None
    data: Any


class Streams(Lines):
    """Events of crawls, of saved searches, of a search and of the state of the server."""

    def watch_crawl(self, id: str, *, after: str | None = None) -> Iterator[Event]:
        """The events of a crawl, from its beginning or after one, until it ends: `site`, `progress`, `state`, and `end` as the last."""
        return self._events(_stream("watchCrawl", "/admin/crawls/{id}/events", {"id": id}), after, "end")

    def watch_saved_search(self, id: str, *, after: str | None = None) -> Iterator[Event]:
        """The events of a saved search, those after one or those to come. It does not end by itself."""
        return self._events(_stream("watchSavedSearch", "/searches/{id}/stream", {"id": id}), after, None)

    def watch_readiness(self) -> Iterator[Event]:
        """Events `readiness`: one at once, then one for each change. It does not end by itself."""
        return self._events(_stream("watchReadiness", "/readiness/events", {}), None, None)

    def watch_search(self, request: SearchRequest) -> Iterator[Event]:
        """What `search` does: events `progress` while it takes long, and its answer as the event `answer`."""
        stream = Request(
            "watchSearch", "POST", "/search/events", accept="text/event-stream", repeatable=True, body=request
        )
        for event in self._events(stream, None, "answer"):
            self._raise_if_error(stream, event.data)
            yield event

    def _events(self, stream: Request, after: str | None, end: str | None) -> Iterator[Event]:
        """Reads events until the last one, which is named `end`; None if there is no last one."""
        policy = self._policy_of(None)
        last = after
        failures = 0
        while True:
            request = stream if last is None else replace(stream, headers={"Last-Event-ID": last})
            try:
                with self._opened(request, max(self._timeout, _SILENCE)) as answer:
                    # Nothing comes any more.
                    if answer.status_code == 204:
                        return
                    for event in self._events_in(request, answer):
                        # A search begins anew with each try, however far it was.
                        failures = failures if end == "answer" else 0
                        last = event.id or last
                        yield event
                        if event.type == end:
                            return
                details = "The stream ended before its last event."
                again = min(_REOPEN, policy.max_wait)
                raise SitegrepError(stream.operation, "network", details, retry_after=again)
            except SitegrepError as error:
                if not error.is_temporary:
                    raise
                policy.wait(error, failures)
                failures += 1

    def _events_in(self, request: Request, answer: httpx.Response) -> Iterator[Event]:
        """Reads events by the rules of the HTML standard (9.2.6), except that an id is of its own event only."""
        fields: dict[str, str] = {}
        for line in self._lines_in(request, answer):
            # A comment.
            if line.startswith(b":"):
                continue
            name, _, value = line.decode(errors="replace").removesuffix("\r").partition(":")
            value = value.removeprefix(" ")
            if name == "data" and "data" in fields:
                fields["data"] += f"\n{value}"
            elif name:
                fields[name] = value
            elif "data" in fields or "event" in fields:
                if "data" in fields:
                    data = self._parsed(request, answer, fields["data"].encode())
                    yield Event(fields.get("event", "message"), fields.get("id"), data)
                fields = {}


def _stream(operation: str, path: str, values: Mapping[str, str]) -> Request:
    return Request(operation, "GET", path, accept="text/event-stream", repeatable=True, path_values=values)
