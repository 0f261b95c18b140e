"""How long to wait before another try."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import httpx

from .errors import SitegrepError

#: Maximum first wait of the backoff in seconds; it doubles with each try.
_FIRST_WAIT = 0.5
#: Maximum wait of the backoff in seconds; only the server can ask for more.
_MAX_BACKOFF = 8.0


@dataclass(frozen=True)
class RetryPolicy:
    """How often a request is tried again: at most `retries` times, and not if the server asks for more than `max_wait` seconds."""

    retries: int
    max_wait: float

    def wait(self, error: SitegrepError, failures: int) -> None:
        """Waits before another try, or raises the error if there is to be none."""
        asked = error.retry_after
        if failures >= self.retries or (asked is not None and asked > self.max_wait):
            raise error
        backoff = min(_MAX_BACKOFF, self.max_wait, _FIRST_WAIT * 2**failures)
        time.sleep(random.uniform(0, backoff) if asked is None else asked)


def retry_after_of(headers: httpx.Headers) -> float | None:
    """Seconds of `Retry-After` (RFC 9110, 10.2.3): a number, or a date, which is compared with the server's clock."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    date = _seconds_of(value)
    now = _seconds_of(headers.get("date", ""))
    return None if date is None else max(0.0, date - (time.time() if now is None else now))


def _seconds_of(date: str) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError):
        # It is no date.
        return None
