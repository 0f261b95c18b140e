"""Everything that a search finds: walked page by page, exported as one stream, or saved as a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Union, cast

from .errors import SitegrepError
from .lines import Lines
from .operations import Operations
from .schemas import (
    DomainItem,
    FoundChange,
    FoundDomain,
    FoundPage,
    FoundVersion,
    HtmlExportRequest,
    HtmlSearchRequest,
    SearchExportRequest,
    SearchRequest,
)
from .transport import Request

Found = Union[FoundDomain, FoundPage, FoundVersion, FoundChange]


class FoundItems(Operations, Lines):
    """Walks and exports of searches."""

    def iter_search(self, request: SearchRequest, *, page_size: int = 500) -> Iterator[Found]:
        """All that `search` finds, or `limit` of it, fetched page by page."""
        return self._walked(request, page_size, lambda part: self.search(cast(SearchRequest, part)))

    def iter_search_html_source_code(
        self, request: HtmlSearchRequest, *, page_size: int = 500
    ) -> Iterator[DomainItem]:
        """All that `search_html_source_code` finds, or `limit` of it, fetched page by page."""
        return self._walked(
            request, page_size, lambda part: self.search_html_source_code(cast(HtmlSearchRequest, part))
        )

    def export_search(self, request: SearchExportRequest) -> Iterator[Found]:
        """All that a search finds as one stream, which is resumed after the last whole item if it is interrupted."""
        return self._exported("exportSearch", "/search/export", request)

    def export_matches(self, request: HtmlExportRequest) -> Iterator[DomainItem]:
        """All that `search_html_source_code` finds as one stream, resumed as that of `export_search`."""
        return self._exported("exportMatches", "/html-source-code-search/export", request)

    def export_search_file(self, request: SearchExportRequest, path: str | os.PathLike[str]) -> None:
        """Saves all that a search finds as a file in the `format` of the request. The file is there once it is whole."""
        self._saved(_export("exportSearch", "/search/export", request, "*/*"), Path(path))

    def export_matches_file(self, request: HtmlExportRequest, path: str | os.PathLike[str]) -> None:
        """Saves all that `search_html_source_code` finds, as `export_search_file` does."""
        self._saved(_export("exportMatches", "/html-source-code-search/export", request, "*/*"), Path(path))

    def _walked(self, request: Mapping[str, Any], page_size: int, read: Callable[[dict[str, Any]], Any]) -> Iterator[Any]:
        part = dict(request)
        left: int | None = part.pop("limit", None)
        while left is None or left > 0:
            page = read({**part, "limit": page_size if left is None else min(left, page_size)})
            yield from page["items"]
            left = None if left is None else left - len(page["items"])
            if not page["offset_token"]:
                return
            part.pop("offset", None)
            part["offset_token"] = page["offset_token"]

    def _exported(self, operation: str, path: str, request: Mapping[str, Any]) -> Iterator[Any]:
        policy = self._policy_of(None)
        part = dict(request)
        left: int | None = part.pop("limit", None)
        failures = 0
        while True:
            found = False
            try:
                body = part if left is None else {**part, "limit": left}
                for item in self._records(_export(operation, path, body, "application/x-ndjson")):
                    found, failures = True, 0
                    part.pop("offset", None)
                    part["offset_token"] = item["offset_token"]
                    left = None if left is None else left - 1
                    yield item
                    if not item["offset_token"] or left == 0:
                        return
                # It ended without a last token: what came after this item was deleted meanwhile.
                if not found:
                    return
            except SitegrepError as error:
                if not error.is_temporary:
                    raise
                policy.wait(error, failures)
                failures += 1

    def _saved(self, request: Request, path: Path) -> None:
        policy = self._policy_of(None)
        partial = path.with_name(f"{path.name}.{os.getpid()}.part")
        failures = 0
        try:
            while True:
                try:
                    with self._opened(request, self._timeout) as answer, partial.open("wb") as file:
                        for part in answer.iter_bytes():
                            file.write(part)
                    partial.replace(path)
                    return
                except SitegrepError as error:
                    if not error.is_temporary:
                        raise
                    policy.wait(error, failures)
                    failures += 1
        finally:
            partial.unlink(missing_ok=True)


def _export(operation: str, path: str, body: Mapping[str, Any], accept: str) -> Request:
    return Request(operation, "POST", path, accept=accept, repeatable=True, body=body)
