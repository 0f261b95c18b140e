# Written by npm run docs from the OpenAPI document; not edited by hand.
"""What requests and answers consist of, as types of dictionaries."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


#: Codes of errors by the phrase in an answer.
ERROR_CODES: dict[str, str] = {
    "Not found": "not_found",
    "Unauthorized": "unauthorized",
    "Forbidden": "forbidden",
    "Rate limit exceeded": "rate_limited",
    "Request too large": "too_large",
    "Unsupported media type": "unsupported_media_type",
    "Bad request": "bad_request",
    "Conflict": "conflict",
    "Query too broad": "too_broad",
    "Range not satisfiable": "range_not_satisfiable",
    "Service unavailable": "unavailable",
    "Upstream failed": "upstream_failed",
    "Upstream timed out": "upstream_timed_out",
    "Internal error": "internal",
}


class CommonCrawlRequest(TypedDict):

    crawls: NotRequired[Sequence[str]]
    """Names of crawls, such as CC-MAIN-2026-04; captures come in the order of their dates. Absent: the latest crawl."""

    hosts: NotRequired[Sequence[str]]
    """Hosts. A registrable domain stands for itself and all hosts below it."""

    list: NotRequired[str]
    """Name of a list of domains."""

    top: NotRequired[int]
    """Number of the domains with the highest ranks among those that were imported."""

    tld: NotRequired[str]
    """Top-level domain, or another suffix such as co.uk."""

    languages: NotRequired[Sequence[str]]
    """Codes of ISO 639, of which a page has one at least. Absent: any."""

    path: NotRequired[str]
    """Path of the pages: `/` for home pages, `/blog/*` for all below /blog/. Absent: any."""

    robots: NotRequired[bool]
    """Whether robots.txt of the hosts is read, too; false if absent."""

    dry_run: NotRequired[bool]
    """Whether captures are found and counted, but none is read; false if absent."""


class CommonCrawlRun(TypedDict):

    id: str

    state: Literal["finding", "reading", "waiting", "finished", "stopped", "failed"]
    """While it is `waiting`, nothing is sent to the servers of the archive until `waits_until`, because they want that or fail."""

    dry_run: bool

    started_at: Timestamp

    ended_at: Timestamp | None

    reason: str | None

    waits_until: Timestamp | None

    selection: CommonCrawlRunSelection

    crawls: list[CommonCrawlRunCrawl]
    """The crawls in the order of their dates; none until the list of crawls was read."""

    found: CommonCrawlRunFound

    missing: CommonCrawlRunMissing
    """Hosts of which no crawl has a record: all are counted, the first are shown."""

    records: int
    """Records that have an outcome."""

    outcomes: dict[str, int]
    """Outcome → number of records: those of pages that are imported, and `damaged`."""

    damaged: list[str]
    """The first records that could not be read: WARC file, offset and reason."""

    sent: CommonCrawlRunSent
    """Requests that were sent up to now, and bytes that came."""


class CommonCrawlRunSelection(TypedDict):

    hosts: CommonCrawlRunSelectionHosts | None

    tld: str | None

    path: str | None

    languages: list[str]

    robots: bool


CommonCrawlRunSelectionHosts = TypedDict(
    "CommonCrawlRunSelectionHosts",
    {
        "from": "Literal[\"given\", \"list\", \"ranks\"]",
        "list": "str | None",
        "count": "int",
        # Entries that name no host: all are counted, the first are shown.
        "rejected": "CommonCrawlRunSelectionHostsRejected",
    },
)


class CommonCrawlRunSelectionHostsRejected(TypedDict):
    """Entries that name no host: all are counted, the first are shown."""

    count: int

    samples: list[str]


class CommonCrawlRunCrawl(TypedDict):

    name: str

    is_found: bool
    """Whether all of it was looked through."""

    records: int
    """Records that were found in it."""


class CommonCrawlRunFound(TypedDict):

    records: int

    requests: int
    """Requests that it takes to read the records."""

    bytes: int
    """Bytes that these bring."""

    seconds: int
    """Estimate of the time that reading takes."""


class CommonCrawlRunMissing(TypedDict):
    """Hosts of which no crawl has a record: all are counted, the first are shown."""

    count: int

    samples: list[str]


class CommonCrawlRunSent(TypedDict):
    """Requests that were sent up to now, and bytes that came."""

    requests: int

    bytes: int


class LastCommonCrawlAnswer(TypedDict):

    run: CommonCrawlRun | None


class DeliveryItem(TypedDict):

    id: str
    """Id of the message, which is the same in each attempt."""

    by: Literal["webhook", "mail"]

    state: Literal["waiting", "delivered", "dead"]
    """dead: all attempts failed, or the receiver wants no more. It can be replayed."""

    kind: Literal["events", "digest", "count", "report"]
    """Subject: events as they came, those of an hour or a day, a count, or a report."""

    first_event: int | None

    last_event: int | None

    attempts: int
    """Attempts since it was made, or replayed."""

    created_at: Timestamp

    next_at: str | None

    ended_at: str | None

    answers: list[ReceiverAnswer]
    """The last answers, at most 10, newest first."""


class DeliveryListAnswer(TypedDict):

    items: list[DeliveryItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class PastMonth(TypedDict):
    """Events that the search would have had in the past 30 days, today included, by the recorded changes of the domains that are stored now: for level change by their records, otherwise as trends count."""

    appeared: int | None

    disappeared: int | None

    changed: int | None

    as_of_now: list[str]
    """Names of what the query has whose changes are not recorded, and which was taken as it is now, e.g. list, rank."""

    unknown: str | None


class PutSavedSearchRequest(TypedDict):

    q: NotRequired[str]
    """The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages."""

    query: NotRequired[QueryTree]
    """The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns."""

    literal: NotRequired[bool]
    """Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`."""

    level: NotRequired[Literal["domain", "page", "change"]]
    """Level of the search: domains, domains by their pages, or changes of domains. Default: `"domain"`."""

    label: NotRequired[str]
    """Title that people read. It has 1 to 200 characters in one line, none of them a control or format character."""

    shared: NotRequired[bool]
    """Whether all keys see the search. Needs a key with the scope admin. Default: `false`."""

    notify: NotRequired[PutSavedSearchRequestNotify]

    report: NotRequired[PutSavedSearchRequestReport]
    """A file of what fulfils the search and of what is new, made by schedule and sent to whom notify names: with either pattern or every_seconds. Not with level change."""

    technology: NotRequired[PutSavedSearchRequestTechnology]
    """A technology that each page has which fulfils the search. Needs level page, shared and a key with the scope admin."""


class PutSavedSearchRequestNotify(TypedDict):

    webhook: NotRequired[PutSavedSearchRequestNotifyWebhook]

    mail: NotRequired[PutSavedSearchRequestNotifyMail]

    on: NotRequired[Sequence[Literal["appeared", "disappeared", "changed"]]]
    """Kinds of events that are told; appeared and disappeared, unless stated. changed: the matching pages are others, or one of them has another source (level page). None: count and reports alone."""

    count: NotRequired[int]
    """Number of domains: it is told when more fulfil the search, and when it is no longer so."""


class PutSavedSearchRequestNotifyWebhook(TypedDict):

    url: str
    """Address that deliveries are sent to by POST, http or https."""

    secret: NotRequired[str]
    """Secret that deliveries are signed with: whsec_ and 24 to 64 bytes in Base64. Absent: the one that the search has already, or one that is made and is in this answer only."""

    template: NotRequired[Literal["standard", "slack", "teams"]]
    """Form of the messages: that of docs/alerts.md, or that of the webhook of a chat. Default: `"standard"`."""


class PutSavedSearchRequestNotifyMail(TypedDict):

    to: Sequence[str]
    """Addresses that get the mail."""

    every: Literal["hour", "day"]
    """How often a mail is sent, if there is news."""


class PutSavedSearchRequestReport(TypedDict):
    """A file of what fulfils the search and of what is new, made by schedule and sent to whom notify names: with either pattern or every_seconds. Not with level change."""

    pattern: NotRequired[str]
    """Cron pattern: minute, hour, day of the month, month, day of the week."""

    time_zone: NotRequired[str]
    """IANA name of the time zone of the pattern; UTC if absent."""

    every_seconds: NotRequired[int]
    """Interval in seconds. Runs are due at its multiples since 1970-01-01 00:00:00 UTC."""

    format: NotRequired[Literal["csv", "xlsx"]]
    """Format of the file. Default: `"csv"`."""

    facets: NotRequired[Sequence[Facet]]
    """Properties that the domains that match are counted by, at most 10. Facets count domains at both levels: with level page, those that have a page that matches. A domain counts once for each value that it has. rank counts in steps of 100, visited by month, capture by the texts that a group of a pattern has in the pages that match."""

    limit: NotRequired[int]
    """Maximum number of rows of what fulfils the search; the file says if there is more. Default: `10000`."""


class PutSavedSearchRequestTechnology(TypedDict):
    """A technology that each page has which fulfils the search. Needs level page, shared and a key with the scope admin."""

    name: str
    """Name of the technology, which no other one has, whatever the case of its letters. It has 1 to 200 characters in one line, none of them a control or format character."""

    categories: Sequence[str]
    """Categories of the technology, as GET /technologies has them."""

    website: NotRequired[str]
    """Address of the technology, http or https."""

    version: NotRequired[str]
    """Pattern in RE2 syntax with one group, which is the version where it matches first in the source of a page."""


class ReceiverAnswer(TypedDict):
    """Answer of a receiver."""

    at: Timestamp

    status: int | None

    text: str
    """Beginning of the answer, or why there was none; at most 2,048 characters."""


class SavedSearchItem(TypedDict):

    id: str

    level: Literal["domain", "page", "change"]

    q: str | None

    query: QueryTree
    """The query as a tree, in the form in which it is decided."""

    label: str | None

    shared: bool

    owner: str | None

    domains: int | None

    filled: bool
    """Whether all that is stored was decided since the search was saved. Until then the count rises."""

    last_event: SavedSearchItemLastEvent | None

    recent_events: int
    """Number of its events of the last 24 hours; 100: so many or more."""

    deliveries: SavedSearchItemDeliveries | None

    notify: SavedSearchItemNotify | None

    report: SavedSearchItemReport | None

    technology: SavedSearchItemTechnology | None

    created_at: Timestamp

    changed_at: Timestamp


class SavedSearchItemLastEvent(TypedDict):
    """Its newest event; null: none is kept."""

    number: int

    domain: str

    kind: Literal["appeared", "disappeared", "changed"]

    at: Timestamp


class SavedSearchItemDeliveries(TypedDict):
    """Deliveries that have not arrived; null: the search is shared and the key may not change it."""

    waiting: int
    """Number of deliveries that wait for an attempt."""

    dead: int
    """Number of those that were given up."""

    failing: int
    """Number of receivers that did not accept the last attempt, or are sent nothing any more."""


class SavedSearchItemNotify(TypedDict):
    """Whom it tells what; null: the search is shared and the key may not change it."""

    webhook: SavedSearchItemNotifyWebhook | None

    mail: SavedSearchItemNotifyMail | None

    on: list[Literal["appeared", "disappeared", "changed"]]

    count: int | None


class SavedSearchItemNotifyWebhook(TypedDict):

    url: str

    template: Literal["standard", "slack", "teams"]


class SavedSearchItemNotifyMail(TypedDict):

    to: list[str]

    every: Literal["hour", "day"]


class SavedSearchItemReport(TypedDict):
    """Its report by schedule; null: it has none."""

    pattern: str | None

    time_zone: str | None

    every_seconds: int | None

    format: Literal["csv", "xlsx"]

    facets: list[Facet]

    limit: int

    next_at: str | None


class SavedSearchItemTechnology(TypedDict):
    """The technology of the pages that fulfil it; null: it has none."""

    name: str
    """Name of the technology, which no other one has, whatever the case of its letters. It has 1 to 200 characters in one line, none of them a control or format character."""

    categories: list[str]
    """Categories of the technology, as GET /technologies has them."""

    website: str | None

    version: str | None

    judging: SavedSearchItemTechnologyJudging | None


class SavedSearchItemTechnologyJudging(TypedDict):
    """How far stored pages are judged by the technologies in use, whichever of them is new; null: all of them are."""

    domains: int
    """Domains whose pages were judged."""

    total: int | None


class SavedSearchListAnswer(TypedDict):

    items: list[SavedSearchItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class SavedSearchRecord(TypedDict):

    id: str

    level: Literal["domain", "page", "change"]

    q: str | None

    query: QueryTree
    """The query as a tree, in the form in which it is decided."""

    label: str | None

    shared: bool

    owner: str | None

    domains: int | None

    filled: bool
    """Whether all that is stored was decided since the search was saved. Until then the count rises."""

    last_event: SavedSearchRecordLastEvent | None

    recent_events: int
    """Number of its events of the last 24 hours; 100: so many or more."""

    deliveries: SavedSearchRecordDeliveries | None

    notify: SavedSearchRecordNotify | None

    report: SavedSearchRecordReport | None

    technology: SavedSearchRecordTechnology | None

    created_at: Timestamp

    changed_at: Timestamp

    feed: SavedSearchRecordFeed
    """Feeds of the events. Whoever has the address may read them."""


class SavedSearchRecordLastEvent(TypedDict):
    """Its newest event; null: none is kept."""

    number: int

    domain: str

    kind: Literal["appeared", "disappeared", "changed"]

    at: Timestamp


class SavedSearchRecordDeliveries(TypedDict):
    """Deliveries that have not arrived; null: the search is shared and the key may not change it."""

    waiting: int
    """Number of deliveries that wait for an attempt."""

    dead: int
    """Number of those that were given up."""

    failing: int
    """Number of receivers that did not accept the last attempt, or are sent nothing any more."""


class SavedSearchRecordNotify(TypedDict):
    """Whom it tells what; null: the search is shared and the key may not change it."""

    webhook: SavedSearchRecordNotifyWebhook | None

    mail: SavedSearchRecordNotifyMail | None

    on: list[Literal["appeared", "disappeared", "changed"]]

    count: int | None


class SavedSearchRecordNotifyWebhook(TypedDict):

    url: str

    template: Literal["standard", "slack", "teams"]


class SavedSearchRecordNotifyMail(TypedDict):

    to: list[str]

    every: Literal["hour", "day"]


class SavedSearchRecordReport(TypedDict):
    """Its report by schedule; null: it has none."""

    pattern: str | None

    time_zone: str | None

    every_seconds: int | None

    format: Literal["csv", "xlsx"]

    facets: list[Facet]

    limit: int

    next_at: str | None


class SavedSearchRecordTechnology(TypedDict):
    """The technology of the pages that fulfil it; null: it has none."""

    name: str
    """Name of the technology, which no other one has, whatever the case of its letters. It has 1 to 200 characters in one line, none of them a control or format character."""

    categories: list[str]
    """Categories of the technology, as GET /technologies has them."""

    website: str | None

    version: str | None

    judging: SavedSearchRecordTechnologyJudging | None


class SavedSearchRecordTechnologyJudging(TypedDict):
    """How far stored pages are judged by the technologies in use, whichever of them is new; null: all of them are."""

    domains: int
    """Domains whose pages were judged."""

    total: int | None


class SavedSearchRecordFeed(TypedDict):
    """Feeds of the events. Whoever has the address may read them."""

    atom: str
    """Path of the feed in Atom, its key included."""

    json: str
    """Path of the JSON Feed, its key included."""


class SearchEventItem(TypedDict):

    number: int
    """Rises with every event of the instance. A consumer continues after the last one it has."""

    search: str

    domain: str

    kind: Literal["appeared", "disappeared", "changed"]

    at: Timestamp

    revision: int
    """Revision of the domain that was decided."""

    pages: list[str]
    """Addresses of pages that fulfil it, at most 20; at level domain of the first that has a text or pattern of it, if it names one."""

    total_pages: int
    """Number of the pages that fulfil it."""

    by: Literal["visit", "deletion"]
    """deletion: the domain disappeared because it was deleted or taken down."""


class SearchEventListAnswer(TypedDict):

    items: list[SearchEventItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class SearchReportItem(TypedDict):
    """A report of a saved search. Counts are null until it is made."""

    number: int

    state: Literal["waiting", "made", "failed"]
    """waiting: it is made as soon as what is stored was decided, and others were made."""

    by: Literal["schedule", "request"]
    """Whether its schedule or somebody wanted it."""

    due_at: str
    """When it was due, or wanted."""

    ended_at: str | None

    failure: str | None

    format: Literal["csv", "xlsx"]

    bytes: int | None

    rows: int | None

    cut: bool | None

    domains: int | None

    pages: int | None

    since: str | None

    new: int | None

    gone: int | None

    complete: bool | None

    facets: list[FacetAnswer]

    file: str | None


class SearchReportListAnswer(TypedDict):

    items: list[SearchReportItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class SearchTrendAnswer(TypedDict):

    exact_since: str
    """Time from which on counts are exact: when the search was saved or changed, or the oldest event that is kept."""

    days: list[SearchTrendAnswerDay]
    """Days in their order, the last one is today."""


class SearchTrendAnswerDay(TypedDict):

    day: str
    """Day in UTC."""

    domains: int | None

    appeared: int

    disappeared: int

    changed: int


class TestDeliveryAnswer(TypedDict):

    answers: list[TestDeliveryAnswerAnswer]
    """An answer of the webhook, and one of the mail server, as far as they are told."""


class TestDeliveryAnswerAnswer(TypedDict):

    by: Literal["webhook", "mail"]

    accepted: bool
    """Whether the receiver took the message."""

    at: Timestamp

    status: int | None

    text: str
    """Beginning of the answer, or why there was none; at most 2,048 characters."""


class WrittenSavedSearch(TypedDict):

    id: str

    level: Literal["domain", "page", "change"]

    q: str | None

    query: QueryTree
    """The query as a tree, in the form in which it is decided."""

    label: str | None

    shared: bool

    owner: str | None

    domains: int | None

    filled: bool
    """Whether all that is stored was decided since the search was saved. Until then the count rises."""

    last_event: WrittenSavedSearchLastEvent | None

    recent_events: int
    """Number of its events of the last 24 hours; 100: so many or more."""

    deliveries: WrittenSavedSearchDeliveries | None

    notify: WrittenSavedSearchNotify | None

    report: WrittenSavedSearchReport | None

    technology: WrittenSavedSearchTechnology | None

    created_at: Timestamp

    changed_at: Timestamp

    feed: WrittenSavedSearchFeed
    """Feeds of the events. Whoever has the address may read them."""

    secret: str | None

    past_month: PastMonth


class WrittenSavedSearchLastEvent(TypedDict):
    """Its newest event; null: none is kept."""

    number: int

    domain: str

    kind: Literal["appeared", "disappeared", "changed"]

    at: Timestamp


class WrittenSavedSearchDeliveries(TypedDict):
    """Deliveries that have not arrived; null: the search is shared and the key may not change it."""

    waiting: int
    """Number of deliveries that wait for an attempt."""

    dead: int
    """Number of those that were given up."""

    failing: int
    """Number of receivers that did not accept the last attempt, or are sent nothing any more."""


class WrittenSavedSearchNotify(TypedDict):
    """Whom it tells what; null: the search is shared and the key may not change it."""

    webhook: WrittenSavedSearchNotifyWebhook | None

    mail: WrittenSavedSearchNotifyMail | None

    on: list[Literal["appeared", "disappeared", "changed"]]

    count: int | None


class WrittenSavedSearchNotifyWebhook(TypedDict):

    url: str

    template: Literal["standard", "slack", "teams"]


class WrittenSavedSearchNotifyMail(TypedDict):

    to: list[str]

    every: Literal["hour", "day"]


class WrittenSavedSearchReport(TypedDict):
    """Its report by schedule; null: it has none."""

    pattern: str | None

    time_zone: str | None

    every_seconds: int | None

    format: Literal["csv", "xlsx"]

    facets: list[Facet]

    limit: int

    next_at: str | None


class WrittenSavedSearchTechnology(TypedDict):
    """The technology of the pages that fulfil it; null: it has none."""

    name: str
    """Name of the technology, which no other one has, whatever the case of its letters. It has 1 to 200 characters in one line, none of them a control or format character."""

    categories: list[str]
    """Categories of the technology, as GET /technologies has them."""

    website: str | None

    version: str | None

    judging: WrittenSavedSearchTechnologyJudging | None


class WrittenSavedSearchTechnologyJudging(TypedDict):
    """How far stored pages are judged by the technologies in use, whichever of them is new; null: all of them are."""

    domains: int
    """Domains whose pages were judged."""

    total: int | None


class WrittenSavedSearchFeed(TypedDict):
    """Feeds of the events. Whoever has the address may read them."""

    atom: str
    """Path of the feed in Atom, its key included."""

    json: str
    """Path of the JSON Feed, its key included."""


class ChangeDomainListRequest(TypedDict):

    add: NotRequired[Sequence[str]]
    """Domains or URLs that come into the list."""

    remove: NotRequired[Sequence[str]]
    """Domains or URLs that go. One that is in `add`, too, is in the list afterwards."""

    make: NotRequired[bool]
    """Whether the list is made of what is added if there is none of this name. No list is replaced. Default: `false`."""


class DomainListItem(TypedDict):

    id: str

    domains: int
    """Number of the domains in the list."""

    created_at: Timestamp

    changed_at: Timestamp


class DomainListListAnswer(TypedDict):

    items: list[DomainListItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class DomainListNamesAnswer(TypedDict):

    items: list[str]

    next_token: str
    """Token of the next page. Empty in the last page."""


class DomainListRecord(TypedDict):

    id: str

    domains: int
    """Number of the domains in the list."""

    created_at: Timestamp

    changed_at: Timestamp

    stored: int
    """How many of its domains are in the index."""


class PutDomainListRequest(TypedDict):

    domains: Sequence[str]
    """Domains or URLs, in any case and script."""


class WrittenDomainList(TypedDict):

    id: str

    domains: int
    """Number of the domains in the list."""

    created_at: Timestamp

    changed_at: Timestamp

    rejected: WrittenDomainListRejected
    """Entries that name no domain. The list is written without them."""


class WrittenDomainListRejected(TypedDict):
    """Entries that name no domain. The list is written without them."""

    count: int

    samples: list[WrittenDomainListRejectedSample]
    """The first 20, each with at most 200 characters."""


class WrittenDomainListRejectedSample(TypedDict):

    input: str

    reason: str


AuditAction: TypeAlias = "Literal[\"crawl.create\", \"crawl.cancel\", \"crawl.delete\", \"crawl.retry\", \"schedule.put\", \"schedule.delete\", \"list.put\", \"list.change\", \"list.delete\", \"search.put\", \"search.delete\", \"search.make_report\", \"search.renew_feeds\", \"search.replay\", \"search.test\", \"domain.delete\", \"block.put\", \"block.delete\", \"page.send\", \"samples.add\", \"samples.remove\", \"rank.import\", \"commoncrawl.start\", \"commoncrawl.stop\", \"technologies.take\", \"technologies.built_in\", \"reanalysis.start\", \"reanalysis.stop\", \"key.create\", \"key.rotate\", \"key.revoke\", \"session.open\", \"session.close\", \"session.end\"]"


class AuditItem(TypedDict):

    id: str

    at: Timestamp

    actor: Literal["api_key", "command_line", "start"]
    """`start`: sitegrep itself while it started."""

    key_id: str | None

    key_prefix: str | None

    session_id: str | None

    action: AuditAction

    target: str | None

    remote_address: str | None

    request_id: str | None

    result: Literal["done", "refused", "failed"] | None

    status: int | None


class AuditListAnswer(TypedDict):

    items: list[AuditItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class AutocompleteAnswer(TypedDict):

    data: AutocompleteAnswerData

    result: list[AutocompleteAnswerResultItem]


class AutocompleteAnswerData(TypedDict):

    api: str

    function: str

    se: str
    """The search engine that answered."""

    se_type: Literal["autocomplete"]

    keyword: str

    language_code: str

    location_code: int

    client: str

    device: str

    os: str


class AutocompleteAnswerResultItem(TypedDict):

    keyword: str

    type: Literal["autocomplete"]

    se_domain: str

    location_code: int

    language_code: str

    check_url: str
    """The equivalent search."""

    items: list[SuggestionItem]


class AutocompleteRequest(TypedDict):

    keyword: str
    """Text that is not only white space and has no NUL."""

    language_code: NotRequired[str]
    """ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default: `"en"`."""

    location_code: NotRequired[int]
    """A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries. Default: `2840`."""

    client: NotRequired[str]
    """Program that the suggestions are for, as the upstream calls it, such as chrome, gws-wiz-serp, youtube or img. Default: `"gws-wiz-serp"`."""

    device: NotRequired[Literal["desktop", "mobile"]]
    """Default: `"desktop"`."""

    os: NotRequired[Literal["windows", "macos", "android", "ios"]]
    """Default: `"windows"`."""


class BlockItem(TypedDict):

    domain: str
    """Domain that is blocked, with all domains under it."""

    reason: str | None

    created_at: Timestamp


class BlockListAnswer(TypedDict):

    items: list[BlockItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class BlockRequest(TypedDict):

    reason: NotRequired[str]
    """Reason of the block. Outcomes of crawls that it stops show it. It has 1 to 500 characters in one line, none of them a control or format character."""


class CategoryItem(TypedDict):

    path: str
    """`group.category`, as conditions on technologies take it."""

    name: str

    group: str
    """Name of its group."""

    technologies: int
    """Number of technologies in it."""

    domains: int
    """Number of indexed domains that have any of them."""

    implied_domains: int
    """Number of these domains on which all of them are only implied."""


class CategoryListAnswer(TypedDict):

    total_count: int

    items: list[CategoryItem]
    """Categories by the number of domains, then by path."""


class CrawlEndEvent(TypedDict):

    state: Literal["queued", "running", "completed", "cancelled"]


class CrawlItem(TypedDict):

    id: str

    name: str
    """Name that it was given, or one made from what was submitted."""

    state: Literal["queued", "running", "completed", "cancelled"]

    schedule_id: str | None

    retry_of: str | None

    created_at: Timestamp

    started_at: Timestamp | None

    finished_at: Timestamp | None

    sites: CrawlItemSites

    outcomes: dict[str, int]
    """Outcome → number of sites; only outcomes that occurred."""

    pages: int

    bytes: int

    pages_per_second: float | None

    eta_seconds: int | None

    waiting: CrawlItemWaiting | None

    rejected: CrawlItemRejected
    """Entries of the submission that name no site."""

    submitted: CrawlItemSubmitted

    options: CrawlItemOptions


class CrawlItemSites(TypedDict):

    total: int

    pending: int

    running: int

    finished: int


class CrawlItemWaiting(TypedDict):
    """Sites that wait until their busy hosts may get requests again. Null if there is none, and always if other processes crawl, as in a cluster."""

    sites: int

    domain: str
    """The site that is visited first."""

    reason: str
    """Why it waits, such as `answered 429 Too Many Requests`."""

    until: Timestamp


class CrawlItemRejected(TypedDict):
    """Entries of the submission that name no site."""

    count: int

    reasons: dict[str, int]
    """Reason → number of entries; only reasons that occurred."""

    samples: list[CrawlItemRejectedSample]


class CrawlItemRejectedSample(TypedDict):

    line: int

    text: str

    reason: str


class CrawlItemSubmitted(TypedDict):

    first: list[str]
    """The first domains and URLs, up to 20. All are listed as sites."""

    index: bool
    """true: the sites are all domains that were in the index."""

    list: str | None


class CrawlItemOptions(TypedDict):

    max_pages: int

    max_depth: int

    priority: int

    revisit_after_days: int

    render: Literal["never", "if_empty", "always"]


class CrawlListAnswer(TypedDict):

    items: list[CrawlItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class CrawlProgressEvent(TypedDict):

    sites: CrawlProgressEventSites

    outcomes: dict[str, int]
    """Outcome → number of sites; only outcomes that occurred."""

    pages: int

    bytes: int

    pages_per_second: float | None

    eta_seconds: int | None

    waiting: CrawlProgressEventWaiting | None


class CrawlProgressEventSites(TypedDict):

    total: int

    pending: int

    running: int

    finished: int


class CrawlProgressEventWaiting(TypedDict):
    """Sites that wait until their busy hosts may get requests again. Null if there is none, and always if other processes crawl, as in a cluster."""

    sites: int

    domain: str
    """The site that is visited first."""

    reason: str
    """Why it waits, such as `answered 429 Too Many Requests`."""

    until: Timestamp


class CrawlSiteItem(TypedDict):

    domain: str

    outcome: SiteOutcome | None

    reason: str | None

    pages: int | None

    bytes: int | None

    started_at: Timestamp | None

    finished_at: Timestamp | None

    redirects: list[CrawlSiteItemRedirect]


CrawlSiteItemRedirect = TypedDict(
    "CrawlSiteItemRedirect",
    {
        "from": "str",
        "to": "str",
        "status": "int",
    },
)


class CrawlSiteListAnswer(TypedDict):

    items: list[CrawlSiteItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class CrawlStateEvent(TypedDict):

    state: Literal["queued", "running", "completed", "cancelled"]

    started_at: Timestamp | None

    finished_at: Timestamp | None


CrawlTimelineItem = TypedDict(
    "CrawlTimelineItem",
    {
        "from": "str | None",
        # Length of each interval: 10 seconds, doubled until there are 240 intervals at most.
        "interval_seconds": "int",
        # Pages of the sites that ended in each interval, a number for each interval.
        "pages": "list[int]",
    },
)


class CreateCrawlRequest(TypedDict):

    domains: NotRequired[Sequence[str]]

    urls: NotRequired[Sequence[str]]

    name: NotRequired[str]
    """Name under which the crawl is shown; unless stated, one made from what is submitted, such as `shop.example and 99 more`. It has 1 to 200 characters in one line, none of them a control or format character."""

    max_pages: NotRequired[int]
    """Maximum number of pages per site; unless stated, that of the instance, which is 1 unless it is set."""

    max_depth: NotRequired[int]
    """Maximum number of links from a start page to a page."""

    priority: NotRequired[int]
    """1 comes first, 10 last."""

    revisit_after_days: NotRequired[int]
    """A site that was visited less than this number of days ago ends as `unchanged`, without a request."""

    render: NotRequired[Literal["never", "if_empty", "always"]]
    """Pages that a browser renders, in addition to their source: none (`never`, unless stated), those whose source is a shell that scripts fill (`if_empty`), or `always`. Needs SITEGREP_RENDER=on."""


class CreatedKey(TypedDict):

    id: str

    name: str

    prefix: str
    """First characters of the secret."""

    scopes: list[KeyScope]

    rate_limit_per_minute: int | None

    created_at: Timestamp

    expires_at: Timestamp | None

    replaced_until: str | None

    last_used_at: Timestamp | None

    revoked_at: Timestamp | None

    sessions: list[SessionItem]
    """Sessions of browsers that signed in with the key and have not ended, oldest first."""

    secret: str


class CreateKeyRequest(TypedDict):

    name: str
    """Name by which people recognise the key. It need not be unique. It has 1 to 200 characters in one line, none of them a control or format character."""

    scopes: Sequence[KeyScope]
    """Operations that the key may call: each operation requires one scope."""

    rate_limit_per_minute: NotRequired[int]
    """Requests per minute. If absent, the default of the instance applies."""

    expires_at: NotRequired[str]
    """Time as 2026-01-31, 2026-01-31T12:00:00Z or 2026-01-31 12:00:00 +01:00; without an offset in UTC, a day alone is its start."""


class DomainAnswersAnswer(TypedDict):

    domain: str

    revision: int
    """Number that rises each time the domain is written."""

    files: list[WellKnownFile]
    """Well-known files that were requested, by name."""

    agents: list[DomainAnswersAnswerAgent]
    """Known agents with the verdict of robots.txt: they may fetch nothing (blocked), some of the site (partly), or all of it (allowed). Empty if it was not read."""

    certificate: DomainAnswersAnswerCertificate | None

    icon: DomainAnswersAnswerIcon | None

    items: list[PageHead]

    next_token: str
    """Token of the next page. Empty in the last page."""

    total_count: int
    """Number of stored pages."""


class DomainAnswersAnswerAgent(TypedDict):

    agent: str
    """Product token, such as GPTBot."""

    verdict: Literal["blocked", "partly", "allowed"]


class DomainAnswersAnswerCertificate(TypedDict):
    """Certificate of the host; null over http, or if it is not known."""

    issuer: str | None

    names: list[str]
    """Names that it is for, at most 100."""

    names_count: int
    """Number of all its names."""

    not_before: Timestamp

    not_after: Timestamp

    tls: str
    """Version of TLS of the connection."""


class DomainAnswersAnswerIcon(TypedDict):
    """Icon of the site; null if it is not known, or there is none."""

    url: str
    """Address that it came from; data: alone if it is in the page."""

    bytes: int
    """Bytes as received."""

    mmh3: int
    """MurmurHash3 of its Base64, as Shodan and FOFA have it."""

    md5: str

    sha256: str

    phash: str | None

    problem: str | None


class DomainDetails(TypedDict):

    type: Literal["domain_technology_item"]

    domain: str
    """Host name in lower case, in A-labels, without a leading www."""

    title: str | None
    """Title of the home page."""

    description: str | None
    """Description that the home page gives of itself."""

    meta_keywords: list[str]
    """Keywords that the home page gives of itself."""

    rank: int
    """How much the domain is linked to; 0: no link and no rank is known."""

    visited: Timestamp | None
    """Time at which the last page was fetched."""

    country: str | None
    """Country that the site belongs to, ISO 3166-1 alpha-2."""

    language: str | None
    """Language that the site declares, ISO 639-1."""

    content_language: str | None
    """Language that was detected in the text of the site, ISO 639-1."""

    email: list[str]
    """E-mail addresses, those of the home page first."""

    social_graph_urls: list[str]
    """Profiles in social networks, those of the home page first."""

    tech: dict[str, dict[str, list[str]]]
    """Group → category → sorted names."""

    implied_tech: list[str]
    """Names of those of its technologies that only follow from others: no page has evidence of them. In code point order."""

    dns: list[str]
    """DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100."""

    generator: list[str]
    """Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order."""

    plugin: list[str]
    """Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    theme: list[str]
    """Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    email_addresses: list[DomainDetailsEmailAddresse]
    """Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it."""

    social_profiles: list[DomainDetailsSocialProfile]
    """Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it."""

    phone_numbers: list[DomainDetailsPhoneNumber]
    """Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it."""

    postal_addresses: list[DomainDetailsPostalAddresse]
    """Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null."""

    country_evidence: list[DomainDetailsCountryEvidenceItem]
    """Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has."""

    site_name: DomainDetailsSiteName | None
    """Name of the site."""

    legal_name: DomainDetailsLegalName | None
    """Name of the firm or the person that runs the site."""

    contact_page: DomainDetailsContactPage | None
    """URL of the page with contact details or a contact form."""

    legal_links: list[DomainDetailsLegalLink]
    """Pages on the owner (imprint), privacy, terms and cookies, those of the home page first."""

    feeds: list[DomainDetailsFeed]
    """Feeds that the pages name: RSS, Atom or JSON."""

    images: list[DomainDetailsImage]
    """Addresses of the logo and of icons, logos first."""

    app_links: list[DomainDetailsAppLink]
    """The site's apps in stores."""

    payment_marks: list[DomainDetailsPaymentMark]
    """Means of payment of which pages show the mark."""

    registration_numbers: list[DomainDetailsRegistrationNumber]
    """Numbers in registers and at tax offices; check digits are right where the kind has them."""

    opening_hours: list[DomainDetailsOpeningHour]
    """Opening hours in the order of the week."""

    kind: str | None
    """Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page."""

    certificate: str | None
    """Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known."""

    revision: int
    """Number that rises each time the domain is written."""

    pages_count: int
    """Number of stored pages."""


class DomainDetailsEmailAddresse(TypedDict):

    email: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainDetailsSocialProfile(TypedDict):

    profile: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainDetailsPhoneNumber(TypedDict):

    number: str

    kind: Literal["phone", "mobile", "fax", "whatsapp"]

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainDetailsPostalAddresse(TypedDict):

    text: str

    street: str | None

    postcode: str | None

    city: str | None

    region: str | None

    country: str | None

    source: Literal["structured_data", "text"]

    url: str


class DomainDetailsCountryEvidenceItem(TypedDict):

    source: str

    value: str

    country: str

    weight: int


class DomainDetailsSiteName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainDetailsLegalName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainDetailsContactPage(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainDetailsLegalLink(TypedDict):

    kind: Literal["imprint", "privacy", "terms", "cookies"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainDetailsFeed(TypedDict):

    url: str
    """Absolute URL."""

    title: str | None

    type: Literal["rss", "atom", "json"]

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainDetailsImage(TypedDict):

    kind: Literal["logo", "icon"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainDetailsAppLink(TypedDict):

    store: str
    """`apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`."""

    id: str
    """Identifier of the app in the store."""

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainDetailsPaymentMark(TypedDict):

    name: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainDetailsRegistrationNumber(TypedDict):

    kind: str
    """Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them."""

    number: str

    country: str | None

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


DomainDetailsOpeningHour = TypedDict(
    "DomainDetailsOpeningHour",
    {
        "day": "Literal[\"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"sunday\", \"public_holidays\"]",
        "from": "str",
        # Closing time; before `from` if it is on the next day.
        "to": "str",
        # Kind of place on the page: element, property or form of text.
        "source": "str",
        # Text of that place as it is written, white space folded.
        "written": "str",
    },
)


class DomainItem(TypedDict):

    type: Literal["domain_technology_item"]

    domain: str
    """Host name in lower case, in A-labels, without a leading www."""

    title: str | None
    """Title of the home page."""

    description: str | None
    """Description that the home page gives of itself."""

    meta_keywords: list[str]
    """Keywords that the home page gives of itself."""

    domain_rank: int
    """How much the domain is linked to; 0: no link and no rank is known."""

    last_visited: Timestamp | None
    """Time at which the last page was fetched."""

    country_iso_code: str | None
    """Country that the site belongs to, ISO 3166-1 alpha-2."""

    language_code: str | None
    """Language that the site declares, ISO 639-1."""

    content_language_code: str | None
    """Language that was detected in the text of the site, ISO 639-1."""

    emails: list[str]
    """E-mail addresses, those of the home page first."""

    social_graph_urls: list[str]
    """Profiles in social networks, those of the home page first."""

    technologies: dict[str, dict[str, list[str]]]
    """Group → category → sorted names."""

    implied_technologies: NotRequired[list[str]]
    """Names of those of its technologies that only follow from others: no page has evidence of them. In code point order."""

    dns: NotRequired[list[str]]
    """DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100."""

    generator: NotRequired[list[str]]
    """Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order."""

    plugins: NotRequired[list[str]]
    """Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    themes: NotRequired[list[str]]
    """Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    email_addresses: NotRequired[list[DomainItemEmailAddresse]]
    """Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it."""

    social_profiles: NotRequired[list[DomainItemSocialProfile]]
    """Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it."""

    phone_numbers: NotRequired[list[DomainItemPhoneNumber]]
    """Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it."""

    postal_addresses: NotRequired[list[DomainItemPostalAddresse]]
    """Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null."""

    country_evidence: NotRequired[list[DomainItemCountryEvidenceItem]]
    """Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has."""

    site_name: NotRequired[DomainItemSiteName | None]
    """Name of the site."""

    legal_name: NotRequired[DomainItemLegalName | None]
    """Name of the firm or the person that runs the site."""

    contact_page: NotRequired[DomainItemContactPage | None]
    """URL of the page with contact details or a contact form."""

    legal_links: NotRequired[list[DomainItemLegalLink]]
    """Pages on the owner (imprint), privacy, terms and cookies, those of the home page first."""

    feeds: NotRequired[list[DomainItemFeed]]
    """Feeds that the pages name: RSS, Atom or JSON."""

    images: NotRequired[list[DomainItemImage]]
    """Addresses of the logo and of icons, logos first."""

    app_links: NotRequired[list[DomainItemAppLink]]
    """The site's apps in stores."""

    payment_marks: NotRequired[list[DomainItemPaymentMark]]
    """Means of payment of which pages show the mark."""

    registration_numbers: NotRequired[list[DomainItemRegistrationNumber]]
    """Numbers in registers and at tax offices; check digits are right where the kind has them."""

    opening_hours: NotRequired[list[DomainItemOpeningHour]]
    """Opening hours in the order of the week."""

    kind: NotRequired[str | None]
    """Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page."""

    certificate: NotRequired[str | None]
    """Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known."""

    matches: NotRequired[list[SourceMatch]]
    """Present if the request has snippets. One match for each term (in mode entry, for each of its runs of letters and digits), in their order: the first one in the first page that contains it. The home page comes first, then the other pages by URL. The texts are source code of other people: escape them before you show them in HTML."""


class DomainItemEmailAddresse(TypedDict):

    email: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainItemSocialProfile(TypedDict):

    profile: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainItemPhoneNumber(TypedDict):

    number: str

    kind: Literal["phone", "mobile", "fax", "whatsapp"]

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainItemPostalAddresse(TypedDict):

    text: str

    street: str | None

    postcode: str | None

    city: str | None

    region: str | None

    country: str | None

    source: Literal["structured_data", "text"]

    url: str


class DomainItemCountryEvidenceItem(TypedDict):

    source: str

    value: str

    country: str

    weight: int


class DomainItemSiteName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainItemLegalName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainItemContactPage(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainItemLegalLink(TypedDict):

    kind: Literal["imprint", "privacy", "terms", "cookies"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainItemFeed(TypedDict):

    url: str
    """Absolute URL."""

    title: str | None

    type: Literal["rss", "atom", "json"]

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainItemImage(TypedDict):

    kind: Literal["logo", "icon"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainItemAppLink(TypedDict):

    store: str
    """`apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`."""

    id: str
    """Identifier of the app in the store."""

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainItemPaymentMark(TypedDict):

    name: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainItemRegistrationNumber(TypedDict):

    kind: str
    """Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them."""

    number: str

    country: str | None

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


DomainItemOpeningHour = TypedDict(
    "DomainItemOpeningHour",
    {
        "day": "Literal[\"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"sunday\", \"public_holidays\"]",
        "from": "str",
        # Closing time; before `from` if it is on the next day.
        "to": "str",
        # Kind of place on the page: element, property or form of text.
        "source": "str",
        # Text of that place as it is written, white space folded.
        "written": "str",
    },
)


class DomainLink(TypedDict):

    host: str
    """Host that is linked to, as domains are named."""

    pages_count: int
    """Number of stored pages that link to it."""

    url: str
    """URL of the first of these pages."""


class DomainHistoryAnswer(TypedDict):

    domain: str

    revision: int
    """Number that rises each time the domain is written."""

    visits: list[DomainHistoryAnswerVisit]
    """Visits in the order of their times."""

    items: list[LabelInterval]

    next_token: str
    """Token of the next page. Empty in the last page."""

    total_count: int
    """Number of intervals that fulfil the parameters. A label has one for each time that it was there."""


class DomainHistoryAnswerVisit(TypedDict):

    at: Timestamp

    source: Literal["crawl", "captures", "analysis"]
    """crawl: the site was visited. captures: captures of a day were imported. analysis: stored pages were analysed anew."""

    pages_count: int | None


PageDiff = TypedDict(
    "PageDiff",
    {
        "url": "str",
        "from": "PageVersionItem",
        "to": "PageVersionItem",
        # Values that change on every visit, differ between the two and are left out.
        "values_left_out": "int",
        # How exactly they were compared: by the fewest lines that differ; by lines, perhaps more than differ; or as a whole from the first difference on, because there are too many lines.
        "unit": "Literal[\"lines\", \"coarse lines\", \"source\"]",
        # Whether very long lines were broken at tags.
        "lines_broken": "bool",
        "hunks": "list[PageDiffHunk] | None",
        # Hunks that there are beyond these.
        "more_hunks": "int",
        "unified": "str | None",
        # Whether the text says that something is not shown.
        "unified_cut": "bool",
    },
)


class PageDiffHunk(TypedDict):

    a_line: int

    a_lines: int

    b_line: int

    b_lines: int

    operations: list[PageDiffHunkOperation]


class PageDiffHunkOperation(TypedDict):

    kind: Literal["equal", "insert", "delete"]

    a: int
    """Offset in the first source, in code points."""

    b: int
    """Offset in the second source, in code points."""

    length: int
    """Length in code points."""

    text: str
    """The text, or its first 2,000 code points."""


class PageVersionItem(TypedDict):

    id: str
    """Id of the version. The version that still stands gets another one when a visit finds it again."""

    first_seen: str
    """Time of the first visit that found it."""

    last_seen: str | None

    gone_at: str | None

    title: str | None

    bytes: int
    """Size of its source in UTF-8."""

    rendered_bytes: int | None

    digest: str
    """Digest of its sources as they were seen last: versions with equal sources have the same."""

    charset: str
    """Encoding that the source was decoded from."""

    truncated: bool
    """Whether the source was truncated because it was too large."""


class PageVersionsAnswer(TypedDict):

    items: list[PageVersionItem]

    next_token: str
    """Token of the next page. Empty in the last page."""

    total_count: int
    """Number of versions, the one that stands included."""

    left_out: str | None

    revision: int
    """Number that rises each time the domain is written."""


class DomainLinkListAnswer(TypedDict):

    items: list[DomainLink]

    next_token: str
    """Token of the next page. Empty in the last page."""

    total_count: int
    """Number of hosts that its pages link to."""

    revision: int
    """Number that rises each time the domain is written."""


class DomainPage(TypedDict):

    url: str
    """Final URL, after redirects, without a fragment."""

    title: str | None

    bytes: int
    """Size of the stored source in UTF-8."""

    rendered_bytes: int | None

    screenshot_bytes: int | None

    fetched_at: Timestamp

    charset: str
    """Encoding that the source was decoded from."""

    truncated: bool
    """Whether the source was truncated because it was too large."""


class DomainPageListAnswer(TypedDict):

    items: list[DomainPage]

    next_token: str
    """Token of the next page. Empty in the last page."""

    total_count: int
    """Number of stored pages."""

    revision: int
    """Number that rises each time the domain is written. If it changes while you read the list, so did the list."""


class DomainRecord(TypedDict):

    type: Literal["domain_technology_item"]

    domain: str
    """Host name in lower case, in A-labels, without a leading www."""

    title: str | None
    """Title of the home page."""

    description: str | None
    """Description that the home page gives of itself."""

    meta_keywords: list[str]
    """Keywords that the home page gives of itself."""

    rank: int
    """How much the domain is linked to; 0: no link and no rank is known."""

    visited: Timestamp | None
    """Time at which the last page was fetched."""

    country: str | None
    """Country that the site belongs to, ISO 3166-1 alpha-2."""

    language: str | None
    """Language that the site declares, ISO 639-1."""

    content_language: str | None
    """Language that was detected in the text of the site, ISO 639-1."""

    email: list[str]
    """E-mail addresses, those of the home page first."""

    social_graph_urls: list[str]
    """Profiles in social networks, those of the home page first."""

    tech: dict[str, dict[str, list[str]]]
    """Group → category → sorted names."""

    implied_tech: list[str]
    """Names of those of its technologies that only follow from others: no page has evidence of them. In code point order."""

    dns: list[str]
    """DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100."""

    generator: list[str]
    """Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order."""

    plugin: list[str]
    """Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    theme: list[str]
    """Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    email_addresses: list[DomainRecordEmailAddresse]
    """Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it."""

    social_profiles: list[DomainRecordSocialProfile]
    """Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it."""

    phone_numbers: list[DomainRecordPhoneNumber]
    """Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it."""

    postal_addresses: list[DomainRecordPostalAddresse]
    """Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null."""

    country_evidence: list[DomainRecordCountryEvidenceItem]
    """Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has."""

    site_name: DomainRecordSiteName | None
    """Name of the site."""

    legal_name: DomainRecordLegalName | None
    """Name of the firm or the person that runs the site."""

    contact_page: DomainRecordContactPage | None
    """URL of the page with contact details or a contact form."""

    legal_links: list[DomainRecordLegalLink]
    """Pages on the owner (imprint), privacy, terms and cookies, those of the home page first."""

    feeds: list[DomainRecordFeed]
    """Feeds that the pages name: RSS, Atom or JSON."""

    images: list[DomainRecordImage]
    """Addresses of the logo and of icons, logos first."""

    app_links: list[DomainRecordAppLink]
    """The site's apps in stores."""

    payment_marks: list[DomainRecordPaymentMark]
    """Means of payment of which pages show the mark."""

    registration_numbers: list[DomainRecordRegistrationNumber]
    """Numbers in registers and at tax offices; check digits are right where the kind has them."""

    opening_hours: list[DomainRecordOpeningHour]
    """Opening hours in the order of the week."""

    kind: str | None
    """Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page."""

    certificate: str | None
    """Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known."""

    revision: int
    """Number that rises each time the domain is written."""

    pages: list[DomainPage]
    """Stored pages, without their sources. All had a status of 2xx."""

    block: BlockItem | None


class DomainRecordEmailAddresse(TypedDict):

    email: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainRecordSocialProfile(TypedDict):

    profile: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainRecordPhoneNumber(TypedDict):

    number: str

    kind: Literal["phone", "mobile", "fax", "whatsapp"]

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class DomainRecordPostalAddresse(TypedDict):

    text: str

    street: str | None

    postcode: str | None

    city: str | None

    region: str | None

    country: str | None

    source: Literal["structured_data", "text"]

    url: str


class DomainRecordCountryEvidenceItem(TypedDict):

    source: str

    value: str

    country: str

    weight: int


class DomainRecordSiteName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainRecordLegalName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainRecordContactPage(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainRecordLegalLink(TypedDict):

    kind: Literal["imprint", "privacy", "terms", "cookies"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainRecordFeed(TypedDict):

    url: str
    """Absolute URL."""

    title: str | None

    type: Literal["rss", "atom", "json"]

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainRecordImage(TypedDict):

    kind: Literal["logo", "icon"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainRecordAppLink(TypedDict):

    store: str
    """`apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`."""

    id: str
    """Identifier of the app in the store."""

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainRecordPaymentMark(TypedDict):

    name: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class DomainRecordRegistrationNumber(TypedDict):

    kind: str
    """Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them."""

    number: str

    country: str | None

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


DomainRecordOpeningHour = TypedDict(
    "DomainRecordOpeningHour",
    {
        "day": "Literal[\"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"sunday\", \"public_holidays\"]",
        "from": "str",
        # Closing time; before `from` if it is on the next day.
        "to": "str",
        # Kind of place on the page: element, property or form of text.
        "source": "str",
        # Text of that place as it is written, white space folded.
        "written": "str",
    },
)


class DomainTechnologiesAnswer(TypedDict):

    domain: str

    revision: int
    """Number that rises each time the domain is written."""

    items: list[DomainTechnology]
    """Technologies by name."""

    notes: list[str]
    """Sentences on evidence that is missing: with none, it is complete."""


class DomainTechnology(TypedDict):

    name: str

    versions: list[str]
    """Versions of the most reliable source of each page, each once, those of the home page first. Conditions on versions look at these."""

    confidence: int
    """Confidence in percent, the highest of its pages."""

    categories: list[str]
    """Paths of its categories, such as content.cms, as in `tech` of a domain."""

    pages_count: int
    """Number of pages on which it was found."""

    pages: list[str]
    """URLs of these pages, home page first, at most 100."""

    evidence_count: int
    """Number of different matches."""

    evidence: list[TechnologyEvidence]
    """Matches, at most 20, on the first page with each version. Empty if the technology is only implied, or if a sentence in notes says why. The texts are code of other people: escape them before you show them in HTML."""

    implied: bool
    """True if it is only implied: other technologies are not used without it, and no page has evidence of it."""

    implied_by: list[str]
    """Names of technologies of the domain that are not used without it."""


class DomainVisit(TypedDict):

    crawl_id: str

    submitted_at: str
    """Time when the crawl was submitted."""

    domain: str

    outcome: SiteOutcome | None

    reason: str | None

    pages: int | None

    bytes: int | None

    started_at: Timestamp | None

    finished_at: Timestamp | None

    redirects: list[DomainVisitRedirect]


DomainVisitRedirect = TypedDict(
    "DomainVisitRedirect",
    {
        "from": "str",
        "to": "str",
        "status": "int",
    },
)


class DomainVisitListAnswer(TypedDict):

    items: list[DomainVisit]

    next_token: str
    """Token of the next page. Empty in the last page."""


class ExplainAnswer(TypedDict):

    level: Literal["domain", "page", "version", "change"]

    tree: QueryTree
    """The query as it was read."""

    canonical: QueryTree
    """The same in the form that is the same for queries of the same meaning; tokens belong to it."""

    candidates: QueryTree
    """Condition that the index decides: every domain fulfils it that matches, or has a page that does."""

    candidates_count: int
    """Number of domains that fulfil it."""

    is_exact: bool
    """Whether the index decides all. Otherwise the sources of candidates are read."""

    looked_at: list[QueryTree]
    """The parts of the canonical form that are decided by reading sources."""

    notes: list[ExplainAnswerNote]
    """Notes on what q is read as, where that may not be what was meant; empty if nothing is doubtful. Queries as they stand are counted at level domain, in the first answer of a search."""


class ExplainAnswerNote(TypedDict):

    code: Literal["as_it_stands", "read_as_text", "operator", "perhaps_operator", "perhaps_field", "quotes", "pattern", "part_alone"]
    """Kind of the note. as_it_stands: the query as one text, as it stands, which is not how it is read; read_as_text: something that is not a query, read as a text; operator: an operator of another language, read as the one of this language that means the same; perhaps_operator: a word that may be meant as an operator; perhaps_field: a text that may be meant as a condition; quotes: quotes that are read as such, and may be part of the text; pattern: a text between slashes, read as a path or as a pattern; part_alone: what a part of a query finds alone, where all of it finds nothing."""

    line: int
    """Line of the part of q that it is about."""

    column: int
    """Column of that part, in characters."""

    length: int
    """Length of that part, in characters."""

    message: str
    """The note as a sentence without a full stop."""

    query: str | None

    total_count: int | None


class ExplainRequest(TypedDict):

    q: NotRequired[str]
    """The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages."""

    literal: NotRequired[bool]
    """Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`."""

    query: NotRequired[QueryTree]
    """The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns."""

    level: NotRequired[Literal["domain", "page", "version", "change"]]
    """domain: an item for each domain that matches. page: an item for each page that matches by itself. version: an item for each version of a page that matches by itself, those that stand included. change: an item for each change of a domain that matches. Default: `"domain"`."""


Extraction = TypedDict(
    "Extraction",
    {
        # Name of the value: at most 40 lower-case letters, digits and _, a letter first; not that of a field.
        "as": "str",
        # A CSS selector. The value is that of the elements that it selects, in their order.
        "select": "NotRequired[str]",
        # Attribute of the selected elements that is the value, as it is written; elements without it have none. Absent: the text of the element with white space folded; elements without text have none.
        "attribute": "NotRequired[str]",
        # A regular expression in the syntax of RE2, in place of select. Case does not count unless it begins with (?-i).
        "pattern": "NotRequired[str]",
        # Number or name of the group of the pattern that is the value; 0 is the match. Absent: the first group, or the match if there is none.
        "group": "NotRequired[int | str]",
        # Text that the pattern is looked for in: the source (body, unless stated), or another one, such as headers.
        "in": "NotRequired[Literal[\"body\", \"url\", \"rendered\", \"dns\", \"headers\", \"cookies\", \"file\"]]",
        # Whether the value is a list of all, each once. Otherwise it is the first one, or null. Default: `false`.
        "all": "NotRequired[bool]",
    },
)
"""A value that is read out of sources: it has either select or pattern."""


class Facet(TypedDict):

    field: str
    """One of tech, category, plugin, theme, country, language, content_language, lang, tld, registrable_domain, visited, generator, charset, kind, header, cookie, file, cert_issuer, tls, icon, cert_expires, host, third_party, version, plugin_version, theme_version, header_value, agent, rank, saved, capture, added, removed, month, week, day, by."""

    limit: NotRequired[float]
    """Maximum number of values, 1 to 100: the most frequent ones. Default: `10`."""

    offset: NotRequired[float]
    """Number of values to skip, 0 to 9999. Default: `0`."""

    min: NotRequired[float]
    """Number of domains that a value must have to be listed, from 1 on. Default: `1`."""

    of: NotRequired[str]
    """Technology of version, plugin of plugin_version, theme of theme_version, header field of header_value: server, agent of agent: GPTBot, kind of labels of added and removed: tech."""

    implied: NotRequired[bool]
    """False leaves technologies that are only implied by others, without evidence on any page, out of tech and category. Default: `true`."""

    group: NotRequired[float | str]
    """Group of capture, by number or name, in a pattern of the query; the first pattern that has it is meant. Absent: 1."""

    kind: NotRequired[str]
    """Kind of what names a host, one of script, style, image, frame, form, font, link, request. Absent: every kind counts."""

    party: NotRequired[str]
    """third: only hosts of another registrable domain than that of the site are counted. Absent: all."""


class FacetAnswer(TypedDict):

    field: Literal["tech", "category", "plugin", "theme", "country", "language", "content_language", "lang", "tld", "registrable_domain", "visited", "generator", "charset", "kind", "header", "cookie", "file", "cert_issuer", "tls", "icon", "cert_expires", "host", "third_party", "version", "plugin_version", "theme_version", "header_value", "agent", "rank", "saved", "capture", "added", "removed", "month", "week", "day", "by"]

    of: NotRequired[str]
    """Owner of the values, such as the technology of version."""

    implied: NotRequired[bool]
    """False, as in the request: what is only implied is not counted."""

    kind: NotRequired[Literal["script", "style", "image", "frame", "form", "font", "link", "request"]]
    """Kind of what names a host, as in the request."""

    party: NotRequired[Literal["third"]]
    """third, as in the request: only hosts of third parties are counted."""

    group: NotRequired[int | str]
    """The group of capture."""

    values: list[FacetAnswerValue1 | FacetAnswerValue2]
    """The most frequent values from offset on, by the number of domains, or of changes, and then by code point."""

    distinct: int
    """Number of different values, exact."""

    listed: int
    """Number of those that at least min domains, or changes, have: limit and offset choose among them."""

    without: int
    """Number of domains, or of changes, that match and have no value."""


class FacetAnswerValue1(TypedDict):

    value: str
    """Value; of rank as the query language writes it: 300..399; of week its Monday. A text that a group captured is cut after 1,000 characters."""

    domains: int
    """Number of domains that match and have it."""


class FacetAnswerValue2(TypedDict):

    value: str
    """Value; of rank as the query language writes it: 300..399; of week its Monday. A text that a group captured is cut after 1,000 characters."""

    changes: int
    """Number of changes that match and have it, of added, removed, month, week, day, by."""


Filter: TypeAlias = "FilterCondition | Sequence[FilterCondition | Literal[\"and\", \"or\"] | FilterGroup]"
"""A condition, or conditions and lists with "and" or with "or" between each two."""


FilterCondition: TypeAlias = "Sequence[Literal[\"domain\", \"rank\", \"visited\", \"country\", \"language\", \"content_language\", \"tech\", \"tech_seen\", \"plugin\", \"theme\", \"email\", \"email_domain\", \"file\", \"agent\", \"tls\", \"icon\", \"has\", \"kind\", \"facts_version\", \"host\", \"script_host\", \"style_host\", \"image_host\", \"frame_host\", \"form_host\", \"font_host\", \"link_host\", \"request_host\", \"cert_issuer\", \"cert_name\", \"cert_expires\", \"icon_like\", \"first_visited\", \"list\", \"saved\"] | Literal[\"=\", \"<>\", \"<\", \"<=\", \">\", \">=\", \"in\", \"not_in\", \"like\", \"not_like\", \"regex\", \"not_regex\", \"matches\", \"not_matches\", \"version\"] | str | float | Sequence[str | float]]"
"""`[field, operator, value]`; the value is a list for in and not_in."""


FilterGroup: TypeAlias = "Sequence[FilterCondition | Literal[\"and\", \"or\"] | Sequence[Any]]"
"""Conditions and lists of the same form, with "and" or with "or" between each two."""


class FoundChange(TypedDict):

    type: Literal["change_item"]

    domain: str

    rank: int
    """Rank of the domain now; 0 if it was deleted."""

    at: str
    """Time of the visit that showed the change first."""

    previous_at: str
    """Time of the visit before."""

    recorded: int
    """Number that rises with every change that is recorded, also again. Of one domain and time the record with the highest number counts."""

    by: Literal["visit", "detector", "retraction", "deletion"]
    """visit: the site changed. detector: new fingerprints found something else in it. retraction: an earlier record of this domain and time is void. deletion: the domain was deleted, and with it all its changes."""

    added: FoundChangeAdded
    """Labels that the site has since then, by their kinds."""

    removed: FoundChangeRemoved
    """Labels that the site no longer has since then, by their kinds."""


class FoundChangeAdded(TypedDict):
    """Labels that the site has since then, by their kinds."""

    tech: NotRequired[list[str]]

    category: NotRequired[list[str]]

    tech_version: NotRequired[list[str]]

    plugin: NotRequired[list[str]]

    plugin_version: NotRequired[list[str]]

    theme: NotRequired[list[str]]

    theme_version: NotRequired[list[str]]

    country: NotRequired[list[str]]

    language: NotRequired[list[str]]

    content_language: NotRequired[list[str]]

    generator: NotRequired[list[str]]

    charset: NotRequired[list[str]]

    email: NotRequired[list[str]]

    host: NotRequired[list[str]]

    header: NotRequired[list[str]]

    header_value: NotRequired[list[str]]

    cookie: NotRequired[list[str]]

    file: NotRequired[list[str]]

    agent: NotRequired[list[str]]

    cert_issuer: NotRequired[list[str]]

    cert_name: NotRequired[list[str]]

    cert_expires: NotRequired[list[str]]

    tls: NotRequired[list[str]]

    icon: NotRequired[list[str]]

    icon_hash: NotRequired[list[str]]

    kind: NotRequired[list[str]]

    title: NotRequired[list[str]]

    description: NotRequired[list[str]]

    rank: NotRequired[list[str]]

    outcome: NotRequired[list[str]]

    moved_to: NotRequired[list[str]]


class FoundChangeRemoved(TypedDict):
    """Labels that the site no longer has since then, by their kinds."""

    tech: NotRequired[list[str]]

    category: NotRequired[list[str]]

    tech_version: NotRequired[list[str]]

    plugin: NotRequired[list[str]]

    plugin_version: NotRequired[list[str]]

    theme: NotRequired[list[str]]

    theme_version: NotRequired[list[str]]

    country: NotRequired[list[str]]

    language: NotRequired[list[str]]

    content_language: NotRequired[list[str]]

    generator: NotRequired[list[str]]

    charset: NotRequired[list[str]]

    email: NotRequired[list[str]]

    host: NotRequired[list[str]]

    header: NotRequired[list[str]]

    header_value: NotRequired[list[str]]

    cookie: NotRequired[list[str]]

    file: NotRequired[list[str]]

    agent: NotRequired[list[str]]

    cert_issuer: NotRequired[list[str]]

    cert_name: NotRequired[list[str]]

    cert_expires: NotRequired[list[str]]

    tls: NotRequired[list[str]]

    icon: NotRequired[list[str]]

    icon_hash: NotRequired[list[str]]

    kind: NotRequired[list[str]]

    title: NotRequired[list[str]]

    description: NotRequired[list[str]]

    rank: NotRequired[list[str]]

    outcome: NotRequired[list[str]]

    moved_to: NotRequired[list[str]]


class FoundVersion(TypedDict):

    type: Literal["version_item"]

    domain: str

    url: str

    id: str
    """Id of the version. The version that still stands gets another one when a visit finds it again."""

    title: str | None

    rank: int

    first_seen: str
    """Time of the first visit that found it."""

    last_seen: str | None

    gone_at: str | None

    charset: str
    """Encoding that the source was decoded from."""

    truncated: bool
    """Whether the source was truncated because it was too large."""

    matches: NotRequired[list[FoundMatch]]
    """Present if the request has snippets: matches of the texts and patterns that are not excluded, in the order of the query, those of one in the order of the pages, home page first, then by URL. The texts are source code of other people: escape them before you show them in HTML."""

    extracted: NotRequired[dict[str, str | None | list[str]]]
    """Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. A value has at most 10000 characters, a list at most 1000 values and 30000 characters. They are texts of other people: escape them before you show them in HTML."""

    extracted_cut: NotRequired[dict[str, list[Literal["length", "page", "values"]]]]
    """Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is too large, or takes too much work, to be read to its end."""


class FoundDomain(TypedDict):

    type: Literal["domain_technology_item"]

    domain: str
    """Host name in lower case, in A-labels, without a leading www."""

    title: str | None
    """Title of the home page."""

    description: str | None
    """Description that the home page gives of itself."""

    meta_keywords: list[str]
    """Keywords that the home page gives of itself."""

    rank: int
    """How much the domain is linked to; 0: no link and no rank is known."""

    visited: Timestamp | None
    """Time at which the last page was fetched."""

    country: str | None
    """Country that the site belongs to, ISO 3166-1 alpha-2."""

    language: str | None
    """Language that the site declares, ISO 639-1."""

    content_language: str | None
    """Language that was detected in the text of the site, ISO 639-1."""

    email: list[str]
    """E-mail addresses, those of the home page first."""

    social_graph_urls: list[str]
    """Profiles in social networks, those of the home page first."""

    tech: dict[str, dict[str, list[str]]]
    """Group → category → sorted names."""

    implied_tech: NotRequired[list[str]]
    """Names of those of its technologies that only follow from others: no page has evidence of them. In code point order."""

    dns: NotRequired[list[str]]
    """DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100."""

    generator: NotRequired[list[str]]
    """Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order."""

    plugin: NotRequired[list[str]]
    """Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    theme: NotRequired[list[str]]
    """Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    email_addresses: NotRequired[list[FoundDomainEmailAddresse]]
    """Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it."""

    social_profiles: NotRequired[list[FoundDomainSocialProfile]]
    """Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it."""

    phone_numbers: NotRequired[list[FoundDomainPhoneNumber]]
    """Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it."""

    postal_addresses: NotRequired[list[FoundDomainPostalAddresse]]
    """Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null."""

    country_evidence: NotRequired[list[FoundDomainCountryEvidenceItem]]
    """Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has."""

    site_name: NotRequired[FoundDomainSiteName | None]
    """Name of the site."""

    legal_name: NotRequired[FoundDomainLegalName | None]
    """Name of the firm or the person that runs the site."""

    contact_page: NotRequired[FoundDomainContactPage | None]
    """URL of the page with contact details or a contact form."""

    legal_links: NotRequired[list[FoundDomainLegalLink]]
    """Pages on the owner (imprint), privacy, terms and cookies, those of the home page first."""

    feeds: NotRequired[list[FoundDomainFeed]]
    """Feeds that the pages name: RSS, Atom or JSON."""

    images: NotRequired[list[FoundDomainImage]]
    """Addresses of the logo and of icons, logos first."""

    app_links: NotRequired[list[FoundDomainAppLink]]
    """The site's apps in stores."""

    payment_marks: NotRequired[list[FoundDomainPaymentMark]]
    """Means of payment of which pages show the mark."""

    registration_numbers: NotRequired[list[FoundDomainRegistrationNumber]]
    """Numbers in registers and at tax offices; check digits are right where the kind has them."""

    opening_hours: NotRequired[list[FoundDomainOpeningHour]]
    """Opening hours in the order of the week."""

    kind: NotRequired[str | None]
    """Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page."""

    certificate: NotRequired[str | None]
    """Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known."""

    matches: NotRequired[list[FoundMatch]]
    """Present if the request has snippets: matches of the texts and patterns that are not excluded, in the order of the query, those of one in the order of the pages, home page first, then by URL. The texts are source code of other people: escape them before you show them in HTML."""

    extracted: NotRequired[dict[str, str | None | list[str]]]
    """Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. A value has at most 10000 characters, a list at most 1000 values and 30000 characters. They are texts of other people: escape them before you show them in HTML."""

    extracted_cut: NotRequired[dict[str, list[Literal["length", "page", "values"]]]]
    """Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is too large, or takes too much work, to be read to its end."""

    changed: NotRequired[LatestChange | None]


class FoundDomainEmailAddresse(TypedDict):

    email: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class FoundDomainSocialProfile(TypedDict):

    profile: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class FoundDomainPhoneNumber(TypedDict):

    number: str

    kind: Literal["phone", "mobile", "fax", "whatsapp"]

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class FoundDomainPostalAddresse(TypedDict):

    text: str

    street: str | None

    postcode: str | None

    city: str | None

    region: str | None

    country: str | None

    source: Literal["structured_data", "text"]

    url: str


class FoundDomainCountryEvidenceItem(TypedDict):

    source: str

    value: str

    country: str

    weight: int


class FoundDomainSiteName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class FoundDomainLegalName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class FoundDomainContactPage(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class FoundDomainLegalLink(TypedDict):

    kind: Literal["imprint", "privacy", "terms", "cookies"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class FoundDomainFeed(TypedDict):

    url: str
    """Absolute URL."""

    title: str | None

    type: Literal["rss", "atom", "json"]

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class FoundDomainImage(TypedDict):

    kind: Literal["logo", "icon"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class FoundDomainAppLink(TypedDict):

    store: str
    """`apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`."""

    id: str
    """Identifier of the app in the store."""

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class FoundDomainPaymentMark(TypedDict):

    name: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class FoundDomainRegistrationNumber(TypedDict):

    kind: str
    """Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them."""

    number: str

    country: str | None

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


FoundDomainOpeningHour = TypedDict(
    "FoundDomainOpeningHour",
    {
        "day": "Literal[\"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"sunday\", \"public_holidays\"]",
        "from": "str",
        # Closing time; before `from` if it is on the next day.
        "to": "str",
        # Kind of place on the page: element, property or form of text.
        "source": "str",
        # Text of that place as it is written, white space folded.
        "written": "str",
    },
)


class FoundMatch(TypedDict):

    term: str
    """The text as it is looked for, or the pattern."""

    scope: Literal["body", "text", "comment", "inline", "script", "link", "meta", "title", "url", "rendered", "dns", "headers", "cookies", "file"]
    """Part of the page that was searched. body: the whole source of a page; text: text between tags, outside of scripts, styles, comments and the title; comment: what stands between <!-- and -->; inline: content of script elements without src; script: addresses of scripts: src of script elements; link: addresses of links: href of a, area and link elements; meta: meta tags, from < to >; title: content of title elements; url: the address of a page; rendered: the source of a page after its scripts ran in a browser, where it was rendered; dns: the DNS records of a site, a line each: MX 10 mail.example.com; headers: the status and the header fields of a page, a line each: server: nginx; cookies: the cookies that a page sets, a line each, without values: _ga; path=/; secure; file: the well-known files of a site, each after a line with its path: /robots.txt."""

    url: str
    """URL of the page."""

    offset: int
    """Number of characters before the match, in the source; in the address with scope url."""

    line: int
    """Line of its beginning."""

    column: int
    """Column of its beginning, in characters."""

    before: str
    """Characters before the match."""

    match: str
    """The matching text as it stands there."""

    after: str
    """Characters after the match."""

    captures: NotRequired[list[str | None]]
    """Texts of the groups of a pattern, in their order; null: not part of the match."""

    names: NotRequired[dict[str, str | None]]
    """Texts of the named groups of a pattern."""


class FoundPage(TypedDict):

    type: Literal["page_item"]

    domain: str

    url: str

    title: str | None

    rank: int

    fetched_at: Timestamp

    charset: str
    """Encoding that the source was decoded from."""

    truncated: bool
    """Whether the source was truncated because it was too large."""

    matches: NotRequired[list[FoundMatch]]
    """Present if the request has snippets: matches of the texts and patterns that are not excluded, in the order of the query, those of one in the order of the pages, home page first, then by URL. The texts are source code of other people: escape them before you show them in HTML."""

    extracted: NotRequired[dict[str, str | None | list[str]]]
    """Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. A value has at most 10000 characters, a list at most 1000 values and 30000 characters. They are texts of other people: escape them before you show them in HTML."""

    extracted_cut: NotRequired[dict[str, list[Literal["length", "page", "values"]]]]
    """Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is too large, or takes too much work, to be read to its end."""

    changed: NotRequired[LatestChange | None]

    versions_count: NotRequired[int]
    """Present if the request has latest: number of the versions of the page that are kept, itself included."""


class LatestChange(TypedDict):
    """Present if the request has latest: the last change of the domain that a visit found; null: none did."""

    at: str
    """Time of the visit that showed the change first."""

    previous_at: str
    """Time of the visit before."""

    added: LatestChangeAdded
    """Labels that the site has since then, by their kinds."""

    removed: LatestChangeRemoved
    """Labels that the site no longer has since then, by their kinds."""


class LatestChangeAdded(TypedDict):
    """Labels that the site has since then, by their kinds."""

    tech: NotRequired[list[str]]

    category: NotRequired[list[str]]

    tech_version: NotRequired[list[str]]

    plugin: NotRequired[list[str]]

    plugin_version: NotRequired[list[str]]

    theme: NotRequired[list[str]]

    theme_version: NotRequired[list[str]]

    country: NotRequired[list[str]]

    language: NotRequired[list[str]]

    content_language: NotRequired[list[str]]

    generator: NotRequired[list[str]]

    charset: NotRequired[list[str]]

    email: NotRequired[list[str]]

    host: NotRequired[list[str]]

    header: NotRequired[list[str]]

    header_value: NotRequired[list[str]]

    cookie: NotRequired[list[str]]

    file: NotRequired[list[str]]

    agent: NotRequired[list[str]]

    cert_issuer: NotRequired[list[str]]

    cert_name: NotRequired[list[str]]

    cert_expires: NotRequired[list[str]]

    tls: NotRequired[list[str]]

    icon: NotRequired[list[str]]

    icon_hash: NotRequired[list[str]]

    kind: NotRequired[list[str]]

    title: NotRequired[list[str]]

    description: NotRequired[list[str]]

    rank: NotRequired[list[str]]

    outcome: NotRequired[list[str]]

    moved_to: NotRequired[list[str]]


class LatestChangeRemoved(TypedDict):
    """Labels that the site no longer has since then, by their kinds."""

    tech: NotRequired[list[str]]

    category: NotRequired[list[str]]

    tech_version: NotRequired[list[str]]

    plugin: NotRequired[list[str]]

    plugin_version: NotRequired[list[str]]

    theme: NotRequired[list[str]]

    theme_version: NotRequired[list[str]]

    country: NotRequired[list[str]]

    language: NotRequired[list[str]]

    content_language: NotRequired[list[str]]

    generator: NotRequired[list[str]]

    charset: NotRequired[list[str]]

    email: NotRequired[list[str]]

    host: NotRequired[list[str]]

    header: NotRequired[list[str]]

    header_value: NotRequired[list[str]]

    cookie: NotRequired[list[str]]

    file: NotRequired[list[str]]

    agent: NotRequired[list[str]]

    cert_issuer: NotRequired[list[str]]

    cert_name: NotRequired[list[str]]

    cert_expires: NotRequired[list[str]]

    tls: NotRequired[list[str]]

    icon: NotRequired[list[str]]

    icon_hash: NotRequired[list[str]]

    kind: NotRequired[list[str]]

    title: NotRequired[list[str]]

    description: NotRequired[list[str]]

    rank: NotRequired[list[str]]

    outcome: NotRequired[list[str]]

    moved_to: NotRequired[list[str]]


class HtmlExportRequest(TypedDict):

    search_terms: NotRequired[Sequence[str]]
    """A domain matches if each term is a substring of the source of one of its pages. Case is ignored. A term must contain more than white space, and no NUL. The list may be absent or empty where the request has filters, keywords or exclude_terms: then all domains match that they leave."""

    order_by: NotRequired[Sequence[str]]
    """Rules `field,asc` or `field,desc`. Fields: domain, domain_rank, last_visited, country_iso_code, language_code, content_language_code; each at most once. Unknown values come last in both directions. Items that are equal by all rules are ordered by domain,asc. Default: `["domain_rank,desc"]`."""

    offset: NotRequired[int]
    """Number of items to skip. limit + offset is at most 10000. Default: `0`."""

    offset_token: NotRequired[str]
    """Token of the previous answer, to continue after it. All other fields except limit, fields and snippets must be the same as in that request."""

    mode: NotRequired[Literal["strict_entry", "entry"]]
    """strict_entry: a term is looked for as it stands. entry: a domain matches a term if its pages contain each of the term's runs of letters and digits, not necessarily on the same page. Applies to exclude_terms, too. Default: `"strict_entry"`."""

    exclude_terms: NotRequired[Sequence[str]]
    """Domains that match one of these terms are left out."""

    keywords: NotRequired[Sequence[str]]
    """Each keyword must be a substring of the title, the description or one of the meta keywords. Case is ignored."""

    filters: NotRequired[SpecifiedFilter]
    """A condition `[field, operator, value]`, or a list of conditions and of such lists, joined by "and" or by "or"; at most 8 conditions. For fields of order_by and technologies, technologies_seen, plugins, themes, emails, email_domains, file, agent, tls, icon, has, kind, facts_version: =, <>; in, not_in (a list of 1 to 10000 values). For fields of order_by: <, <=, >, >=. For fields of order_by that are texts: like, not_like (% is any text, case is ignored); regex, not_regex (a regular expression in the syntax of RE2, which part of the value matches; case counts unless it begins with (?i)). For technologies, plugins and themes: version (a technology, plugin or theme, @ and a range of versions: WooCommerce@<8.9). A condition on technologies compares with their names and with `group.category`. An unknown value fulfils <>, not_in, not_like and not_regex only."""

    fields: NotRequired[Sequence[Literal["domain", "title", "description", "meta_keywords", "domain_rank", "last_visited", "country_iso_code", "language_code", "content_language_code", "emails", "social_graph_urls", "technologies", "implied_technologies", "dns", "generator", "plugins", "themes", "email_addresses", "social_profiles", "phone_numbers", "postal_addresses", "country_evidence", "site_name", "legal_name", "contact_page", "legal_links", "feeds", "images", "app_links", "payment_marks", "registration_numbers", "opening_hours", "kind", "certificate"]]]
    """Fields that each item has. The usual ones are there without being named."""

    snippets: NotRequired[bool]
    """Whether each item has matches, which show where its pages contain the terms. An answer has at most about 64 million characters of them: with many or long terms, a smaller limit is needed. Default: `false`."""

    limit: NotRequired[int]
    """Maximum number of records; all matches if absent."""

    format: NotRequired[Literal["ndjson", "csv", "parquet", "xlsx"]]
    """ndjson: an item of JSON on each line. csv: a row for each item, below a row of names. parquet: a table with types, for databases. xlsx: a workbook of Excel. Default: `"ndjson"`."""

    columns: NotRequired[Sequence[Literal["domain", "title", "description", "meta_keywords", "domain_rank", "last_visited", "country_iso_code", "language_code", "content_language_code", "emails", "social_graph_urls", "technologies", "implied_technologies", "dns", "generator", "plugins", "themes", "email_addresses", "social_profiles", "phone_numbers", "postal_addresses", "country_evidence", "site_name", "legal_name", "contact_page", "legal_links", "feeds", "images", "app_links", "payment_marks", "registration_numbers", "opening_hours", "kind", "certificate"]]]
    """Columns of format csv, parquet or xlsx: exactly these fields of a domain, in this order. If absent, there are all fields of an item and, in CSV, its offset_token."""

    bom: NotRequired[bool]
    """Whether format csv begins with a byte order mark, by which Excel recognises UTF-8. Default: `false`."""


class HtmlSearchAnswer(TypedDict):

    total_count: int
    """Exact number of domains that match."""

    items_count: int
    """Number of items in this answer."""

    offset: int
    """Number of items before this answer."""

    offset_token: str
    """Token that continues after this answer. Empty in the last answer."""

    items: list[DomainItem]


class HtmlSearchRequest(TypedDict):

    search_terms: NotRequired[Sequence[str]]
    """A domain matches if each term is a substring of the source of one of its pages. Case is ignored. A term must contain more than white space, and no NUL. The list may be absent or empty where the request has filters, keywords or exclude_terms: then all domains match that they leave."""

    order_by: NotRequired[Sequence[str]]
    """Rules `field,asc` or `field,desc`. Fields: domain, domain_rank, last_visited, country_iso_code, language_code, content_language_code; each at most once. Unknown values come last in both directions. Items that are equal by all rules are ordered by domain,asc. Default: `["domain_rank,desc"]`."""

    limit: NotRequired[int]
    """Maximum number of items in the answer. Default: `10`."""

    offset: NotRequired[int]
    """Number of items to skip. limit + offset is at most 10000. Default: `0`."""

    offset_token: NotRequired[str]
    """Token of the previous answer, to continue after it. All other fields except limit, fields and snippets must be the same as in that request."""

    mode: NotRequired[Literal["strict_entry", "entry"]]
    """strict_entry: a term is looked for as it stands. entry: a domain matches a term if its pages contain each of the term's runs of letters and digits, not necessarily on the same page. Applies to exclude_terms, too. Default: `"strict_entry"`."""

    exclude_terms: NotRequired[Sequence[str]]
    """Domains that match one of these terms are left out."""

    keywords: NotRequired[Sequence[str]]
    """Each keyword must be a substring of the title, the description or one of the meta keywords. Case is ignored."""

    filters: NotRequired[SpecifiedFilter]
    """A condition `[field, operator, value]`, or a list of conditions and of such lists, joined by "and" or by "or"; at most 8 conditions. For fields of order_by and technologies, technologies_seen, plugins, themes, emails, email_domains, file, agent, tls, icon, has, kind, facts_version: =, <>; in, not_in (a list of 1 to 10000 values). For fields of order_by: <, <=, >, >=. For fields of order_by that are texts: like, not_like (% is any text, case is ignored); regex, not_regex (a regular expression in the syntax of RE2, which part of the value matches; case counts unless it begins with (?i)). For technologies, plugins and themes: version (a technology, plugin or theme, @ and a range of versions: WooCommerce@<8.9). A condition on technologies compares with their names and with `group.category`. An unknown value fulfils <>, not_in, not_like and not_regex only."""

    fields: NotRequired[Sequence[Literal["domain", "title", "description", "meta_keywords", "domain_rank", "last_visited", "country_iso_code", "language_code", "content_language_code", "emails", "social_graph_urls", "technologies", "implied_technologies", "dns", "generator", "plugins", "themes", "email_addresses", "social_profiles", "phone_numbers", "postal_addresses", "country_evidence", "site_name", "legal_name", "contact_page", "legal_links", "feeds", "images", "app_links", "payment_marks", "registration_numbers", "opening_hours", "kind", "certificate"]]]
    """Fields that each item has. The usual ones are there without being named."""

    snippets: NotRequired[bool]
    """Whether each item has matches, which show where its pages contain the terms. An answer has at most about 64 million characters of them: with many or long terms, a smaller limit is needed. Default: `false`."""


class PageHead(TypedDict):

    url: str
    """Final URL, after redirects, without a fragment."""

    status: int | None

    headers: list[PageHeadHeader] | None

    headers_left_out: int
    """Number of further fields: 500 of a page are stored, in 32 KiB."""

    cookies: list[PageHeadCookie] | None

    cookies_left_out: int
    """Number of further cookies."""


class PageHeadHeader(TypedDict):

    name: str
    """Name in lower case."""

    value: str
    """Value; of Set-Cookie, without the value of the cookie."""


class PageHeadCookie(TypedDict):

    name: str

    attributes: list[str]
    """Attributes, their names in lower case: path=/, secure. script: a script set it."""


class PagesLinePage(TypedDict):
    """What became of a page: with `stored`, it is durable and found by every later search. Lines come in the order in which this is certain."""

    type: Literal["page"]

    record: int | None

    unit: Literal["record", "line", "item", "har_entry"]
    """Kind of what `record` counts: records of a WARC or an ARC, lines of JSON, objects of a list in JSON, or entries of a HAR."""

    entry: str | None

    offset: int | None

    url: str | None

    domain: str | None

    outcome: Literal["stored", "unchanged", "older", "site_full", "blocked_domain", "noindex", "not_html", "not_success", "no_content", "no_answer", "bad_url", "broken", "cut_off", "crashed"]

    reason: str | None


class PagesLineProgress(TypedDict):
    """All pages up to some place have their outcome, or no other line came for some seconds."""

    type: Literal["progress"]

    bytes_read: int

    outcomes: dict[str, int]
    """Outcome → number of pages; only outcomes that occurred."""

    resume: PagesLineProgressResume | None


class PagesLineProgressResume(TypedDict):
    """The point at which the import can go on if it is interrupted; null if there is no new one."""

    offset: int
    """Byte with which the next body begins; 0 if it is sent as a whole."""

    record: int
    """Number of the first record, line or entry that is read again; all before it have their outcome."""

    token: str
    """Value of `resume` of the next request."""


class PagesLineSummary(TypedDict):
    """The last line: everything that was done, also if the import failed."""

    type: Literal["summary"]

    failure: PagesLineSummaryFailure | None

    error: str | None

    bytes_read: int

    records: int
    """Lines, records, objects of a list, or entries of a HAR."""

    outcomes: dict[str, int]
    """Outcome → number of pages; only outcomes that occurred."""

    skipped: dict[str, int]
    """Records that are not pages, such as requests and images: reason → number of records."""

    slips: dict[str, int]
    """Reason → number of records."""

    truncated_pages: int

    junk: int
    """Ranges of the body that belong to no record."""

    unread_entries: int

    documents_stored: int
    """Domains that were written; one counts each time."""

    source_bytes: int
    """Sources of the stored pages in UTF-8."""


class PagesLineSummaryFailure(TypedDict):
    """The error that ended the import; null if everything that could be read has its outcome."""

    success: Literal[False]

    error: str

    details: str
    """One sentence that says where the fault is, what it is and how to mend it."""


PagesLine: TypeAlias = "PagesLinePage | PagesLineProgress | PagesLineSummary"


class KeyItem(TypedDict):

    id: str

    name: str

    prefix: str
    """First characters of the secret."""

    scopes: list[KeyScope]

    rate_limit_per_minute: int | None

    created_at: Timestamp

    expires_at: Timestamp | None

    replaced_until: str | None

    last_used_at: Timestamp | None

    revoked_at: Timestamp | None

    sessions: list[SessionItem]
    """Sessions of browsers that signed in with the key and have not ended, oldest first."""


class KeyListAnswer(TypedDict):

    items: list[KeyItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


KeyScope: TypeAlias = "Literal[\"search\", \"source\", \"serp\", \"video\", \"admin\"]"


class ListedScheduleItem(TypedDict):

    id: str

    pattern: str | None

    time_zone: str | None

    every_seconds: int | None

    enabled: bool

    max_pages: int

    max_depth: int

    priority: int

    revisit_after_days: int

    render: Literal["never", "if_empty", "always"]

    created_at: Timestamp

    updated_at: Timestamp

    next_run_at: Timestamp | None

    last_run_at: Timestamp | None

    last_crawl_id: str | None

    last_crawl: ListedScheduleItemLastCrawl | None

    last_skipped_at: Timestamp | None


class ListedScheduleItemLastCrawl(TypedDict):
    """State and counts of the crawl of the last run; null if there is none, or its records are gone."""

    state: Literal["queued", "running", "completed", "cancelled"]

    sites: ListedScheduleItemLastCrawlSites

    outcomes: dict[str, int]
    """Outcome → number of sites; only outcomes that occurred."""

    pages: int


class ListedScheduleItemLastCrawlSites(TypedDict):

    total: int

    pending: int

    running: int

    finished: int


class ListPreview(TypedDict):

    sites: int
    """Number of different sites that the list names."""

    repeated: int
    """Number of entries that name a site again."""

    rejected: ListPreviewRejected
    """Entries that name no site."""


class ListPreviewRejected(TypedDict):
    """Entries that name no site."""

    count: int

    reasons: dict[str, int]
    """Reason → number of entries; only reasons that occurred."""

    samples: list[ListPreviewRejectedSample]


class ListPreviewRejectedSample(TypedDict):

    line: int

    text: str

    reason: str


class LabelInterval(TypedDict):

    kind: Literal["tech", "category", "tech_version", "plugin", "plugin_version", "theme", "theme_version", "country", "language", "content_language", "generator", "charset", "email", "host", "header", "header_value", "cookie", "file", "agent", "cert_issuer", "cert_name", "cert_expires", "tls", "icon", "icon_hash", "kind", "title", "description", "rank", "outcome", "moved_to"]

    value: str
    """The label as facets show it."""

    named_by: NotRequired[list[Literal["script", "style", "image", "frame", "form", "font", "link", "request"]]]
    """Kinds of what names a host."""

    first_seen: str
    """Time of the first visit that showed it."""

    last_seen: str
    """Time of the last visit that showed it."""

    gone_at: str | None

    missing_since: str | None

    added_by: Literal["visit", "detector"] | None

    removed_by: Literal["visit", "detector"] | None

    visits_count: int
    """Number of the visits that showed it."""

    seen: list[LabelIntervalSeenItem]
    """The visits that showed it; of many, the last ones."""

    seen_left_out: int
    """How many earlier entries of `seen` are left out."""


LabelIntervalSeenItem = TypedDict(
    "LabelIntervalSeenItem",
    {
        "from": "Timestamp",
        "to": "Timestamp",
        "visits": "int",
    },
)
"""Visits in a row that showed it: time of the first, of the last, and how many."""


class LookedUpDomain(TypedDict):
    """item is null if nothing is stored for the domain, or if the entry names none."""

    input: str
    """The entry as it was given; its first 200 characters if it is refused."""

    domain: str | None

    item: LookedUpDomainItem | None

    error: NotRequired[str]
    """Why the entry names no domain. Absent if it names one."""


class LookedUpDomainItem(TypedDict):

    type: Literal["domain_technology_item"]

    domain: str
    """Host name in lower case, in A-labels, without a leading www."""

    title: str | None
    """Title of the home page."""

    description: str | None
    """Description that the home page gives of itself."""

    meta_keywords: list[str]
    """Keywords that the home page gives of itself."""

    rank: int
    """How much the domain is linked to; 0: no link and no rank is known."""

    visited: Timestamp | None
    """Time at which the last page was fetched."""

    country: str | None
    """Country that the site belongs to, ISO 3166-1 alpha-2."""

    language: str | None
    """Language that the site declares, ISO 639-1."""

    content_language: str | None
    """Language that was detected in the text of the site, ISO 639-1."""

    email: list[str]
    """E-mail addresses, those of the home page first."""

    social_graph_urls: list[str]
    """Profiles in social networks, those of the home page first."""

    tech: dict[str, dict[str, list[str]]]
    """Group → category → sorted names."""

    implied_tech: NotRequired[list[str]]
    """Names of those of its technologies that only follow from others: no page has evidence of them. In code point order."""

    dns: NotRequired[list[str]]
    """DNS records of its registrable domain at the last crawl, each as its type (MX, NS, SOA, TXT) and its value; at most 100."""

    generator: NotRequired[list[str]]
    """Contents of all metas `generator`, in which pages name what made them: of every page, each once, in code point order."""

    plugin: NotRequired[list[str]]
    """Plugins of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    theme: NotRequired[list[str]]
    """Themes of WordPress by the names of their folders, each with @ and a version if one is known, in code point order."""

    email_addresses: NotRequired[list[LookedUpDomainItemEmailAddresse]]
    """Origin of each address of email: whether it was read in a link, in structured data or in text; how it is written there; and the first page that has it."""

    social_profiles: NotRequired[list[LookedUpDomainItemSocialProfile]]
    """Origin of each profile of social_graph_urls: whether it was read in a link or in structured data; how it is written there; and the first page that has it."""

    phone_numbers: NotRequired[list[LookedUpDomainItemPhoneNumber]]
    """Phone numbers, those of the home page first: E.164; what the number is for; whether it is in a link, in structured data or in text; how it is written there; and the first page that has it."""

    postal_addresses: NotRequired[list[LookedUpDomainItemPostalAddresse]]
    """Postal addresses, those of the home page first: as written and in parts; whether it is in structured data or in text; and the first page that has it. Parts that are not known are null."""

    country_evidence: NotRequired[list[LookedUpDomainItemCountryEvidenceItem]]
    """Evidence for country and for other countries, strongest first. A country needs a weight of 30 more than half of the next one has."""

    site_name: NotRequired[LookedUpDomainItemSiteName | None]
    """Name of the site."""

    legal_name: NotRequired[LookedUpDomainItemLegalName | None]
    """Name of the firm or the person that runs the site."""

    contact_page: NotRequired[LookedUpDomainItemContactPage | None]
    """URL of the page with contact details or a contact form."""

    legal_links: NotRequired[list[LookedUpDomainItemLegalLink]]
    """Pages on the owner (imprint), privacy, terms and cookies, those of the home page first."""

    feeds: NotRequired[list[LookedUpDomainItemFeed]]
    """Feeds that the pages name: RSS, Atom or JSON."""

    images: NotRequired[list[LookedUpDomainItemImage]]
    """Addresses of the logo and of icons, logos first."""

    app_links: NotRequired[list[LookedUpDomainItemAppLink]]
    """The site's apps in stores."""

    payment_marks: NotRequired[list[LookedUpDomainItemPaymentMark]]
    """Means of payment of which pages show the mark."""

    registration_numbers: NotRequired[list[LookedUpDomainItemRegistrationNumber]]
    """Numbers in registers and at tax offices; check digits are right where the kind has them."""

    opening_hours: NotRequired[list[LookedUpDomainItemOpeningHour]]
    """Opening hours in the order of the week."""

    kind: NotRequired[str | None]
    """Kind of stand-in that the home page is: `soft_404` (says that there is no page), `parked` (for sale, or advertisements alone), `default_page` (of a server or a hosting company), `consent_wall`, `challenge` (wants a person or a browser); null for an ordinary page."""

    certificate: NotRequired[str | None]
    """Certificate of the host that the home page came from: `valid`, or why it is not; null over http, or if it is not known."""

    extracted: NotRequired[dict[str, str | None | list[str]]]
    """Present if the request has extract: each value by its name. A value is null, and a list is empty, if no page has one. A value has at most 10000 characters, a list at most 1000 values and 30000 characters. They are texts of other people: escape them before you show them in HTML."""

    extracted_cut: NotRequired[dict[str, list[Literal["length", "page", "values"]]]]
    """Present if values are not complete, by their names. length: a value is longer. values: there are more. page: a page is too large, or takes too much work, to be read to its end."""

    changed: NotRequired[LatestChange | None]


class LookedUpDomainItemEmailAddresse(TypedDict):

    email: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class LookedUpDomainItemSocialProfile(TypedDict):

    profile: str

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class LookedUpDomainItemPhoneNumber(TypedDict):

    number: str

    kind: Literal["phone", "mobile", "fax", "whatsapp"]

    source: Literal["link", "structured_data", "text"]

    written: str

    url: str


class LookedUpDomainItemPostalAddresse(TypedDict):

    text: str

    street: str | None

    postcode: str | None

    city: str | None

    region: str | None

    country: str | None

    source: Literal["structured_data", "text"]

    url: str


class LookedUpDomainItemCountryEvidenceItem(TypedDict):

    source: str

    value: str

    country: str

    weight: int


class LookedUpDomainItemSiteName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class LookedUpDomainItemLegalName(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class LookedUpDomainItemContactPage(TypedDict):

    value: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class LookedUpDomainItemLegalLink(TypedDict):

    kind: Literal["imprint", "privacy", "terms", "cookies"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class LookedUpDomainItemFeed(TypedDict):

    url: str
    """Absolute URL."""

    title: str | None

    type: Literal["rss", "atom", "json"]

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class LookedUpDomainItemImage(TypedDict):

    kind: Literal["logo", "icon"]

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class LookedUpDomainItemAppLink(TypedDict):

    store: str
    """`apple`, `google`, `microsoft`, `fdroid`, `amazon`, `huawei` or `samsung`."""

    id: str
    """Identifier of the app in the store."""

    url: str
    """Absolute URL."""

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class LookedUpDomainItemPaymentMark(TypedDict):

    name: str

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


class LookedUpDomainItemRegistrationNumber(TypedDict):

    kind: str
    """Kind of number: `vat`, `hrb`, `icp`, `abn` …; docs/facts.md lists them."""

    number: str

    country: str | None

    source: str
    """Kind of place on the page: element, property or form of text."""

    written: str
    """Text of that place as it is written, white space folded."""


LookedUpDomainItemOpeningHour = TypedDict(
    "LookedUpDomainItemOpeningHour",
    {
        "day": "Literal[\"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"sunday\", \"public_holidays\"]",
        "from": "str",
        # Closing time; before `from` if it is on the next day.
        "to": "str",
        # Kind of place on the page: element, property or form of text.
        "source": "str",
        # Text of that place as it is written, white space folded.
        "written": "str",
    },
)


class LookupCrawl(TypedDict):
    """crawl is null if nothing was missing that can be crawled."""

    crawl: LookupCrawlCrawl | None


class LookupCrawlCrawl(TypedDict):

    id: str
    """Id of the crawl, for GET /admin/crawls/{id}."""

    sites: int
    """Number of domains that are crawled."""


class LookupRequest(TypedDict):

    domains: Sequence[str]
    """Domains or URLs, in any case and script."""

    fields: NotRequired[Sequence[Literal["domain", "title", "description", "meta_keywords", "rank", "visited", "country", "language", "content_language", "email", "social_graph_urls", "tech", "implied_tech", "dns", "generator", "plugin", "theme", "email_addresses", "social_profiles", "phone_numbers", "postal_addresses", "country_evidence", "site_name", "legal_name", "contact_page", "legal_links", "feeds", "images", "app_links", "payment_marks", "registration_numbers", "opening_hours", "kind", "certificate"]]]
    """Fields that each item has. The usual ones are there without being named."""

    crawl_missing: NotRequired[bool]
    """Whether a crawl of the domains that are not stored is started. It needs a key that has the scope admin, too. Default: `false`."""


class PreviewCrawlRequest(TypedDict):

    domains: NotRequired[Sequence[str]]

    urls: NotRequired[Sequence[str]]


class PreviewScheduleRequest(TypedDict):

    pattern: NotRequired[str]
    """Cron pattern: minute, hour, day of the month, month, day of the week."""

    time_zone: NotRequired[str]
    """IANA name of the time zone of the pattern; UTC if absent."""

    every_seconds: NotRequired[int]
    """Interval in seconds. Runs are due at its multiples since 1970-01-01 00:00:00 UTC."""


class ProvidersAnswer(TypedDict):

    operations: list[ProvidersAnswerOperation]


class ProvidersAnswerOperation(TypedDict):

    operation: str
    """The path of the operation."""

    setting: str
    """The variable that lists its providers."""

    providers: list[ProvidersAnswerOperationProvider]


class ProvidersAnswerOperationProvider(TypedDict):

    name: str

    state: Literal["ready", "resting", "on_trial"]
    """resting: it failed and is left alone for a while; on_trial: the next request tries it again."""

    rests_until: str | None

    in_flight: int
    """Running and queued calls."""

    budget: ProvidersAnswerOperationProviderBudget | None

    last_answer_at: Timestamp | None

    last_error: ProvidersAnswerOperationProviderLastError | None


class ProvidersAnswerOperationProviderBudget(TypedDict):
    """Null: no budget."""

    daily: int
    """Calls that it may get in a day (UTC)."""

    left: int
    """Calls left today, as far as this process knows."""


class ProvidersAnswerOperationProviderLastError(TypedDict):

    kind: str

    message: str

    at: Timestamp


class PutScheduleRequest(TypedDict):

    pattern: NotRequired[str]
    """Cron pattern: minute, hour, day of the month, month, day of the week."""

    time_zone: NotRequired[str]
    """IANA name of the time zone of the pattern; UTC if absent."""

    every_seconds: NotRequired[int]
    """Interval in seconds. Runs are due at its multiples since 1970-01-01 00:00:00 UTC."""

    source: PutScheduleRequestSource

    enabled: NotRequired[bool]
    """Default: `true`."""

    max_pages: NotRequired[int]
    """Maximum number of pages per site; unless stated, that of the instance, which is 1 unless it is set."""

    max_depth: NotRequired[int]
    """Maximum number of links from a start page to a page."""

    priority: NotRequired[int]
    """1 comes first, 10 last."""

    revisit_after_days: NotRequired[int]
    """A site that was visited less than this number of days ago ends as `unchanged`, without a request."""

    render: NotRequired[Literal["never", "if_empty", "always"]]
    """Pages that a browser renders, in addition to their source: none (`never`, unless stated), those whose source is a shell that scripts fill (`if_empty`), or `always`. Needs SITEGREP_RENDER=on."""


class PutScheduleRequestSource(TypedDict):

    domains: NotRequired[Sequence[str]]

    urls: NotRequired[Sequence[str]]

    index: NotRequired[Literal[True]]
    """All domains that are in the index when a run begins."""

    list: NotRequired[str]
    """Name of a list of domains; those that it has when a run begins."""


class QueryTranslation(TypedDict):

    query: str | None

    bound: Literal["exact", "at_most", "at_least"] | None

    left_out: list[QueryTranslationLeftOutItem]
    """Parts of the original that cannot be asked, and so are not in the query."""

    problem: str | None


class QueryTranslationLeftOutItem(TypedDict):

    part: str
    """The part of the original as it is written."""

    reason: str
    """Why it cannot be asked, without a full stop."""


QueryTree = TypedDict(
    "QueryTree",
    {
        # Parts that are all fulfilled.
        "and": "NotRequired[Sequence[QueryTree]]",
        # Parts of which at least one is fulfilled.
        "or": "NotRequired[Sequence[QueryTree]]",
        "not": "NotRequired[QueryTree]",
        "same_page": "NotRequired[QueryTree]",
        # Two texts or patterns, or `or` of them, on one page with at most `within` characters between.
        "near": "NotRequired[Sequence[QueryTree]]",
        # Maximum characters between the two of near.
        "within": "NotRequired[int]",
        # A substring.
        "text": "NotRequired[str]",
        # A regular expression in the syntax of RE2.
        "pattern": "NotRequired[str]",
        # Whether case counts in text or pattern. Absent: it does not.
        "case_sensitive": "NotRequired[bool]",
        # Whether no letter or digit may stand right before or behind text. Absent: they may.
        "whole_word": "NotRequired[bool]",
        # Scope of text or pattern. body: the whole source of a page; text: text between tags, outside of scripts, styles, comments and the title; comment: what stands between <!-- and -->; inline: content of script elements without src; script: addresses of scripts: src of script elements; link: addresses of links: href of a, area and link elements; meta: meta tags, from < to >; title: content of title elements; url: the address of a page; rendered: the source of a page after its scripts ran in a browser, where it was rendered; dns: the DNS records of a site, a line each: MX 10 mail.example.com; headers: the status and the header fields of a page, a line each: server: nginx; cookies: the cookies that a page sets, a line each, without values: _ga; path=/; secure; file: the well-known files of a site, each after a line with its path: /robots.txt. Absent: body.
        "in": "NotRequired[Literal[\"body\", \"text\", \"comment\", \"inline\", \"script\", \"link\", \"meta\", \"title\", \"url\", \"rendered\", \"dns\", \"headers\", \"cookies\", \"file\"]]",
        # A substring of the title, the description or a meta keyword of the domain.
        "keyword": "NotRequired[str]",
        "filter": "NotRequired[Filter]",
        # A change that added, or removed, a label: a condition on it as in filter, with =, in, matches or version, or a field alone for any of its labels.
        "added": "NotRequired[Any]",
        # A change that added, or removed, a label: a condition on it as in filter, with =, in, matches or version, or a field alone for any of its labels.
        "removed": "NotRequired[Any]",
        # A change at that time; with level version, a version that stood then.
        "at": "NotRequired[QueryTreeAt]",
        # A change that is by this. Of a query, or a same_change, without by: visit.
        "by": "NotRequired[Literal[\"visit\", \"detector\", \"retraction\", \"deletion\", \"any\"]]",
        "same_change": "NotRequired[QueryTree]",
        # A query as a text.
        "q": "NotRequired[str]",
        # Everything.
        "all": "NotRequired[Literal[True]]",
        # Nothing.
        "none": "NotRequired[Literal[True]]",
    },
)
"""A part of a query, which has exactly one of and, or, not, same_page, near, text, pattern, keyword, filter, added, removed, at, by, same_change, q, all and none."""


QueryTreeAt = TypedDict(
    "QueryTreeAt",
    {
        # First second of the span. Absent: since ever.
        "from": "NotRequired[str]",
        # First second after it. Absent: it does not end.
        "until": "NotRequired[str]",
    },
)
"""A change at that time; with level version, a version that stood then."""


class RanksAnswer(TypedDict):

    domains: int
    """Number of domains that the list gives a rank."""

    indexed: int
    """Number of these domains that are in the index."""

    repeated: int
    """Number of lines that name a domain again. Its best place counts."""

    removed: int
    """Number of domains that lost their rank because `replace` was set and the list lacks them."""

    rejected: RanksAnswerRejected
    """Lines that give no domain a rank."""


class RanksAnswerRejected(TypedDict):
    """Lines that give no domain a rank."""

    count: int

    reasons: dict[str, int]
    """Reason → number of entries; only reasons that occurred."""

    samples: list[RanksAnswerRejectedSample]


class RanksAnswerRejectedSample(TypedDict):

    line: int

    text: str

    reason: str


class ReadinessEvent(TypedDict):

    ready: bool
    """Whether everything answers without which no search is answered."""

    dependencies: list[ReadinessEventDependencie]


class ReadinessEventDependencie(TypedDict):

    name: str
    """Dependency, as GET /readyz names it."""

    service: str
    """Service that it is a part of, such as Elasticsearch."""

    state: Literal["up", "full", "down"]


class RemovalAnswer(TypedDict):

    domain: str

    removed: RemovalAnswerRemoved
    """Domains whose documents were removed."""

    block: BlockItem | None


class RemovalAnswerRemoved(TypedDict):
    """Domains whose documents were removed."""

    count: int

    domains: list[str]
    """Names of the first hundred."""


class RotateKeyRequest(TypedDict):

    overlap_seconds: NotRequired[int]
    """Seconds for which the current secrets of the key stay valid; 0: they end at once. Default: `86400`."""


class ScheduleItem(TypedDict):

    id: str

    pattern: str | None

    time_zone: str | None

    every_seconds: int | None

    enabled: bool

    max_pages: int

    max_depth: int

    priority: int

    revisit_after_days: int

    render: Literal["never", "if_empty", "always"]

    created_at: Timestamp

    updated_at: Timestamp

    next_run_at: Timestamp | None

    last_run_at: Timestamp | None

    last_crawl_id: str | None

    last_crawl: ScheduleItemLastCrawl | None

    last_skipped_at: Timestamp | None

    source: ScheduleItemSource


class ScheduleItemLastCrawl(TypedDict):
    """State and counts of the crawl of the last run; null if there is none, or its records are gone."""

    state: Literal["queued", "running", "completed", "cancelled"]

    sites: ScheduleItemLastCrawlSites

    outcomes: dict[str, int]
    """Outcome → number of sites; only outcomes that occurred."""

    pages: int


class ScheduleItemLastCrawlSites(TypedDict):

    total: int

    pending: int

    running: int

    finished: int


class ScheduleItemSource(TypedDict):

    domains: NotRequired[list[str]]

    urls: NotRequired[list[str]]

    index: NotRequired[Literal[True]]
    """All domains that are in the index when a run begins."""

    list: NotRequired[str]
    """Name of a list of domains; those that it has when a run begins."""


class ScheduleListAnswer(TypedDict):

    items: list[ListedScheduleItem]

    next_token: str
    """Token of the next page. Empty in the last page."""


class SchedulePreview(TypedDict):

    runs: list[Timestamp]
    """Times of the next five runs, the first first; fewer if the pattern names fewer."""


class SessionItem(TypedDict):

    id: str

    key_id: str

    created_at: Timestamp

    ends_at: Timestamp


class SearchAnswer(TypedDict):

    total_count: int
    """Exact number of domains, of pages, of versions or of changes that match."""

    items_count: int
    """Number of items in this answer."""

    offset: int
    """Number of items before this answer."""

    offset_token: str
    """Token that continues after this answer. Empty in the last answer."""

    feed_token: NotRequired[str]
    """Present if changes are ordered by recorded,asc: the offset_token of a later request for what is recorded after this answer. It never ends: keep it, also where nothing was found."""

    items: list[FoundDomain | FoundPage | FoundVersion | FoundChange]
    """Domains with level domain, pages with level page, versions of pages with level version, changes with level change."""

    facets: NotRequired[list[FacetAnswer]]
    """Counts of each facet of the request, in its order; of the same state as total_count."""

    notes: list[SearchAnswerNote]
    """Notes on what q is read as, where that may not be what was meant; empty if nothing is doubtful. Queries as they stand are counted at level domain, in the first answer of a search."""

    took_ms: int
    """Milliseconds that the search took, time in the queue included."""


class SearchAnswerNote(TypedDict):

    code: Literal["as_it_stands", "read_as_text", "operator", "perhaps_operator", "perhaps_field", "quotes", "pattern", "part_alone"]
    """Kind of the note. as_it_stands: the query as one text, as it stands, which is not how it is read; read_as_text: something that is not a query, read as a text; operator: an operator of another language, read as the one of this language that means the same; perhaps_operator: a word that may be meant as an operator; perhaps_field: a text that may be meant as a condition; quotes: quotes that are read as such, and may be part of the text; pattern: a text between slashes, read as a path or as a pattern; part_alone: what a part of a query finds alone, where all of it finds nothing."""

    line: int
    """Line of the part of q that it is about."""

    column: int
    """Column of that part, in characters."""

    length: int
    """Length of that part, in characters."""

    message: str
    """The note as a sentence without a full stop."""

    query: str | None

    total_count: int | None


class SearchErrorEvent(TypedDict):

    success: Literal[False]

    error: str

    details: str
    """One sentence that says where the fault is, what it is and how to mend it."""

    retry_after: NotRequired[int]
    """Seconds after which the same request can succeed, as `Retry-After` of an error answer."""


class SearchExportRequest(TypedDict):

    q: NotRequired[str]
    """The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages."""

    literal: NotRequired[bool]
    """Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`."""

    query: NotRequired[QueryTree]
    """The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns."""

    level: NotRequired[Literal["domain", "page", "version", "change"]]
    """domain: an item for each domain that matches. page: an item for each page that matches by itself. version: an item for each version of a page that matches by itself, those that stand included. change: an item for each change of a domain that matches. Default: `"domain"`."""

    order_by: NotRequired[Sequence[str]]
    """Rules `field,asc` or `field,desc`. Fields: domain, rank, visited, country, language, content_language, and with level page url, fetched_at, and with level version url, first_seen, last_seen, id, and with level change at, recorded; each at most once. Unknown values come last in both directions. Items that are equal by all rules are ordered by domain,asc, then url,asc. Default: `["rank,desc"]`."""

    offset: NotRequired[int]
    """Number of items to skip. limit + offset is at most 10000. Default: `0`."""

    offset_token: NotRequired[str]
    """Token of the previous answer, to continue after it. All other fields except limit, fields, snippets, extract and facets must mean the same as in that request."""

    limit: NotRequired[int]
    """Maximum number of records; all matches if absent."""

    fields: NotRequired[Sequence[Literal["domain", "title", "description", "meta_keywords", "rank", "visited", "country", "language", "content_language", "email", "social_graph_urls", "tech", "implied_tech", "dns", "generator", "plugin", "theme", "email_addresses", "social_profiles", "phone_numbers", "postal_addresses", "country_evidence", "site_name", "legal_name", "contact_page", "legal_links", "feeds", "images", "app_links", "payment_marks", "registration_numbers", "opening_hours", "kind", "certificate", "url", "fetched_at", "charset", "truncated", "id", "first_seen", "last_seen", "gone_at", "at", "previous_at", "recorded", "by", "added", "removed"]]]
    """Fields that each item has, by the names of columns and of `order_by`. The usual ones are there without being named."""

    snippets: NotRequired[SearchExportRequestSnippets]
    """Gives each item matches, which show where its texts and patterns stand."""

    extract: NotRequired[Sequence[Extraction]]
    """Gives each item values that are read out of its sources: those of a page, or those of all pages of a domain, home page first, then by URL."""

    format: NotRequired[Literal["ndjson", "csv", "parquet", "xlsx"]]
    """ndjson: an item of JSON on each line. csv: a row for each item, below a row of names. parquet: a table with types, for databases. xlsx: a workbook of Excel. Default: `"ndjson"`."""

    columns: NotRequired[Sequence[str]]
    """Columns of format csv, parquet or xlsx: exactly these fields of a domain, or of a page, and these names of values, in this order. If absent, there are all fields of an item, its values and, in CSV, its offset_token."""

    bom: NotRequired[bool]
    """Whether format csv begins with a byte order mark, by which Excel recognises UTF-8. Default: `false`."""


class SearchExportRequestSnippets(TypedDict):
    """Gives each item matches, which show where its texts and patterns stand."""

    per_item: NotRequired[int]
    """Maximum number of matches of each item. Each text and pattern has its first before any has its second. Default: `3`."""

    around: NotRequired[int]
    """Characters of the source before and after each match. With lines, they are the most there may be, 400 unless stated. Default: `80`."""

    lines: NotRequired[int]
    """Lines of the source before and after that of each match, which is whole itself, as far as around reaches. Absent: lines do not count."""


class SearchProgressEvent(TypedDict):

    candidates: int
    """Domains, pages or versions that match as far as the index tells; 0 if it is not known yet, or nothing has to be looked at."""

    looked_at: int
    """How many of them it is decided of whether they match, by a look at their sources."""


class SearchRequest(TypedDict):

    q: NotRequired[str]
    """The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages."""

    literal: NotRequired[bool]
    """Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`."""

    query: NotRequired[QueryTree]
    """The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns."""

    level: NotRequired[Literal["domain", "page", "version", "change"]]
    """domain: an item for each domain that matches. page: an item for each page that matches by itself. version: an item for each version of a page that matches by itself, those that stand included. change: an item for each change of a domain that matches. Default: `"domain"`."""

    order_by: NotRequired[Sequence[str]]
    """Rules `field,asc` or `field,desc`. Fields: domain, rank, visited, country, language, content_language, and with level page url, fetched_at, and with level version url, first_seen, last_seen, id, and with level change at, recorded; each at most once. Unknown values come last in both directions. Items that are equal by all rules are ordered by domain,asc, then url,asc. Default: `["rank,desc"]`."""

    offset: NotRequired[int]
    """Number of items to skip. limit + offset is at most 10000. Default: `0`."""

    offset_token: NotRequired[str]
    """Token of the previous answer, to continue after it. All other fields except limit, fields, snippets, extract and facets must mean the same as in that request."""

    limit: NotRequired[int]
    """Maximum number of items in the answer. Default: `10`."""

    fields: NotRequired[Sequence[Literal["domain", "title", "description", "meta_keywords", "rank", "visited", "country", "language", "content_language", "email", "social_graph_urls", "tech", "implied_tech", "dns", "generator", "plugin", "theme", "email_addresses", "social_profiles", "phone_numbers", "postal_addresses", "country_evidence", "site_name", "legal_name", "contact_page", "legal_links", "feeds", "images", "app_links", "payment_marks", "registration_numbers", "opening_hours", "kind", "certificate", "url", "fetched_at", "charset", "truncated", "id", "first_seen", "last_seen", "gone_at", "at", "previous_at", "recorded", "by", "added", "removed"]]]
    """Fields that each item has, by the names of columns and of `order_by`. The usual ones are there without being named."""

    snippets: NotRequired[SearchRequestSnippets]
    """Gives each item matches, which show where its texts and patterns stand."""

    extract: NotRequired[Sequence[Extraction]]
    """Gives each item values that are read out of its sources: those of a page, or those of all pages of a domain, home page first, then by URL."""

    facets: NotRequired[Sequence[Facet]]
    """Properties that the domains that match are counted by, at most 10. Facets count domains at both levels: with level page, those that have a page that matches. A domain counts once for each value that it has. rank counts in steps of 100, visited by month, capture by the texts that a group of a pattern has in the pages that match."""

    latest: NotRequired[bool]
    """Whether items have `changed`, the last change of their domain (the first item of each domain alone), and pages `versions_count`. At the levels domain and page alone, with a limit of at most 100. Default: `false`."""

    count_only: NotRequired[bool]
    """Whether only total_count and facets are wanted: there are no items then. Default: `false`."""


class SearchRequestSnippets(TypedDict):
    """Gives each item matches, which show where its texts and patterns stand."""

    per_item: NotRequired[int]
    """Maximum number of matches of each item. Each text and pattern has its first before any has its second. Default: `3`."""

    around: NotRequired[int]
    """Characters of the source before and after each match. With lines, they are the most there may be, 400 unless stated. Default: `80`."""

    lines: NotRequired[int]
    """Lines of the source before and after that of each match, which is whole itself, as far as around reaches. Absent: lines do not count."""


SiteOutcome: TypeAlias = "Literal[\"indexed\", \"unchanged\", \"robots_disallowed\", \"dns_failed\", \"connect_failed\", \"tls_failed\", \"timed_out\", \"http_error\", \"not_html\", \"too_large\", \"blocked_address\", \"blocked_domain\", \"cancelled\", \"crashed\"]"


class SourceMatch(TypedDict):

    term: str
    """Term of the request."""

    url: str
    """URL of the page."""

    offset: int
    """Number of characters in the source before the match."""

    before: str
    """Up to 80 characters of the source before the match."""

    match: str
    """The matching text of the source."""

    after: str
    """Up to 80 characters of the source after the match."""


SpecifiedCondition: TypeAlias = "Sequence[Literal[\"domain\", \"domain_rank\", \"last_visited\", \"country_iso_code\", \"language_code\", \"content_language_code\", \"technologies\", \"technologies_seen\", \"plugins\", \"themes\", \"emails\", \"email_domains\", \"file\", \"agent\", \"tls\", \"icon\", \"has\", \"kind\", \"facts_version\", \"host\", \"script_host\", \"style_host\", \"image_host\", \"frame_host\", \"form_host\", \"font_host\", \"link_host\", \"request_host\", \"cert_issuer\", \"cert_name\", \"cert_expires\", \"icon_like\", \"first_visited\", \"list\", \"saved\"] | Literal[\"=\", \"<>\", \"<\", \"<=\", \">\", \">=\", \"in\", \"not_in\", \"like\", \"not_like\", \"regex\", \"not_regex\", \"matches\", \"not_matches\", \"version\"] | str | float | Sequence[str | float]]"
"""`[field, operator, value]`; the value is a list for in and not_in."""


SpecifiedFilter: TypeAlias = "SpecifiedCondition | Sequence[SpecifiedCondition | Literal[\"and\", \"or\"] | SpecifiedGroup]"
"""A condition, or conditions and lists with "and" or with "or" between each two."""


SpecifiedGroup: TypeAlias = "Sequence[SpecifiedCondition | Literal[\"and\", \"or\"] | Sequence[Any]]"
"""Conditions and lists of the same form, with "and" or with "or" between each two."""


class SuggestionItem(TypedDict):

    type: Literal["autocomplete"]

    rank_group: int

    rank_absolute: int

    suggestion: str

    search_query_url: str

    thumbnail_url: str | None

    highlighted: list[str]


class TechnologyDetails(TypedDict):

    name: str

    slug: str
    """The name in lower case, with _ for all but letters and digits."""

    categories: list[str]
    """Each as `group.category`."""

    domains: int
    """Number of indexed domains on which it was detected."""

    implied_domains: int
    """Number of these domains on which it is only implied: other technologies are not used without it, and no page has evidence of it."""

    versions: list[TechnologyDetailsVersion]
    """The most frequent versions that were seen, at most 10 in a list, and 100 of one technology."""

    versions_count: int
    """Number of different versions."""

    trend: list[TechnologyDetailsTrendItem]
    """The last twelve months, this one included."""

    gained: TechnologyDetailsGained
    """Changes that added it in these months."""

    lost: TechnologyDetailsLost
    """Changes that removed it in these months."""


class TechnologyDetailsVersion(TypedDict):

    version: str

    domains: int
    """Number of indexed domains on which it was detected."""


TechnologyDetailsTrendItem = TypedDict(
    "TechnologyDetailsTrendItem",
    {
        # First day of a month.
        "from": "str",
        # Its last day, or today; UTC.
        "to": "str",
        # Number of domains that had it at the end of that day.
        "domains": "int",
    },
)


class TechnologyDetailsGained(TypedDict):
    """Changes that added it in these months."""

    changes_count: int
    """Number of changes."""

    latest: list[TechnologyDetailsGainedLatestItem]
    """The last of these changes."""

    instead_of: list[TechnologyDetailsGainedInsteadOfItem]
    """Technologies that these changes removed."""


class TechnologyDetailsGainedLatestItem(TypedDict):

    domain: str

    at: str
    """Time of the visit that showed it first."""


class TechnologyDetailsGainedInsteadOfItem(TypedDict):

    technology: str

    changes_count: int
    """Number of changes."""


class TechnologyDetailsLost(TypedDict):
    """Changes that removed it in these months."""

    changes_count: int
    """Number of changes."""

    latest: list[TechnologyDetailsLostLatestItem]
    """The last of these changes."""

    replaced_by: list[TechnologyDetailsLostReplacedByItem]
    """Technologies that these changes added."""


class TechnologyDetailsLostLatestItem(TypedDict):

    domain: str

    at: str
    """Time of the visit that showed it first."""


class TechnologyDetailsLostReplacedByItem(TypedDict):

    technology: str

    changes_count: int
    """Number of changes."""


class TechnologyItem(TypedDict):

    name: str

    slug: str
    """The name in lower case, with _ for all but letters and digits."""

    categories: list[str]
    """Each as `group.category`."""

    domains: int
    """Number of indexed domains on which it was detected."""

    implied_domains: int
    """Number of these domains on which it is only implied: other technologies are not used without it, and no page has evidence of it."""

    versions: list[TechnologyItemVersion]
    """The most frequent versions that were seen, at most 10 in a list, and 100 of one technology."""

    versions_count: int
    """Number of different versions."""


class TechnologyItemVersion(TypedDict):

    version: str

    domains: int
    """Number of indexed domains on which it was detected."""


class TechnologyListAnswer(TypedDict):

    total_count: int
    """Number of technologies that fulfil the parameters."""

    items_count: int

    offset: int

    items: list[TechnologyItem]
    """Technologies by the number of domains, then by name. Those that no domain has come last."""


class TechnologyEvidence(TypedDict):

    url: str
    """URL of the page, the first one that has the match."""

    field: Literal["certIssuer", "cookies", "css", "dns", "dom", "headers", "html", "js", "meta", "query", "robots", "scriptSrc", "scripts", "text", "url", "xhr"]
    """Part that the fingerprint looks at. html: the source; scriptSrc: addresses of scripts; scripts: inline scripts; text: the visible text; css: style elements; meta: meta elements; dom: elements; url: the address of the page; headers, cookies, robots (robots.txt), certIssuer (the issuer of the certificate): what came with the page; dns: DNS records; js: variables of scripts, and xhr: hosts that scripts requested, both while the page was rendered; query: a technology of your own, by what its query wants."""

    key: str
    """Name of the header, cookie or meta element; selector and condition with dom; scope with query, or version for the pattern of the version; empty otherwise."""

    pattern: str
    """The regular expression, case ignored; the text or pattern with query. Empty if existence suffices."""

    match: str
    """The text that matched, its first 200 characters."""

    confidence: int
    """Confidence that the match gives, in percent. 0: it only shows a version."""

    version: str | None

    version_source: Literal["stated", "path", "parameter"] | None


class OwnTechnology(TypedDict):

    name: str

    categories: list[str]
    """Each as `group.category`."""

    search: str | None

    query: str | None

    replaces: bool
    """True if it takes the place of a known technology of this name."""

    domains: int
    """Number of indexed domains that have it."""


class TakenTechnologies(TypedDict):

    name: str | None

    technologies: int
    """Number of all technologies that can be detected now, with additions of sitegrep and of your own."""

    problems: list[FingerprintProblem]
    """Parts of the set that are not taken, at most 1000."""

    problems_count: int


class TechnologySet(TypedDict):

    public_set: TechnologySetPublicSet | None

    technologies: int
    """Number of all technologies that can be detected."""

    facts_version: str
    """Version of the facts that an analysis would give now."""

    in_use_since: str | None

    own: list[OwnTechnology]
    """Technologies of one's own by name, at most 1000."""

    own_count: int

    problems: list[TechnologySetProblem]
    """Parts of technologies of your own that are not taken, at most 1000."""

    problems_count: int

    outdated_domains: TechnologySetOutdatedDomains
    """Domains with pages that are still to be judged by it."""

    run: TechnologySetRun | None


class TechnologySetPublicSet(TypedDict):
    """Public set that takes the place of the built-in one; null: the built-in one is in use."""

    name: str
    """Name under which it was given."""

    technologies: int

    taken_at: Timestamp


class TechnologySetProblem(TypedDict):

    file: str | None

    search: str | None

    technology: str | None

    key: str | None

    reason: str
    """Part of a sentence that says what is wrong."""


class TechnologySetOutdatedDomains(TypedDict):
    """Domains with pages that are still to be judged by it."""

    count: int

    is_exact: bool
    """False: sources are still to be read to find out, and there are so many domains at most."""


class TechnologySetRun(TypedDict):

    id: str

    q: str | None

    state: Literal["running", "finished", "stopped", "failed"]

    started_at: Timestamp

    ended_at: Timestamp | None

    reason: str | None

    domains: TechnologySetRunDomains

    pages: TechnologySetRunPages

    last_domain: str | None


class TechnologySetRunDomains(TypedDict):

    total: int | None

    done: int


class TechnologySetRunPages(TypedDict):

    analysed: int
    """Pages that were analysed again and are stored."""

    failed: int
    """Pages that stay as they were, because their analysis took too much or they could not be read."""


class FingerprintProblem(TypedDict):

    technology: str | None

    key: str | None

    reason: str
    """Part of a sentence that says what is wrong."""


class TechnologyTrial(TypedDict):

    domain: str

    technologies: list[str]
    """Names of the technologies that are taken."""

    problems: list[FingerprintProblem]
    """Parts that are not taken."""

    replaced: list[str]
    """Those whose names known technologies have: they would take their place."""

    pages: list[TechnologyTrialPage]
    """Pages on which they were tried, home page first."""

    total_pages: int
    """Number of pages that were to be looked at."""

    notes: list[str]
    """Sentences on what was not looked at, and why."""


class TechnologyTrialPage(TypedDict):

    url: str

    technologies: list[TriedTechnology]


class TestTechnologiesRequest(TypedDict):

    fingerprints: dict[str, Any]
    """Fingerprints by the names of their technologies, in Wappalyzer's form (docs/technologies.md); at most 1000."""

    on: str
    """A stored domain, whose pages are looked at, or the URL of a stored page."""


class TriedTechnology(TypedDict):

    name: str

    found: TriedTechnologyFound | None

    evidence: list[TriedTechnologyEvidenceItem]
    """Matches of its parts. The texts are code of other people."""

    missing: list[TriedTechnologyMissingItem]
    """Parts of the fingerprint that the page does not have."""

    requires: list[str]
    """Technologies and categories of which it requires one, while the page has none; empty if nothing is amiss."""


class TriedTechnologyFound(TypedDict):
    """Null: the page does not show it."""

    confidence: int
    """Confidence in percent."""

    version: str | None


class TriedTechnologyEvidenceItem(TypedDict):

    field: Literal["certIssuer", "cookies", "css", "dns", "dom", "headers", "html", "js", "meta", "query", "robots", "scriptSrc", "scripts", "text", "url", "xhr"]
    """Part that the fingerprint looks at. html: the source; scriptSrc: addresses of scripts; scripts: inline scripts; text: the visible text; css: style elements; meta: meta elements; dom: elements; url: the address of the page; headers, cookies, robots (robots.txt), certIssuer (the issuer of the certificate): what came with the page; dns: DNS records; js: variables of scripts, and xhr: hosts that scripts requested, both while the page was rendered; query: a technology of your own, by what its query wants."""

    key: str
    """Name of the header, cookie or meta element; selector and condition with dom; scope with query, or version for the pattern of the version; empty otherwise."""

    pattern: str
    """The regular expression, case ignored; the text or pattern with query. Empty if existence suffices."""

    match: str
    """The text that matched, its first 200 characters."""

    confidence: int
    """Confidence that the match gives, in percent. 0: it only shows a version."""

    version: str | None

    version_source: Literal["stated", "path", "parameter"] | None


class TriedTechnologyMissingItem(TypedDict):

    field: Literal["certIssuer", "cookies", "css", "dns", "dom", "headers", "html", "js", "meta", "query", "robots", "scriptSrc", "scripts", "text", "url", "xhr"]

    key: str
    """Name of the header, cookie or meta element; selector and condition with dom; scope with query, or version for the pattern of the version; empty otherwise."""

    pattern: str
    """The regular expression, case ignored; the text or pattern with query. Empty if existence suffices."""


Timestamp: TypeAlias = "str"
"""Time in UTC as YYYY-MM-DD HH:MM:SS +00:00."""


class TranslateRequest(TypedDict):

    engine: Literal["publicwww", "fofa", "shodan", "urlscan", "zoekt", "github", "wappalyzer"]
    """The search engine that the query is written for."""

    query: str
    """A query in the language of that engine."""


class TrendAnswer(TypedDict):

    by: Literal["day", "week", "month"]

    intervals: list[TrendAnswerInterval]
    """First and last day of each interval, as YYYY-MM-DD; at most 400. The first and the last may be cut."""

    lines: list[TrendLine]
    """A line for each query, in their order."""


TrendAnswerInterval = TypedDict(
    "TrendAnswerInterval",
    {
        "from": "str",
        "to": "str",
    },
)


class TrendLine(TypedDict):

    label: str
    """Name of the line."""

    domains: list[int]
    """Number of domains that fulfilled the query at the end of each interval."""

    exact: bool
    """Whether all that the query names was looked at as it was then. False: what `as_of_now` names was taken as it is now."""

    as_of_now: list[str]
    """Names of what the query has whose changes are not recorded, e.g. texts and patterns, rank."""


TrendRequest = TypedDict(
    "TrendRequest",
    {
        # A line for each query, at level domain.
        "queries": "Sequence[TrendRequestQuerie]",
        # Length of the intervals. Weeks begin with Monday; days are those of UTC. Default: `"month"`.
        "by": "NotRequired[Literal[\"day\", \"week\", \"month\"]]",
        # First day; by default 30 days, 12 weeks or 12 months end with `to`.
        "from": "NotRequired[str]",
        # Last day; by default today.
        "to": "NotRequired[str]",
    },
)


class TrendRequestQuerie(TypedDict):

    label: NotRequired[str]
    """Name of the line in the answer; the text of the query if it is left out."""

    q: NotRequired[str]
    """The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages."""

    query: NotRequired[QueryTree]
    """The query as a tree, in place of q. A query has at most 500 texts, patterns and conditions, and 100000 characters in its texts and patterns."""

    literal: NotRequired[bool]
    """Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`."""


class VideoInfoAnswer(TypedDict):

    data: VideoInfoAnswerData

    result: VideoItem


class VideoInfoAnswerData(TypedDict):

    api: str

    function: str

    se: str
    """The search engine that answered."""

    se_type: Literal["video_info"]

    language_code: str

    location_code: int

    video_id: str

    check_url: str


class VideoInfoRequest(TypedDict):

    video_id: str

    language_code: NotRequired[str]
    """ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default: `"en"`."""

    location_code: NotRequired[int]
    """A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries. Default: `2840`."""


class VideoItem(TypedDict):

    type: Literal["youtube_video_info"]

    video_id: str

    title: str | None

    url: str

    thumbnail_url: str | None

    channel_id: str | None

    channel_name: str | None

    channel_url: str | None

    channel_logo: str | None

    description: str | None

    views_count: int | None

    likes_count: int | None

    comments_count: int | None

    channel_subscribers_count: VideoItemChannelSubscribersCount

    publication_date: str | None

    timestamp: Timestamp | None

    keywords: list[str]

    category: str | None

    is_live: bool | None

    is_embeddable: bool | None

    duration_time: str | None

    duration_time_seconds: int | None

    streaming_quality: list[VideoItemStreamingQualityItem]


class VideoItemChannelSubscribersCount(TypedDict):

    displayed_count: str | None

    count: int | None


class VideoItemStreamingQualityItem(TypedDict):

    type: Literal["streaming_quality_element"]

    label: str | None

    width: int | None

    height: int | None

    bitrate: int | None

    mime_type: str | None

    fps: int | None


class VideoSerpAnswer(TypedDict):

    data: VideoSerpAnswerData

    result: list[VideoSerpItem]


class VideoSerpAnswerData(TypedDict):

    api: str

    function: str

    se: str
    """The search engine that answered."""

    se_type: Literal["organic"]

    keyword: str

    language_code: str

    location_code: int

    device: str


class VideoSerpItem(TypedDict):

    type: Literal["video"]

    rank_group: int

    rank_absolute: int

    title: str

    url: str

    channel_title: str | None

    channel_url: str | None

    channel_image: str | None

    duration: str | None

    views: int | None

    uploaded_date: str | None

    description: str | None

    thumbnail_url: str | None

    live: bool | None


class VideoSerpRequest(TypedDict):

    keyword: str
    """Text that is not only white space and has no NUL."""

    language_code: NotRequired[str]
    """ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default: `"en"`."""

    location_code: NotRequired[int]
    """A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries. Default: `2840`."""

    device: NotRequired[Literal["desktop", "mobile"]]
    """Default: `"desktop"`."""

    depth: NotRequired[int]
    """Videos that are wanted. Default: `20`."""


class WebSerpAnswer(TypedDict):

    data: WebSerpAnswerData

    result: list[WebSerpItem]


class WebSerpAnswerData(TypedDict):

    api: str

    function: str

    se: str
    """The search engine that answered."""

    se_type: Literal["organic"]

    language_name: str

    location_name: str

    keyword: str

    device: str

    os: str

    se_domain: str


class WebSerpItem1(TypedDict):

    type: Literal["organic", "paid"]

    rank_group: int

    rank_absolute: int

    domain: str
    """Host of the result."""

    title: str

    description: str | None

    url: str

    breadcrumb: str | None


class WebSerpItemFeaturedSnippet(TypedDict):

    type: Literal["featured_snippet"]

    rank_group: int

    rank_absolute: int

    domain: str
    """Host of the result."""

    title: str

    description: str | None

    url: str


WebSerpItem: TypeAlias = "WebSerpItem1 | WebSerpItemFeaturedSnippet"


class WebSerpRequest(TypedDict):

    keyword: str
    """Text that is not only white space and has no NUL."""

    language_code: NotRequired[str]
    """ISO 639-1, with a region where usage differs by it (zh-CN, pt-BR). Default: `"en"`."""

    location_code: NotRequired[int]
    """A country: 2000 + its ISO 3166-1 numeric code. Some providers also know locations within countries. Default: `2840`."""

    device: NotRequired[Literal["desktop", "mobile"]]
    """Default: `"desktop"`."""

    os: NotRequired[Literal["windows", "macos", "android", "ios"]]
    """windows or macos with desktop (default windows), android or ios with mobile (default android)."""

    depth: NotRequired[int]
    """Organic results that are wanted. Default: `10`."""


class WellKnownFile(TypedDict):

    name: str
    """Name, such as llms.txt."""

    status: int | None

    real: bool
    """True if the answer has the form of such a file, and is not a page that stands in for one."""

    reason: str | None

    bytes: int
    """Size of what is stored, in UTF-8."""

    truncated: bool
    """True if the file was longer than what is stored."""

    text: NotRequired[str]
    """The file, with texts=true. It is text of strangers."""

    security: NotRequired[WellKnownFileSecurity]
    """Fields of a security.txt (RFC 9116)."""

    sellers: NotRequired[WellKnownFileSellers]
    """Records of an ads.txt or app-ads.txt (IAB)."""

    outline: NotRequired[WellKnownFileOutline]
    """Headings of an llms.txt, with the number of links below each."""


class WellKnownFileSecurity(TypedDict):
    """Fields of a security.txt (RFC 9116)."""

    contact: list[str]

    encryption: list[str]

    acknowledgments: list[str]

    policy: list[str]

    hiring: list[str]

    canonical: list[str]

    preferred_languages: list[str]

    expires: Timestamp | None

    expired: bool | None

    signed: bool


class WellKnownFileSellers(TypedDict):
    """Records of an ads.txt or app-ads.txt (IAB)."""

    direct: int
    """Records of the relation DIRECT."""

    reseller: int
    """Records of the relation RESELLER."""

    systems: list[str]
    """Domains of advertising systems, each once, in code point order, at most 1,000."""

    systems_count: int
    """Number of all of them."""

    variables: list[WellKnownFileSellersVariable]


class WellKnownFileSellersVariable(TypedDict):

    name: str

    value: str


class WellKnownFileOutline(TypedDict):
    """Headings of an llms.txt, with the number of links below each."""

    title: str | None

    summary: str | None

    sections: list[WellKnownFileOutlineSection]


class WellKnownFileOutlineSection(TypedDict):

    title: str

    links: int


class ListDomainThirdPartiesAnswer(TypedDict):

    domain: str

    revision: int
    """Number that rises each time the domain is written."""

    categories: list[ListDomainThirdPartiesAnswerCategorie]
    """Categories of the technologies that are loaded from hosts of third parties, those with the most hosts first. A host with technologies of several categories is in each."""

    others: list[ListDomainThirdPartiesAnswerOther]
    """Hosts of third parties without a known technology."""

    is_complete: bool
    """False if the site names more hosts than are kept, 1000 besides those of links."""


class ListDomainThirdPartiesAnswerCategorie(TypedDict):

    category: str
    """Its path, group.category."""

    name: str
    """Name of the category."""

    hosts: list[ListDomainThirdPartiesAnswerCategorieHost]


class ListDomainThirdPartiesAnswerCategorieHost(TypedDict):

    host: str
    """The host, in lower case and A-labels."""

    kinds: list[Literal["script", "style", "image", "frame", "form", "font", "link", "request"]]
    """Kinds of what names it; request: a request while a page was rendered."""

    technologies: list[str]
    """Technologies that are loaded from it, by what is known of the host alone."""


class ListDomainThirdPartiesAnswerOther(TypedDict):

    host: str
    """The host, in lower case and A-labels."""

    kinds: list[Literal["script", "style", "image", "frame", "form", "font", "link", "request"]]
    """Kinds of what names it; request: a request while a page was rendered."""

    technologies: list[str]
    """Technologies that are loaded from it, by what is known of the host alone."""


class HashIconAnswer(TypedDict):

    type: str | None

    bytes: int
    """Bytes as received."""

    mmh3: int
    """MurmurHash3 of its Base64, as Shodan and FOFA have it."""

    md5: str

    sha256: str

    phash: str | None

    problem: str | None

    q: str
    """Query that finds the sites with this icon."""

    q_alike: str | None


class GetSamplesAnswer(TypedDict):

    sites: int
    """Number of all sample sites."""

    indexed: int
    """Number of those in the index."""

    searches: list[GetSamplesAnswerSearche]
    """Queries that find something on them."""


class GetSamplesAnswerSearche(TypedDict):

    q: str
    """Query."""

    shows: str
    """Purpose of the query in a line."""

    domains: list[str]
    """Sample sites that it finds when all are in the index."""


class AddSamplesAnswer(TypedDict):

    sites: int
    """Number of all sample sites."""

    indexed: int
    """Number of those in the index."""

    searches: list[AddSamplesAnswerSearche]
    """Queries that find something on them."""


class AddSamplesAnswerSearche(TypedDict):

    q: str
    """Query."""

    shows: str
    """Purpose of the query in a line."""

    domains: list[str]
    """Sample sites that it finds when all are in the index."""


class RemoveSamplesAnswer(TypedDict):

    sites: int
    """Number of all sample sites."""

    indexed: int
    """Number of those in the index."""

    searches: list[RemoveSamplesAnswerSearche]
    """Queries that find something on them."""


class RemoveSamplesAnswerSearche(TypedDict):

    q: str
    """Query."""

    shows: str
    """Purpose of the query in a line."""

    domains: list[str]
    """Sample sites that it finds when all are in the index."""


class OpenSessionAnswer(TypedDict):

    key: OpenSessionAnswerKey

    session: OpenSessionAnswerSession | None


class OpenSessionAnswerKey(TypedDict):

    id: str

    name: str

    prefix: str
    """First characters of the secret."""

    scopes: list[KeyScope]


class OpenSessionAnswerSession(TypedDict):
    """null: the request has the key itself, and no session."""

    id: str

    ends_at: Timestamp


class GetSessionAnswer(TypedDict):

    key: GetSessionAnswerKey

    session: GetSessionAnswerSession | None


class GetSessionAnswerKey(TypedDict):

    id: str

    name: str

    prefix: str
    """First characters of the secret."""

    scopes: list[KeyScope]


class GetSessionAnswerSession(TypedDict):
    """null: the request has the key itself, and no session."""

    id: str

    ends_at: Timestamp


class GetEntryAnswer(TypedDict):

    name: Literal["sitegrep"]

    docs: Literal["/docs"]

    openapi: Literal["/openapi.json"]


class GetHealthAnswer(TypedDict):

    status: Literal["alive"]


class GetReadinessAnswer(TypedDict):

    status: Literal["ready"]

    degraded: list[str]
    """Names of the dependencies that are `down` or `full`: what needs them has to wait."""

    dependencies: dict[str, Literal["up"] | Literal["full"] | Literal["down"]]


class GetStatsAnswer(TypedDict):

    domains: int

    pages: int

    source_bytes: int
    """Sources of all pages in UTF-8, before compression."""

    compressed_bytes: int
    """Sources on disk, compressed."""

    versions: int
    """Versions of pages that are kept besides those that stand."""

    version_bytes: int
    """Sources of these versions on disk, compressed."""

    index_bytes: int
    """Substring index on disk."""

    total_bytes: int
    """Everything on disk."""

    segments_count: int
    """Segments of the substring index; with Elasticsearch, of the primary shards."""

    segments: list[GetStatsAnswerSegment]
    """The largest segments, at most 100, largest first."""

    domains_with: GetStatsAnswerDomainsWith
    """Domains with each part of what sites answer. Others get it when they are visited next."""

    facts_version: str
    """Version of the facts that an analysis gives now."""

    outdated_domains: GetStatsAnswerOutdatedDomains
    """Domains with a page whose facts another version gave; `POST /admin/reanalyse` mends them."""


class GetStatsAnswerSegment(TypedDict):

    documents: int
    """Documents in it, deleted ones included."""

    deleted_documents: int
    """Documents that were deleted or replaced; a merge removes them."""

    bytes: int
    """Size on disk."""


class GetStatsAnswerDomainsWith(TypedDict):
    """Domains with each part of what sites answer. Others get it when they are visited next."""

    headers: int
    """Domains with header fields."""

    cookies: int
    """Domains with cookies."""

    files: int
    """Domains with a well-known file."""

    hosts: int
    """Domains with hosts that their pages name."""

    certificate: int
    """Domains with a certificate."""

    icon: int
    """Domains with an icon."""


class GetStatsAnswerOutdatedDomains(TypedDict):
    """Domains with a page whose facts another version gave; `POST /admin/reanalyse` mends them."""

    count: int

    is_exact: bool
    """False: sources are still to be read to find out, and there are so many domains at most."""


class ListSizesAnswer(TypedDict):

    sizes: list[ListSizesAnswerSize]
    """The latest day first. The size of a day is the last one that was measured on it; days on which no server ran are absent."""


class ListSizesAnswerSize(TypedDict):

    day: str
    """Day in UTC."""

    measured_at: Timestamp

    domains: int

    pages: int

    source_bytes: int
    """Sources of all pages in UTF-8, before compression."""

    total_bytes: int
    """Everything on disk."""


class StartReanalysisRequest(TypedDict):

    q: NotRequired[str]
    """Query of the domains whose pages are analysed again; absent: all domains."""


class StartReanalysisAnswer(TypedDict):

    id: str

    q: str | None

    state: Literal["running", "finished", "stopped", "failed"]

    started_at: Timestamp

    ended_at: Timestamp | None

    reason: str | None

    domains: StartReanalysisAnswerDomains

    pages: StartReanalysisAnswerPages

    last_domain: str | None


class StartReanalysisAnswerDomains(TypedDict):

    total: int | None

    done: int


class StartReanalysisAnswerPages(TypedDict):

    analysed: int
    """Pages that were analysed again and are stored."""

    failed: int
    """Pages that stay as they were, because their analysis took too much or they could not be read."""


class GetReanalysisAnswer(TypedDict):

    facts_version: str
    """Version of the facts that an analysis gives now."""

    outdated_domains: GetReanalysisAnswerOutdatedDomains
    """Domains with a page whose facts another version gave."""

    run: GetReanalysisAnswerRun | None


class GetReanalysisAnswerOutdatedDomains(TypedDict):
    """Domains with a page whose facts another version gave."""

    count: int

    is_exact: bool
    """False: sources are still to be read to find out, and there are so many domains at most."""


class GetReanalysisAnswerRun(TypedDict):

    id: str

    q: str | None

    state: Literal["running", "finished", "stopped", "failed"]

    started_at: Timestamp

    ended_at: Timestamp | None

    reason: str | None

    domains: GetReanalysisAnswerRunDomains

    pages: GetReanalysisAnswerRunPages

    last_domain: str | None


class GetReanalysisAnswerRunDomains(TypedDict):

    total: int | None

    done: int


class GetReanalysisAnswerRunPages(TypedDict):

    analysed: int
    """Pages that were analysed again and are stored."""

    failed: int
    """Pages that stay as they were, because their analysis took too much or they could not be read."""


class StopReanalysisAnswer(TypedDict):

    id: str

    q: str | None

    state: Literal["running", "finished", "stopped", "failed"]

    started_at: Timestamp

    ended_at: Timestamp | None

    reason: str | None

    domains: StopReanalysisAnswerDomains

    pages: StopReanalysisAnswerPages

    last_domain: str | None


class StopReanalysisAnswerDomains(TypedDict):

    total: int | None

    done: int


class StopReanalysisAnswerPages(TypedDict):

    analysed: int
    """Pages that were analysed again and are stored."""

    failed: int
    """Pages that stay as they were, because their analysis took too much or they could not be read."""


class ListSettingsAnswer(TypedDict):

    settings: list[ListSettingsAnswerSetting]
    """Every setting, in the order of the documentation."""


class ListSettingsAnswerSetting(TypedDict):

    variable: str
    """Environment variable that sets it."""

    group: str
    """Chapter of docs/configuration.md that describes it."""

    value: str
    """The value as the environment would state it, secrets hidden; empty if there is none."""

    is_default: bool
    """Whether the value is the default, set or unset."""

    description: str


class CheckInstanceAnswer(TypedDict):

    ok: bool
    """Whether no check failed."""

    checks: list[CheckInstanceAnswerCheck]


class CheckInstanceAnswerCheck(TypedDict):

    area: str
    """Subject of the check, such as `data folder` or `redis`."""

    status: Literal["ok", "warn", "fail"]
    """warn: it works now, but perhaps not well or not for long; fail: it does not work."""

    finding: str

    remedy: str | None


GetMetricsHistoryAnswer = TypedDict(
    "GetMetricsHistoryAnswer",
    {
        # Process that answers, which measured itself: `up`, or `api at HOST:PORT` in a cluster, where each keeps its own history.
        "process": "str",
        "started_at": "Timestamp",
        "interval_seconds": "Literal[60]",
        # Beginning of the first interval; null: nothing was measured yet.
        "from": "Timestamp | None",
        "series": "GetMetricsHistoryAnswerSeries",
    },
)


class GetMetricsHistoryAnswerSeries(TypedDict):

    searches: list[float | None]
    """Searches of the index that ended."""

    search_p95_seconds: list[float | None]
    """Time within which 95 % of these searches ended, without HTTP; null also if there was none. Of more than 4,096 it is that of the last 4,096."""

    http_errors: list[float | None]
    """Requests that were answered with a status from 500 on."""

    pages: list[float | None]
    """Pages that this process crawled; null in one that does not crawl."""

    unfinished_sites: list[float | None]
    """Sites without an outcome in all unfinished crawls."""

    memory_bytes: list[float | None]
    """Memory of the process."""

    index_bytes: list[float | None]
    """Everything that is stored, on disk; measured every five minutes."""
