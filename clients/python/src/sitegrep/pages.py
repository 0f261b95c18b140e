"""Pages that were fetched elsewhere: single ones from the program, and files of captures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from .content import Content, is_repeatable
from .errors import SitegrepError
from .lines import Lines
from .schemas import PagesLine, PagesLinePage
from .transport import Request

#: Pages of one request, and the bytes from which on it takes no further one.
_AT_A_TIME = 2000
_ENOUGH_BYTES = 2**23
#: Seconds for which the answer may be silent.
_SILENCE = 300.0


class Pages(Lines):
    """Imports, as streams."""

    def send_pages(self, pages: Iterable[Mapping[str, Any]]) -> Iterator[PagesLinePage]:
        """Indexes pages, and tells the outcome of each.

        A page has `url` and `html`, or `body_base64` in place of `html` for bytes; optional are `status`, `headers`,
        `fetched_at` and `truncated`. Some thousand pages are sent at a time, as lines of JSON; only these are in memory. What is
        interrupted is sent again: the same page twice changes nothing. `record` is the number of the page, from 1 on.
        """
        before = 0
        for part, count in _parts_of(pages):
            for line in self._imported(part, "application/x-ndjson", "all"):
                if line["type"] == "page":
                    record = line["record"]
                    yield {**line, "record": None if record is None else record + before}
            before += count

    def send_captures(
        self,
        content: Content,
        *,
        content_type: str = "application/octet-stream",
        report: Literal["all", "problems"] = "problems",
    ) -> Iterator[PagesLine]:
        """Indexes a WARC, ARC, WACZ or HAR file, or lines of JSON, of any size.

        The answer has a line for each page that was not stored or has a reason, or for all of them, and a summary as its last
        line. It is read once all is sent, and the server stops reading from a client that has 16 MiB of it to read: `all` is
        for files of some ten thousand pages. An interrupted import goes on where all before had their outcome, if the content
        can be read again.
        """
        return self._imported(content, content_type, report)

    def _imported(self, content: Content, content_type: str, report: str) -> Iterator[PagesLine]:
        policy = self._policy_of(None)
        resume: Mapping[str, Any] | None = None
        #: Numbers of the pages that have a line already, from `resume` on.
        told: set[int] = set()
        failures = 0
        while True:
            before = set(told)
            request = Request(
                "sendPages",
                "POST",
                "/admin/pages",
                accept="application/x-ndjson",
                repeatable=True,
                query={"report": report, "resume": None if resume is None else resume["token"]},
                body=content,
                content_type=content_type,
            )
            try:
                for line in self._records(request, _SILENCE, 0 if resume is None else resume["offset"]):
                    if line["type"] == "page" and line["record"] is not None:
                        if line["record"] in before:
                            continue
                        told.add(line["record"])
                        failures = 0
                    elif line["type"] == "progress" and line["resume"] is not None:
                        resume = line["resume"]
                        told = {record for record in told if record >= line["resume"]["record"]}
                        failures = 0
                    elif line["type"] == "summary":
                        self._raise_if_error(request, line["failure"])
                    yield line
                    if line["type"] == "summary":
                        return
                raise SitegrepError("sendPages", "network", "The answer ended before the import did.")
            except SitegrepError as error:
                if not error.is_temporary or not is_repeatable(content):
                    raise
                policy.wait(error, failures)
                failures += 1


def _parts_of(pages: Iterable[Mapping[str, Any]]) -> Iterator[tuple[bytes, int]]:
    lines: list[bytes] = []
    size = 0
    for page in pages:
        line = json.dumps(page).encode() + b"\n"
        lines.append(line)
        size += len(line)
        if len(lines) == _AT_A_TIME or size >= _ENOUGH_BYTES:
            yield b"".join(lines), len(lines)
            lines, size = [], 0
    if lines:
        yield b"".join(lines), len(lines)
