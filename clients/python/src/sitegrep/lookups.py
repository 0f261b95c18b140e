"""Lookups of given domains, of any number."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from .errors import SitegrepError
from .lines import Lines
from .schemas import LookedUpDomain
from .transport import Request

#: Entries of one request, and the bytes that they may take as JSON; a request may have a mebibyte.
_AT_A_TIME = 10_000
_MAX_BYTES = 1_000_000
#: Characters of an entry that are sent: longer ones name no domain, and the answer says so.
_MAX_ENTRY = 4096


class Lookups(Lines):
    """Lookups, as streams."""

    def look_up_domains(
        self, entries: Iterable[str], *, fields: Sequence[str] | None = None
    ) -> Iterator[LookedUpDomain]:
        """What is known of each domain or URL, in their order. An interrupted lookup goes on with the next entry."""
        for part in _parts_of(entries):
            yield from self._looked_up(part, fields)

    def _looked_up(self, entries: list[str], fields: Sequence[str] | None) -> Iterator[LookedUpDomain]:
        policy = self._policy_of(None)
        done = 0
        failures = 0
        while done < len(entries):
            body = {"domains": entries[done:], **({} if fields is None else {"fields": list(fields)})}
            request = Request(
                "lookUpDomains",
                "POST",
                "/domains/lookup",
                accept="application/x-ndjson",
                repeatable=True,
                body=body,
            )
            try:
                for record in self._records(request):
                    done += 1
                    failures = 0
                    yield record
                if done < len(entries):
                    raise SitegrepError("lookUpDomains", "network", "The answer ended before the last entry.")
            except SitegrepError as error:
                if not error.is_temporary:
                    raise
                policy.wait(error, failures)
                failures += 1


def _parts_of(entries: Iterable[str]) -> Iterator[list[str]]:
    part: list[str] = []
    size = 0
    for whole in entries:
        entry = whole[:_MAX_ENTRY]
        more = len(json.dumps(entry)) + 2
        if part and (len(part) == _AT_A_TIME or size + more > _MAX_BYTES):
            yield part
            part, size = [], 0
        part.append(entry)
        size += more
    if part:
        yield part
