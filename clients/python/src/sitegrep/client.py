"""The client."""

from __future__ import annotations

from types import TracebackType

from .found import FoundItems
from .lookups import Lookups
from .pages import Pages
from .streams import Streams


class Client(FoundItems, Lookups, Pages, Streams):
    """A client of the HTTP API of a server of sitegrep, with a method for each operation.

    It may be used in a `with` statement, which closes its connections, and by several threads.
    """

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
