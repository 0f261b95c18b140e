# Written by npm run docs from the OpenAPI document; not edited by hand.
"""The operations of the API, one method each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from .content import Content
from .schemas import (
    AddSamplesAnswer,
    AuditAction,
    AuditItem,
    AuditListAnswer,
    AutocompleteAnswer,
    AutocompleteRequest,
    BlockItem,
    BlockListAnswer,
    BlockRequest,
    CategoryListAnswer,
    ChangeDomainListRequest,
    CheckInstanceAnswer,
    CommonCrawlRequest,
    CommonCrawlRun,
    CrawlItem,
    CrawlListAnswer,
    CrawlSiteItem,
    CrawlSiteListAnswer,
    CrawlTimelineItem,
    CreateCrawlRequest,
    CreateKeyRequest,
    CreatedKey,
    DeliveryItem,
    DeliveryListAnswer,
    DomainAnswersAnswer,
    DomainDetails,
    DomainHistoryAnswer,
    DomainLink,
    DomainLinkListAnswer,
    DomainListItem,
    DomainListListAnswer,
    DomainListNamesAnswer,
    DomainListRecord,
    DomainPage,
    DomainPageListAnswer,
    DomainRecord,
    DomainTechnologiesAnswer,
    DomainVisit,
    DomainVisitListAnswer,
    ExplainAnswer,
    ExplainRequest,
    GetEntryAnswer,
    GetHealthAnswer,
    GetMetricsHistoryAnswer,
    GetReadinessAnswer,
    GetReanalysisAnswer,
    GetSamplesAnswer,
    GetSessionAnswer,
    GetStatsAnswer,
    HashIconAnswer,
    HtmlSearchAnswer,
    HtmlSearchRequest,
    KeyItem,
    KeyListAnswer,
    LabelInterval,
    LastCommonCrawlAnswer,
    ListDomainThirdPartiesAnswer,
    ListPreview,
    ListSettingsAnswer,
    ListSizesAnswer,
    ListedScheduleItem,
    OpenSessionAnswer,
    PageDiff,
    PageHead,
    PageVersionItem,
    PageVersionsAnswer,
    PreviewCrawlRequest,
    PreviewScheduleRequest,
    ProvidersAnswer,
    PutDomainListRequest,
    PutSavedSearchRequest,
    PutScheduleRequest,
    QueryTranslation,
    RanksAnswer,
    RemovalAnswer,
    RemoveSamplesAnswer,
    RotateKeyRequest,
    SavedSearchItem,
    SavedSearchListAnswer,
    SavedSearchRecord,
    ScheduleItem,
    ScheduleListAnswer,
    SchedulePreview,
    SearchAnswer,
    SearchEventItem,
    SearchEventListAnswer,
    SearchReportItem,
    SearchReportListAnswer,
    SearchRequest,
    SearchTrendAnswer,
    SessionItem,
    SiteOutcome,
    StartReanalysisAnswer,
    StartReanalysisRequest,
    StopReanalysisAnswer,
    TakenTechnologies,
    TechnologyDetails,
    TechnologyListAnswer,
    TechnologySet,
    TechnologyTrial,
    TestDeliveryAnswer,
    TestTechnologiesRequest,
    TranslateRequest,
    TrendAnswer,
    TrendRequest,
    VideoInfoAnswer,
    VideoInfoRequest,
    VideoSerpAnswer,
    VideoSerpRequest,
    WebSerpAnswer,
    WebSerpRequest,
    WrittenDomainList,
    WrittenSavedSearch,
)
from .transport import Request, Transport


class Operations(Transport):
    """Methods named as the operations of the OpenAPI document are."""

    def search(
        self,
        body: SearchRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SearchAnswer:
        """Search.

        Finds every domain, or every page, that a query matches: texts, regular expressions, where they stand, what is known of the domain, joined by and, or, not. Totals are exact. To read all results, send the same request with the `offset_token` of the previous answer until that is empty.

        Needs a key with the scope `search`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SearchAnswer = self._data(
            Request(
                "search",
                "POST",
                "/search",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def search_by_link(
        self,
        *,
        q: str | None = None,
        literal: bool | None = None,
        level: Literal["domain", "page", "version", "change"] | None = None,
        order_by: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        offset_token: str | None = None,
        fields: str | None = None,
        snippets: int | None = None,
        around: int | None = None,
        lines: int | None = None,
        facets: str | None = None,
        facet_limit: int | None = None,
        facet_offset: int | None = None,
        facet_min: int | None = None,
        count_only: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SearchAnswer:
        """Search by a link.

        Does what `POST /search` does, with a query as a text.

        Needs a key with the scope `search`.

        :param q: The query as a text, in the query language (docs/search.md). Neither q nor query: all domains, or all pages.
        :param literal: Whether q is one text, as it stands, whatever it has: source that was copied from a page. Default: `false`.
        :param level: domain: an item for each domain that matches. page: an item for each page that matches by itself. version: an item for each version of a page that matches by itself, those that stand included. change: an item for each change of a domain that matches. Default: `"domain"`.
        :param order_by: Rules as in POST /search, with ; between two. Default: `"rank,desc"`.
        :param limit: Maximum number of items in the answer. Default: `10`.
        :param offset: Number of items to skip. limit + offset is at most 10000. Default: `0`.
        :param offset_token: Token of the previous answer, to continue after it. All other fields except limit, fields, snippets, extract and facets must mean the same as in that request.
        :param fields: Fields that each item has, with commas between.
        :param snippets: Maximum number of matches of each item. Each text and pattern has its first before any has its second.
        :param around: Characters of the source before and after each match. With lines, they are the most there may be, 400 unless stated. It needs snippets. Default: `80`.
        :param lines: Lines of the source before and after that of each match, which is whole itself, as far as around reaches. Absent: lines do not count. It needs snippets.
        :param facets: Facets with commas between. After a colon comes what a version is of, or the group of capture: country,version:WooCommerce. tech@seen and category@seen do not count what is only implied; host:script counts hosts of scripts, host@third those of third parties.
        :param facet_limit: Maximum number of values, 1 to 100: the most frequent ones. It holds for each of facets. Default: `10`.
        :param facet_offset: Number of values to skip, 0 to 9999. It holds for each of facets. Default: `0`.
        :param facet_min: Number of domains that a value must have to be listed, from 1 on. It holds for each of facets. Default: `1`.
        :param count_only: Whether only total_count and facets are wanted: there are no items then. Default: `false`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SearchAnswer = self._data(
            Request(
                "searchByLink",
                "GET",
                "/search",
                accept="application/json",
                repeatable=True,
                query={"q": q, "literal": literal, "level": level, "order_by": order_by, "limit": limit, "offset": offset, "offset_token": offset_token, "fields": fields, "snippets": snippets, "around": around, "lines": lines, "facets": facets, "facet_limit": facet_limit, "facet_offset": facet_offset, "facet_min": facet_min, "count_only": count_only},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def explain_search(
        self,
        body: ExplainRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ExplainAnswer:
        """Explain query.

        Says how a query is read, what the index decides of it, and what must be looked for in sources.

        Needs a key with the scope `search`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ExplainAnswer = self._data(
            Request(
                "explainSearch",
                "POST",
                "/search/explain",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def count_trends(
        self,
        body: TrendRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TrendAnswer:
        """Count trends.

        Counts the domains that fulfilled each query at the end of each day, week or month, from the changes of labels that visits found: technologies, hosts, addresses and others. A domain counts from its first visit. What newer fingerprints found counts as if it had always been there. Conditions on what has no labels are taken as they are now, and `as_of_now` names them.

        Needs a key with the scope `search`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: TrendAnswer = self._data(
            Request(
                "countTrends",
                "POST",
                "/trends",
                accept="application/json",
                repeatable=False,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def translate_query(
        self,
        body: TranslateRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> QueryTranslation:
        """Translate query.

        Takes a query of another search engine and answers with the query that `POST /search` takes for it. Parts that cannot be asked are named, with how a count without them is wrong; nothing is searched.

        Needs a key with the scope `search`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: QueryTranslation = self._data(
            Request(
                "translateQuery",
                "POST",
                "/search/translate",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def search_html_source_code(
        self,
        body: HtmlSearchRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> HtmlSearchAnswer:
        """Search HTML source code.

        Finds every domain whose pages contain all the given terms in their source. Case is ignored; everything else is compared exactly, and totals are exact. To read all results, send the same request with the `offset_token` of the previous answer until that is empty. All matches as one stream: `POST /html-source-code-search/export`.

        Needs a key with the scope `search`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: HtmlSearchAnswer = self._data(
            Request(
                "searchHtmlSourceCode",
                "POST",
                "/html-source-code-search",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_technologies(
        self,
        *,
        prefix: str | None = None,
        category: str | None = None,
        country: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TechnologyListAnswer:
        """List technologies.

        Lists the technologies that can be detected, with how many domains of the index have them, and which versions were seen.

        Needs a key with the scope `search`.

        :param prefix: Beginning of the name or slug. Case is ignored.
        :param category: A category as `group.category`, or its last part: `content.cms` or `cms`.
        :param country: Counts domains of this country only: its code (ISO 3166-1 alpha-2).
        :param limit: Default: `50`.
        :param offset: Default: `0`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: TechnologyListAnswer = self._data(
            Request(
                "listTechnologies",
                "GET",
                "/technologies",
                accept="application/json",
                repeatable=True,
                query={"prefix": prefix, "category": category, "country": country, "limit": limit, "offset": offset},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_technology(
        self,
        slug: str,
        *,
        country: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TechnologyDetails:
        """Get technology.

        Says how many domains have a technology, in which versions, how that changed in the last twelve months, and what it replaced or was replaced by.

        Needs a key with the scope `search`.

        :param slug: Slug or name of a technology. Case is ignored.
        :param country: Counts domains of this country only: its code (ISO 3166-1 alpha-2).
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: TechnologyDetails = self._data(
            Request(
                "getTechnology",
                "GET",
                "/technologies/{slug}",
                accept="application/json",
                repeatable=True,
                path_values={"slug": slug},
                query={"country": country},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def test_technologies(
        self,
        body: TestTechnologiesRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TechnologyTrial:
        """Test technologies.

        Tries fingerprints on the stored pages of a domain: which of the technologies each page shows, by which parts, and which parts it lacks. Nothing of them is stored. Parts that are not taken are named; all else is tried.

        Needs a key with the scope `search`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: TechnologyTrial = self._data(
            Request(
                "testTechnologies",
                "POST",
                "/technologies/test",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_categories(
        self,
        *,
        country: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CategoryListAnswer:
        """List categories.

        Lists the categories of technologies, with how many domains of the index have any of each.

        Needs a key with the scope `search`.

        :param country: Counts domains of this country only: its code (ISO 3166-1 alpha-2).
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CategoryListAnswer = self._data(
            Request(
                "listCategories",
                "GET",
                "/categories",
                accept="application/json",
                repeatable=True,
                query={"country": country},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_domain(
        self,
        domain: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainDetails:
        """Get domain.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainDetails = self._data(
            Request(
                "getDomain",
                "GET",
                "/domains/{domain}",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_domain_technologies(
        self,
        domain: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainTechnologiesAnswer:
        """List technologies of domain.

        Lists the technologies that were found on the pages of the domain, with versions, confidence and evidence: what matched where.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainTechnologiesAnswer = self._data(
            Request(
                "listDomainTechnologies",
                "GET",
                "/domains/{domain}/technologies",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_domain_answers(
        self,
        domain: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        texts: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainAnswersAnswer:
        """Get answers of domain.

        Gets what the site answered besides the sources of its pages: well-known files with the reason where an answer is none, what robots.txt lets known agents fetch, the certificate, hashes of the icon, and page by page the header fields and cookies. No value of a cookie is stored.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param limit: Default: `50`.
        :param texts: True: files come with their texts, up to 64 KiB each. Default: `false`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainAnswersAnswer = self._data(
            Request(
                "getDomainAnswers",
                "GET",
                "/domains/{domain}/answers",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                query={"limit": limit, "next_token": next_token, "texts": texts},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_domain_answers(
        self,
        domain: str,
        *,
        page_size: int = 200,
        texts: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[PageHead]:
        """All items of `get_domain_answers`, page by page.

        Get answers of domain.

        Gets what the site answered besides the sources of its pages: well-known files with the reason where an answer is none, what robots.txt lets known agents fetch, the certificate, hashes of the icon, and page by page the header fields and cookies. No value of a cookie is stored.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param page_size: Items of a request, at most 1000.
        :param texts: True: files come with their texts, up to 64 KiB each. Default: `false`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.get_domain_answers(domain=domain, texts=texts, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def list_domain_pages(
        self,
        domain: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainPageListAnswer:
        """List pages of domain.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainPageListAnswer = self._data(
            Request(
                "listDomainPages",
                "GET",
                "/domains/{domain}/pages",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_domain_pages(
        self,
        domain: str,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[DomainPage]:
        """All items of `list_domain_pages`, page by page.

        List pages of domain.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_domain_pages(domain=domain, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def list_domain_links(
        self,
        domain: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainLinkListAnswer:
        """List links of domain.

        Lists the hosts of other sites that the stored pages of the domain link to and recommend; at most 200 of each page are stored. The sites that link to the domain are found by a search for `link:`.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainLinkListAnswer = self._data(
            Request(
                "listDomainLinks",
                "GET",
                "/domains/{domain}/links",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_domain_links(
        self,
        domain: str,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[DomainLink]:
        """All items of `list_domain_links`, page by page.

        List links of domain.

        Lists the hosts of other sites that the stored pages of the domain link to and recommend; at most 200 of each page are stored. The sites that link to the domain are found by a search for `link:`.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_domain_links(domain=domain, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def get_domain_history(
        self,
        domain: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        kind: Literal["tech", "category", "tech_version", "plugin", "plugin_version", "theme", "theme_version", "country", "language", "content_language", "generator", "charset", "email", "host", "header", "header_value", "cookie", "file", "agent", "cert_issuer", "cert_name", "cert_expires", "tls", "icon", "icon_hash", "kind", "title", "description", "rank", "outcome", "moved_to"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainHistoryAnswer:
        """Get history of domain.

        Gets the visits of the domain, and when its labels (technologies, hosts, title and others) were first seen, last seen and gone. A label is gone after two visits in a row that looked at its page and missed it, at the time of the first.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param limit: Default: `50`.
        :param kind: Only labels of this kind, for instance tech or host.
        :param from_: Only labels that were there on this day, UTC, or later; only visits since then.
        :param to: Only labels that were there on this day, UTC, or earlier; only visits until its end.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainHistoryAnswer = self._data(
            Request(
                "getDomainHistory",
                "GET",
                "/domains/{domain}/history",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                query={"limit": limit, "next_token": next_token, "kind": kind, "from": from_, "to": to},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_domain_history(
        self,
        domain: str,
        *,
        page_size: int = 200,
        kind: Literal["tech", "category", "tech_version", "plugin", "plugin_version", "theme", "theme_version", "country", "language", "content_language", "generator", "charset", "email", "host", "header", "header_value", "cookie", "file", "agent", "cert_issuer", "cert_name", "cert_expires", "tls", "icon", "icon_hash", "kind", "title", "description", "rank", "outcome", "moved_to"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[LabelInterval]:
        """All items of `get_domain_history`, page by page.

        Get history of domain.

        Gets the visits of the domain, and when its labels (technologies, hosts, title and others) were first seen, last seen and gone. A label is gone after two visits in a row that looked at its page and missed it, at the time of the first.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param page_size: Items of a request, at most 1000.
        :param kind: Only labels of this kind, for instance tech or host.
        :param from_: Only labels that were there on this day, UTC, or later; only visits since then.
        :param to: Only labels that were there on this day, UTC, or earlier; only visits until its end.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.get_domain_history(domain=domain, kind=kind, from_=from_, to=to, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def list_domain_third_parties(
        self,
        domain: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ListDomainThirdPartiesAnswer:
        """List third parties of domain.

        Lists the hosts of other registrable domains that the pages of the domain load from or send forms to, by the categories of their technologies: analytics, advertising, cookie compliance and others. Hosts that are only linked to are left out. What scripts load is there if pages were rendered.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ListDomainThirdPartiesAnswer = self._data(
            Request(
                "listDomainThirdParties",
                "GET",
                "/domains/{domain}/third-parties",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_page_source(
        self,
        domain: str,
        url: str,
        *,
        part: Literal["body", "rendered"] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> str:
        """Get source of page.

        Gets the stored source of a page, decoded: it is UTF-8, whatever the page was encoded in. It is sent as plain text in a sandbox, so that no browser takes it for a page.

        Needs a key with the scope `source`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param url: URL of the page, as GET /domains/{domain}/pages lists it.
        :param part: Source as it was sent (`body`, unless stated), or as scripts wrote it in a browser (`rendered`).
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: str = self._text(
            Request(
                "getPageSource",
                "GET",
                "/domains/{domain}/pages/source",
                accept="*/*",
                repeatable=True,
                path_values={"domain": domain},
                query={"url": url, "part": part},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_page_versions(
        self,
        domain: str,
        url: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> PageVersionsAnswer:
        """List versions of page.

        Lists the versions of a page that are kept (SITEGREP_KEEP_VERSIONS), and the page as it stands. Sources that differ only in values that change on every visit are one version.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param url: URL of the page, as GET /domains/{domain}/pages lists it.
        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: PageVersionsAnswer = self._data(
            Request(
                "listPageVersions",
                "GET",
                "/domains/{domain}/pages/versions",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                query={"limit": limit, "next_token": next_token, "url": url},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_page_versions(
        self,
        domain: str,
        url: str,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[PageVersionItem]:
        """All items of `list_page_versions`, page by page.

        List versions of page.

        Lists the versions of a page that are kept (SITEGREP_KEEP_VERSIONS), and the page as it stands. Sources that differ only in values that change on every visit are one version.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param url: URL of the page, as GET /domains/{domain}/pages lists it.
        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_page_versions(domain=domain, url=url, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def get_version_source(
        self,
        domain: str,
        url: str,
        id: str,
        *,
        part: Literal["body", "rendered"] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> str:
        """Get source of version.

        Gets the source of a version of a page, decoded. It is sent as plain text in a sandbox, as that of a page is.

        Needs a key with the scope `source`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param url: URL of the page, as GET /domains/{domain}/pages lists it.
        :param id: Version: its id, as GET /domains/{domain}/pages/versions lists it, or a time, as 2026-10-03 12:00:00 +00:00, 2026-10-03, 2026-10 or 30d (so many days ago): the version that stood then, or else the last one seen before. Of a day or a month, its end in UTC counts.
        :param part: Source as it was sent (`body`, unless stated), or as scripts wrote it in a browser (`rendered`).
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: str = self._text(
            Request(
                "getVersionSource",
                "GET",
                "/domains/{domain}/pages/versions/source",
                accept="*/*",
                repeatable=True,
                path_values={"domain": domain},
                query={"url": url, "id": id, "part": part},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_page_diff(
        self,
        domain: str,
        url: str,
        from_: str,
        *,
        to: str | None = None,
        part: Literal["body", "rendered"] | None = None,
        format: Literal["hunks", "unified"] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> PageDiff:
        """Compare versions of page.

        Compares the sources of two versions of a page. Values that change on every visit, such as nonces and counters, are no difference; the answer says how many are left out.

        Needs a key with the scope `source`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param url: URL of the page, as GET /domains/{domain}/pages lists it.
        :param from_: Version: its id, as GET /domains/{domain}/pages/versions lists it, or a time, as 2026-10-03 12:00:00 +00:00, 2026-10-03, 2026-10 or 30d (so many days ago): the version that stood then, or else the last one seen before. Of a day or a month, its end in UTC counts.
        :param to: Version in the same forms; absent: the newest, which is the one that stands unless the page is gone.
        :param part: Source as it was sent (`body`, unless stated), or as scripts wrote it in a browser (`rendered`).
        :param format: Difference by tokens (`hunks`, unless stated), or by lines as a text (`unified`).
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: PageDiff = self._data(
            Request(
                "getPageDiff",
                "GET",
                "/domains/{domain}/pages/diff",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                query={"url": url, "from": from_, "to": to, "part": part, "format": format},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_domain_icon(
        self,
        domain: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> bytes:
        """Get icon of domain.

        Gets the icon of a site as a PNG of at most 32 × 32 pixels that was written here: what the site sent is never sent on.

        Needs a key with the scope `search`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: bytes = self._bytes(
            Request(
                "getDomainIcon",
                "GET",
                "/domains/{domain}/icon",
                accept="*/*",
                repeatable=True,
                path_values={"domain": domain},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def hash_icon(
        self,
        body: Content,
        *,
        content_type: Literal["application/octet-stream", "image/x-icon", "image/vnd.microsoft.icon", "image/png", "image/gif", "image/jpeg", "image/bmp", "image/webp", "image/avif", "image/svg+xml"] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> HashIconAnswer:
        """Hash icon.

        Answers the hashes of an icon that is sent, and the queries that find the sites with it, or with one that looks like it. Nothing of it is stored.

        Needs a key with the scope `search`.

        :param body: A dictionary becomes JSON; of an iterable, texts are lines, and bytes parts.
        :param content_type: Media type of a body that is no dictionary; application/octet-stream unless given.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: HashIconAnswer = self._data(
            Request(
                "hashIcon",
                "POST",
                "/icons",
                accept="application/json",
                repeatable=False,
                body=body,
                content_type=content_type or "application/octet-stream",
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_page_screenshot(
        self,
        domain: str,
        url: str,
        *,
        size: Literal["full", "thumbnail"] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> bytes:
        """Get screenshot of page.

        Gets the screenshot of a page that was rendered while SITEGREP_SCREENSHOTS was on: what a window of 1366 × 768 pixels showed of it.

        Needs a key with the scope `source`.

        :param domain: Domain in any case and script, or a URL on it; a leading www. is dropped.
        :param url: URL of the page, as GET /domains/{domain}/pages lists it.
        :param size: 1366 × 768 pixels (`full`, unless stated), or a quarter as wide (`thumbnail`).
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: bytes = self._bytes(
            Request(
                "getPageScreenshot",
                "GET",
                "/domains/{domain}/pages/screenshot",
                accept="*/*",
                repeatable=True,
                path_values={"domain": domain},
                query={"url": url, "size": size},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_domain_lists(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainListListAnswer:
        """List lists of domains.

        Needs a key with the scope `search`.

        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainListListAnswer = self._data(
            Request(
                "listDomainLists",
                "GET",
                "/lists",
                accept="application/json",
                repeatable=True,
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_domain_lists(
        self,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[DomainListItem]:
        """All items of `list_domain_lists`, page by page.

        List lists of domains.

        Needs a key with the scope `search`.

        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_domain_lists(timeout=timeout, retries=retries, **position),
            page_size,
        )

    def get_domain_list(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainListRecord:
        """Get list of domains.

        Needs a key with the scope `search`.

        :param id: Name of the list, as list: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainListRecord = self._data(
            Request(
                "getDomainList",
                "GET",
                "/lists/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def put_domain_list(
        self,
        id: str,
        body: PutDomainListRequest | Content,
        *,
        content_type: Literal["text/plain", "application/x-ndjson"] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> WrittenDomainList:
        """Put list of domains.

        Makes the list, or replaces all of its domains if there is one of this name: searches see the earlier ones until all new ones are there. Up to a million entries come as text or NDJSON, one a line, up to 10,000 as JSON. Entries that name no domain are left out, counted and named.

        Needs a key with the scope `admin`.

        :param id: Name of the list, as list: in a query has it.
        :param body: A dictionary becomes JSON; of an iterable, texts are lines, and bytes parts.
        :param content_type: Media type of a body that is no dictionary; text/plain unless given.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: WrittenDomainList = self._data(
            Request(
                "putDomainList",
                "PUT",
                "/lists/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                body=body,
                content_type=content_type or "text/plain",
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def change_domain_list(
        self,
        id: str,
        body: ChangeDomainListRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> WrittenDomainList:
        """Change list of domains.

        Adds domains to the list and removes others from it, in one step.

        Needs a key with the scope `admin`.

        :param id: Name of the list, as list: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: WrittenDomainList = self._data(
            Request(
                "changeDomainList",
                "PATCH",
                "/lists/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def delete_domain_list(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainListItem:
        """Delete list of domains.

        Removes the list; searches that name it are refused from then on. What is stored of its domains stays.

        Needs a key with the scope `admin`.

        :param id: Name of the list, as list: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainListItem = self._data(
            Request(
                "deleteDomainList",
                "DELETE",
                "/lists/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_domain_list_names(
        self,
        id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainListNamesAnswer:
        """List domains of list.

        Needs a key with the scope `search`.

        :param id: Name of the list, as list: in a query has it.
        :param limit: Default: `50`.
        :param next_token: `next_token` of the page before.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainListNamesAnswer = self._data(
            Request(
                "listDomainListNames",
                "GET",
                "/lists/{id}/domains",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_domain_list_names(
        self,
        id: str,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[str]:
        """All items of `list_domain_list_names`, page by page.

        List domains of list.

        Needs a key with the scope `search`.

        :param id: Name of the list, as list: in a query has it.
        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_domain_list_names(id=id, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def list_saved_searches(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SavedSearchListAnswer:
        """List saved searches.

        Lists the searches that are shared and those of the key; with the scope admin all. A page may have fewer than `limit`: the list has ended when `next_token` is empty.

        Needs a key with the scope `search`.

        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SavedSearchListAnswer = self._data(
            Request(
                "listSavedSearches",
                "GET",
                "/searches",
                accept="application/json",
                repeatable=True,
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_saved_searches(
        self,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[SavedSearchItem]:
        """All items of `list_saved_searches`, page by page.

        List saved searches.

        Lists the searches that are shared and those of the key; with the scope admin all. A page may have fewer than `limit`: the list has ended when `next_token` is empty.

        Needs a key with the scope `search`.

        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_saved_searches(timeout=timeout, retries=retries, **position),
            page_size,
        )

    def get_saved_search(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SavedSearchRecord:
        """Get saved search.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SavedSearchRecord = self._data(
            Request(
                "getSavedSearch",
                "GET",
                "/searches/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def put_saved_search(
        self,
        id: str,
        body: PutSavedSearchRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> WrittenSavedSearch:
        """Put saved search.

        Saves a search under a name, or replaces the one of this name. It is decided whenever a domain is put; what is stored already is decided within seconds to minutes (`filled`), without events. What is not given is taken away, except for the secret of the webhook and the keys of the feeds, which stay. A search that could not be decided cheaply is refused with what it would cost (422), one more than the 10,000 that there may be as a conflict (409). The answer says what it would have told in the past month.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: WrittenSavedSearch = self._data(
            Request(
                "putSavedSearch",
                "PUT",
                "/searches/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def delete_saved_search(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SavedSearchItem:
        """Delete saved search.

        Removes the search with its events and deliveries; queries that name it are refused from then on.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SavedSearchItem = self._data(
            Request(
                "deleteSavedSearch",
                "DELETE",
                "/searches/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_search_events(
        self,
        id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SearchEventListAnswer:
        """List events of saved search.

        Lists what appeared, disappeared and changed. Events are kept for 30 days.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SearchEventListAnswer = self._data(
            Request(
                "listSearchEvents",
                "GET",
                "/searches/{id}/events",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_search_events(
        self,
        id: str,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[SearchEventItem]:
        """All items of `list_search_events`, page by page.

        List events of saved search.

        Lists what appeared, disappeared and changed. Events are kept for 30 days.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_search_events(id=id, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def get_search_trend(
        self,
        id: str,
        *,
        days: int | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SearchTrendAnswer:
        """Count saved search by day.

        Counts back from now by the events.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param days: Number of days, today included. Default: `30`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SearchTrendAnswer = self._data(
            Request(
                "getSearchTrend",
                "GET",
                "/searches/{id}/trend",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                query={"days": days},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_search_atom_feed(
        self,
        id: str,
        key: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> str:
        """Get Atom feed of saved search.

        The last 50 events, newest first. It needs no API key but the key in its address, which GET /searches/{id} shows. A search that does not exist, a wrong key and a search whose key was revoked have the same answer.

        Needs no key.

        :param id: Name of the saved search, as saved: in a query has it.
        :param key: Key of the feed, as GET /searches/{id} shows it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: str = self._text(
            Request(
                "getSearchAtomFeed",
                "GET",
                "/searches/{id}/feed.atom",
                accept="*/*",
                repeatable=True,
                path_values={"id": id},
                query={"key": key},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_search_json_feed(
        self,
        id: str,
        key: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> dict[str, Any]:
        """Get JSON Feed of saved search.

        The last 50 events, newest first. It needs no API key but the key in its address, which GET /searches/{id} shows. A search that does not exist, a wrong key and a search whose key was revoked have the same answer.

        Needs no key.

        :param id: Name of the saved search, as saved: in a query has it.
        :param key: Key of the feed, as GET /searches/{id} shows it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: dict[str, Any] = self._document(
            Request(
                "getSearchJsonFeed",
                "GET",
                "/searches/{id}/feed.json",
                accept="*/*",
                repeatable=True,
                path_values={"id": id},
                query={"key": key},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def renew_search_feeds(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SavedSearchRecord:
        """Renew feeds of saved search.

        Gives the feeds a new key: their earlier addresses end at once.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SavedSearchRecord = self._data(
            Request(
                "renewSearchFeeds",
                "POST",
                "/searches/{id}/feed-key",
                accept="application/json",
                repeatable=False,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_search_deliveries(
        self,
        id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DeliveryListAnswer:
        """List deliveries of saved search.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DeliveryListAnswer = self._data(
            Request(
                "listSearchDeliveries",
                "GET",
                "/searches/{id}/deliveries",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_search_deliveries(
        self,
        id: str,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[DeliveryItem]:
        """All items of `list_search_deliveries`, page by page.

        List deliveries of saved search.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_search_deliveries(id=id, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def replay_search_delivery(
        self,
        id: str,
        delivery: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DeliveryItem:
        """Replay delivery of saved search.

        Sends a delivery again, with the same id, as soon as possible and with all its attempts.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param delivery: Id of the delivery, which its header webhook-id has.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DeliveryItem = self._data(
            Request(
                "replaySearchDelivery",
                "POST",
                "/searches/{id}/deliveries/{delivery}/replay",
                accept="application/json",
                repeatable=False,
                path_values={"id": id, "delivery": delivery},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_search_reports(
        self,
        id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SearchReportListAnswer:
        """List reports of saved search.

        Lists the reports that are kept, at most 20 for at most 30 days, and first the one that waits to be made.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SearchReportListAnswer = self._data(
            Request(
                "listSearchReports",
                "GET",
                "/searches/{id}/reports",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_search_reports(
        self,
        id: str,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[SearchReportItem]:
        """All items of `list_search_reports`, page by page.

        List reports of saved search.

        Lists the reports that are kept, at most 20 for at most 30 days, and first the one that waits to be made.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_search_reports(id=id, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def make_search_report(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SearchReportItem:
        """Make report of saved search.

        Lets a report be made now, which is sent to whom notify names as those by schedule are. While one waits, it is that one.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SearchReportItem = self._data(
            Request(
                "makeSearchReport",
                "POST",
                "/searches/{id}/reports",
                accept="application/json",
                repeatable=False,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_search_report(
        self,
        id: str,
        number: str,
        key: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> bytes:
        """Get report of saved search.

        The file of a report. It needs no API key but the key of the feeds in its address, which GET /searches/{id}/reports and the messages show.

        Needs no key.

        :param id: Name of the saved search, as saved: in a query has it.
        :param number: Number of the report.
        :param key: Key of the feed, as GET /searches/{id} shows it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: bytes = self._bytes(
            Request(
                "getSearchReport",
                "GET",
                "/searches/{id}/reports/{number}",
                accept="*/*",
                repeatable=True,
                path_values={"id": id, "number": number},
                query={"key": key},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def test_saved_search(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TestDeliveryAnswer:
        """Test telling of saved search.

        Sends a test message to the webhook, and a test mail, and says what was answered.

        Needs a key with the scope `search`.

        :param id: Name of the saved search, as saved: in a query has it.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: TestDeliveryAnswer = self._data(
            Request(
                "testSavedSearch",
                "POST",
                "/searches/{id}/test",
                accept="application/json",
                repeatable=False,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def search_web(
        self,
        body: WebSerpRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> WebSerpAnswer:
        """Search web.

        Needs a key with the scope `serp`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: WebSerpAnswer = self._data(
            Request(
                "searchWeb",
                "POST",
                "/web-serp",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def suggest_searches(
        self,
        body: AutocompleteRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AutocompleteAnswer:
        """Suggest searches.

        Needs a key with the scope `serp`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: AutocompleteAnswer = self._data(
            Request(
                "suggestSearches",
                "POST",
                "/web-autocomplete",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_video(
        self,
        body: VideoInfoRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> VideoInfoAnswer:
        """Get video.

        Needs a key with the scope `video`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: VideoInfoAnswer = self._data(
            Request(
                "getVideo",
                "POST",
                "/videosite-video-info",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def search_videos(
        self,
        body: VideoSerpRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> VideoSerpAnswer:
        """Search videos.

        Needs a key with the scope `video`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: VideoSerpAnswer = self._data(
            Request(
                "searchVideos",
                "POST",
                "/videosite-serp",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_providers(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ProvidersAnswer:
        """List providers.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ProvidersAnswer = self._data(
            Request(
                "listProviders",
                "GET",
                "/admin/providers",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def create_crawl(
        self,
        body: CreateCrawlRequest | Content,
        *,
        content_type: Literal["text/plain", "text/csv", "application/x-ndjson"] | None = None,
        name: str | None = None,
        max_pages: int | None = None,
        max_depth: int | None = None,
        priority: int | None = None,
        revisit_after_days: int | None = None,
        render: Literal["never", "if_empty", "always"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CrawlItem:
        """Create crawl.

        Submits a few sites as JSON, or up to millions as a list, which may be compressed (`Content-Encoding: gzip`). Options of a list are query parameters, those of JSON are fields. Entries that name no site are counted with their reasons; the other entries are crawled. A list with 10,000 such lines in a row is refused as a whole.

        Needs a key with the scope `admin`.

        :param body: A dictionary becomes JSON; of an iterable, texts are lines, and bytes parts.
        :param content_type: Media type of a body that is no dictionary; text/plain unless given.
        :param name: Name under which the crawl is shown; unless stated, one made from what is submitted, such as `shop.example and 99 more`. It has 1 to 200 characters in one line, none of them a control or format character.
        :param max_pages: Maximum number of pages per site; unless stated, that of the instance, which is 1 unless it is set.
        :param max_depth: Maximum number of links from a start page to a page.
        :param priority: 1 comes first, 10 last.
        :param revisit_after_days: A site that was visited less than this number of days ago ends as `unchanged`, without a request.
        :param render: Pages that a browser renders, in addition to their source: none (`never`, unless stated), those whose source is a shell that scripts fill (`if_empty`), or `always`. Needs SITEGREP_RENDER=on.
        :param idempotency_key: Key of this submission. A repeated submission with the same key returns the crawl that the first one created.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CrawlItem = self._data(
            Request(
                "createCrawl",
                "POST",
                "/admin/crawls",
                accept="application/json",
                repeatable=True,
                query={"name": name, "max_pages": max_pages, "max_depth": max_depth, "priority": priority, "revisit_after_days": revisit_after_days, "render": render},
                headers={"Idempotency-Key": idempotency_key or self._new_key()},
                body=body,
                content_type=content_type or "text/plain",
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_crawls(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CrawlListAnswer:
        """List crawls.

        Needs a key with the scope `admin`.

        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CrawlListAnswer = self._data(
            Request(
                "listCrawls",
                "GET",
                "/admin/crawls",
                accept="application/json",
                repeatable=True,
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_crawls(
        self,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[CrawlItem]:
        """All items of `list_crawls`, page by page.

        List crawls.

        Needs a key with the scope `admin`.

        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_crawls(timeout=timeout, retries=retries, **position),
            page_size,
        )

    def preview_crawl(
        self,
        body: PreviewCrawlRequest | Content,
        *,
        content_type: Literal["text/plain", "text/csv", "application/x-ndjson"] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ListPreview:
        """Preview crawl.

        Reads the sites of a crawl as `POST /admin/crawls` does, and says what it would take, up to ten million sites. Nothing is submitted.

        Needs a key with the scope `admin`.

        :param body: A dictionary becomes JSON; of an iterable, texts are lines, and bytes parts.
        :param content_type: Media type of a body that is no dictionary; text/plain unless given.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ListPreview = self._data(
            Request(
                "previewCrawl",
                "POST",
                "/admin/crawls/preview",
                accept="application/json",
                repeatable=True,
                body=body,
                content_type=content_type or "text/plain",
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_crawl(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CrawlItem:
        """Get crawl.

        Needs a key with the scope `admin`.

        :param id: Id of the crawl.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CrawlItem = self._data(
            Request(
                "getCrawl",
                "GET",
                "/admin/crawls/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def delete_crawl(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CrawlItem:
        """Delete crawl.

        Deletes the records of a crawl that has ended: the crawl, its sites and its idempotency key. What it has indexed stays.

        Needs a key with the scope `admin`.

        :param id: Id of the crawl.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CrawlItem = self._data(
            Request(
                "deleteCrawl",
                "DELETE",
                "/admin/crawls/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_crawl_sites(
        self,
        id: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        outcome: SiteOutcome | None = None,
        running: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CrawlSiteListAnswer:
        """List sites of crawl.

        Needs a key with the scope `admin`.

        :param id: Id of the crawl.
        :param limit: Default: `50`.
        :param running: true: only sites that are being crawled. They have no outcome. Default: `false`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CrawlSiteListAnswer = self._data(
            Request(
                "listCrawlSites",
                "GET",
                "/admin/crawls/{id}/sites",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                query={"limit": limit, "next_token": next_token, "outcome": outcome, "running": running},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_crawl_sites(
        self,
        id: str,
        *,
        page_size: int = 200,
        outcome: SiteOutcome | None = None,
        running: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[CrawlSiteItem]:
        """All items of `list_crawl_sites`, page by page.

        List sites of crawl.

        Needs a key with the scope `admin`.

        :param id: Id of the crawl.
        :param page_size: Items of a request, at most 1000.
        :param running: true: only sites that are being crawled. They have no outcome. Default: `false`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_crawl_sites(id=id, outcome=outcome, running=running, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def get_crawl_timeline(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CrawlTimelineItem:
        """Get timeline of crawl.

        The pages of the crawl over time. A site counts with all of its pages in the interval in which it ended, so a crawl of few large sites has few high numbers.

        Needs a key with the scope `admin`.

        :param id: Id of the crawl.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CrawlTimelineItem = self._data(
            Request(
                "getCrawlTimeline",
                "GET",
                "/admin/crawls/{id}/timeline",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def cancel_crawl(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CrawlItem:
        """Cancel crawl.

        Needs a key with the scope `admin`.

        :param id: Id of the crawl.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CrawlItem = self._data(
            Request(
                "cancelCrawl",
                "POST",
                "/admin/crawls/{id}/cancel",
                accept="application/json",
                repeatable=False,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def retry_crawl(
        self,
        id: str,
        *,
        sites: Literal["failed", "all"] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CrawlItem:
        """Retry crawl.

        Crawls the failed sites of the crawl again, or all of them, with its options; all of them also if they were visited within its `revisit_after_days`. The answer comes when the sites are copied, which takes a minute for about a million. Give an `Idempotency-Key` to send the request again if no answer comes: the copy goes on, and is one crawl.

        Needs a key with the scope `admin`.

        :param id: Id of the crawl.
        :param sites: `failed`: the sites that may end differently; `all`: every site of the crawl. Default: `"failed"`.
        :param idempotency_key: Key of this submission. A repeated submission with the same key returns the crawl that the first one created.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CrawlItem = self._data(
            Request(
                "retryCrawl",
                "POST",
                "/admin/crawls/{id}/retry",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                query={"sites": sites},
                headers={"Idempotency-Key": idempotency_key or self._new_key()},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_schedules(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ScheduleListAnswer:
        """List schedules.

        Needs a key with the scope `admin`.

        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ScheduleListAnswer = self._data(
            Request(
                "listSchedules",
                "GET",
                "/admin/schedules",
                accept="application/json",
                repeatable=True,
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_schedules(
        self,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[ListedScheduleItem]:
        """All items of `list_schedules`, page by page.

        List schedules.

        Needs a key with the scope `admin`.

        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_schedules(timeout=timeout, retries=retries, **position),
            page_size,
        )

    def preview_schedule(
        self,
        body: PreviewScheduleRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SchedulePreview:
        """Preview schedule.

        Says when a schedule with these times would run. Nothing is stored.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SchedulePreview = self._data(
            Request(
                "previewSchedule",
                "POST",
                "/admin/schedules/preview",
                accept="application/json",
                repeatable=True,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_schedule(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ScheduleItem:
        """Get schedule.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ScheduleItem = self._data(
            Request(
                "getSchedule",
                "GET",
                "/admin/schedules/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def put_schedule(
        self,
        id: str,
        body: PutScheduleRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ScheduleItem:
        """Create or replace schedule.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ScheduleItem = self._data(
            Request(
                "putSchedule",
                "PUT",
                "/admin/schedules/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def delete_schedule(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ScheduleItem:
        """Delete schedule.

        Deletes the schedule. Crawls that it has begun stay.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ScheduleItem = self._data(
            Request(
                "deleteSchedule",
                "DELETE",
                "/admin/schedules/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_samples(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GetSamplesAnswer:
        """Get the sample sites.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: GetSamplesAnswer = self._data(
            Request(
                "getSamples",
                "GET",
                "/admin/samples",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def add_samples(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AddSamplesAnswer:
        """Add the sample sites.

        Indexes small invented sites, some with a past, which come with sitegrep: no host gets a request. It takes seconds. Those that are in the index stay as they are, and blocked ones stay out.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: AddSamplesAnswer = self._data(
            Request(
                "addSamples",
                "POST",
                "/admin/samples",
                accept="application/json",
                repeatable=False,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def remove_samples(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> RemoveSamplesAnswer:
        """Remove the sample sites.

        Removes them from the index and blocks none, so that they can be added again.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: RemoveSamplesAnswer = self._data(
            Request(
                "removeSamples",
                "DELETE",
                "/admin/samples",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def start_common_crawl(
        self,
        body: CommonCrawlRequest | Content,
        *,
        content_type: Literal["text/plain"] | None = None,
        crawls: str | None = None,
        languages: str | None = None,
        path: str | None = None,
        robots: bool | None = None,
        dry_run: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CommonCrawlRun:
        """Import from Common Crawl.

        Begins an import of captures that Common Crawl made: of some hosts, of those of a list, of the domains with the highest ranks, or of a top-level domain. Captures are merged with what is stored as those of a file are, in the order of their dates, so that changes and versions come out right. It needs a process that crawls, has one connection to the archive, and goes on after a restart; each record is imported once. Hosts may also be a list in text, with the options as query parameters. One import goes on at a time; if the same one does, it is the answer.

        Needs a key with the scope `admin`.

        :param body: A dictionary becomes JSON; of an iterable, texts are lines, and bytes parts.
        :param content_type: Media type of a body that is no dictionary; text/plain unless given.
        :param crawls: Names of crawls, such as CC-MAIN-2026-04; captures come in the order of their dates. Absent: the latest crawl.
        :param languages: Codes of ISO 639, of which a page has one at least. Absent: any.
        :param path: Path of the pages: `/` for home pages, `/blog/*` for all below /blog/. Absent: any.
        :param robots: Whether robots.txt of the hosts is read, too; false if absent.
        :param dry_run: Whether captures are found and counted, but none is read; false if absent.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CommonCrawlRun = self._data(
            Request(
                "startCommonCrawl",
                "POST",
                "/admin/commoncrawl",
                accept="application/json",
                repeatable=False,
                query={"crawls": crawls, "languages": languages, "path": path, "robots": robots, "dry_run": dry_run},
                body=body,
                content_type=content_type or "text/plain",
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_common_crawl(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> LastCommonCrawlAnswer:
        """Get the import from Common Crawl.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: LastCommonCrawlAnswer = self._data(
            Request(
                "getCommonCrawl",
                "GET",
                "/admin/commoncrawl",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def stop_common_crawl(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CommonCrawlRun:
        """Stop the import from Common Crawl.

        It ends within seconds. What was imported stays.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CommonCrawlRun = self._data(
            Request(
                "stopCommonCrawl",
                "DELETE",
                "/admin/commoncrawl",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def inspect_domain(
        self,
        domain: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainRecord:
        """Inspect domain.

        Needs a key with the scope `admin`.

        :param domain: Domain in any case and script; a leading www. is dropped.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainRecord = self._data(
            Request(
                "inspectDomain",
                "GET",
                "/admin/domains/{domain}",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def delete_domain(
        self,
        domain: str,
        *,
        block: bool | None = None,
        reason: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> RemovalAnswer:
        """Delete domain.

        Takes the domain down: removes it and all domains under it, and blocks them unless `block` is false. Only another crawl brings them back.

        Needs a key with the scope `admin`.

        :param domain: Domain in any case and script; a leading www. is dropped.
        :param block: false: the domain is only removed, so the next crawl of it stores it again. Default: `true`.
        :param reason: Reason of the block. Outcomes of crawls that it stops show it. It has 1 to 500 characters in one line, none of them a control or format character.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: RemovalAnswer = self._data(
            Request(
                "deleteDomain",
                "DELETE",
                "/admin/domains/{domain}",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                query={"block": block, "reason": reason},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_domain_visits(
        self,
        domain: str,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> DomainVisitListAnswer:
        """List visits of domain.

        Lists what became of the domain in each crawl that has it. A page may have fewer visits than `limit`, even none, although others follow: the list has ended when `next_token` is empty.

        Needs a key with the scope `admin`.

        :param domain: Domain in any case and script; a leading www. is dropped.
        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: DomainVisitListAnswer = self._data(
            Request(
                "listDomainVisits",
                "GET",
                "/admin/domains/{domain}/visits",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_domain_visits(
        self,
        domain: str,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[DomainVisit]:
        """All items of `list_domain_visits`, page by page.

        List visits of domain.

        Lists what became of the domain in each crawl that has it. A page may have fewer visits than `limit`, even none, although others follow: the list has ended when `next_token` is empty.

        Needs a key with the scope `admin`.

        :param domain: Domain in any case and script; a leading www. is dropped.
        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_domain_visits(domain=domain, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def list_blocked_domains(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> BlockListAnswer:
        """List blocked domains.

        Needs a key with the scope `admin`.

        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: BlockListAnswer = self._data(
            Request(
                "listBlockedDomains",
                "GET",
                "/admin/blocked-domains",
                accept="application/json",
                repeatable=True,
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_blocked_domains(
        self,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[BlockItem]:
        """All items of `list_blocked_domains`, page by page.

        List blocked domains.

        Needs a key with the scope `admin`.

        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_blocked_domains(timeout=timeout, retries=retries, **position),
            page_size,
        )

    def get_blocked_domain(
        self,
        domain: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> BlockItem:
        """Get blocked domain.

        Needs a key with the scope `admin`.

        :param domain: Domain in any case and script; a leading www. is dropped.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: BlockItem = self._data(
            Request(
                "getBlockedDomain",
                "GET",
                "/admin/blocked-domains/{domain}",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def block_domain(
        self,
        domain: str,
        body: BlockRequest | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> BlockItem:
        """Block domain.

        Blocks the domain and all domains under it. What is stored of them stays until they are taken down.

        Needs a key with the scope `admin`.

        :param domain: Domain in any case and script; a leading www. is dropped.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: BlockItem = self._data(
            Request(
                "blockDomain",
                "PUT",
                "/admin/blocked-domains/{domain}",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def unblock_domain(
        self,
        domain: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> BlockItem:
        """Unblock domain.

        Lifts the block, so that the domain may be crawled again.

        Needs a key with the scope `admin`.

        :param domain: Domain in any case and script; a leading www. is dropped.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: BlockItem = self._data(
            Request(
                "unblockDomain",
                "DELETE",
                "/admin/blocked-domains/{domain}",
                accept="application/json",
                repeatable=True,
                path_values={"domain": domain},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def open_session(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> OpenSessionAnswer:
        """Open session.

        Exchanges the key of the request for a session of at most 12 hours, which ends with the key, too. Its secret is in the cookie alone. A request with the cookie counts only with the header `x-sitegrep-console: 1`, which pages of other origins can't send.

        Needs a key, of any scope.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: OpenSessionAnswer = self._data(
            Request(
                "openSession",
                "POST",
                "/session",
                accept="application/json",
                repeatable=False,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_session(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GetSessionAnswer:
        """Get session.

        Says which key a request comes with, what the key may do, and when the session ends.

        Needs a key, of any scope.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: GetSessionAnswer = self._data(
            Request(
                "getSession",
                "GET",
                "/session",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def close_session(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SessionItem:
        """Close session.

        Ends the session of the request: its cookie is worth nothing from now on.

        Needs a key, of any scope.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SessionItem = self._data(
            Request(
                "closeSession",
                "DELETE",
                "/session",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def end_session(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> SessionItem:
        """End session.

        Ends the session of any key; `GET /admin/keys` lists them.

        Needs a key with the scope `admin`.

        :param id: Id of the session.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: SessionItem = self._data(
            Request(
                "endSession",
                "DELETE",
                "/admin/sessions/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def import_ranks(
        self,
        body: Content,
        *,
        content_type: Literal["text/csv", "application/octet-stream"] | None = None,
        replace: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> RanksAnswer:
        """Import ranks.

        Each domain of the list gets its `rank` by its place in the list. The list may be compressed (`Content-Encoding: gzip`). It is given up after 10,000 bad lines in a row; the ranks stored until then stay.

        Needs a key with the scope `admin`.

        :param body: A dictionary becomes JSON; of an iterable, texts are lines, and bytes parts.
        :param content_type: Media type of a body that is no dictionary; text/csv unless given.
        :param replace: true: domains that are not in the list lose the rank they have.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: RanksAnswer = self._data(
            Request(
                "importRanks",
                "POST",
                "/admin/ranks",
                accept="application/json",
                repeatable=False,
                query={"replace": replace},
                body=body,
                content_type=content_type or "text/csv",
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def create_key(
        self,
        body: CreateKeyRequest,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedKey:
        """Create key.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CreatedKey = self._data(
            Request(
                "createKey",
                "POST",
                "/admin/keys",
                accept="application/json",
                repeatable=False,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_keys(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> KeyListAnswer:
        """List keys.

        Needs a key with the scope `admin`.

        :param limit: Default: `50`.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: KeyListAnswer = self._data(
            Request(
                "listKeys",
                "GET",
                "/admin/keys",
                accept="application/json",
                repeatable=True,
                query={"limit": limit, "next_token": next_token},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_keys(
        self,
        *,
        page_size: int = 200,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[KeyItem]:
        """All items of `list_keys`, page by page.

        List keys.

        Needs a key with the scope `admin`.

        :param page_size: Items of a request, at most 1000.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_keys(timeout=timeout, retries=retries, **position),
            page_size,
        )

    def rotate_key(
        self,
        id: str,
        body: RotateKeyRequest | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CreatedKey:
        """Rotate key.

        Gives the key a new secret; its earlier ones end after `overlap_seconds`.

        Needs a key with the scope `admin`.

        :param id: Id of the key, not its secret.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CreatedKey = self._data(
            Request(
                "rotateKey",
                "POST",
                "/admin/keys/{id}/rotate",
                accept="application/json",
                repeatable=False,
                path_values={"id": id},
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def revoke_key(
        self,
        id: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> KeyItem:
        """Revoke key.

        Ends all secrets of the key, for good.

        Needs a key with the scope `admin`.

        :param id: Id of the key, not its secret.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: KeyItem = self._data(
            Request(
                "revokeKey",
                "DELETE",
                "/admin/keys/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_audit_log(
        self,
        *,
        limit: int | None = None,
        next_token: str | None = None,
        action: AuditAction | None = None,
        key_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AuditListAnswer:
        """List audit log.

        Actions that were done, or attempted, with admin keys and on the command line. Each is recorded before it is done.

        Needs a key with the scope `admin`.

        :param limit: Default: `50`.
        :param key_id: Id of the key that was used.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: AuditListAnswer = self._data(
            Request(
                "listAuditLog",
                "GET",
                "/admin/audit-log",
                accept="application/json",
                repeatable=True,
                query={"limit": limit, "next_token": next_token, "action": action, "key_id": key_id},
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def iter_audit_log(
        self,
        *,
        page_size: int = 200,
        action: AuditAction | None = None,
        key_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Iterator[AuditItem]:
        """All items of `list_audit_log`, page by page.

        List audit log.

        Actions that were done, or attempted, with admin keys and on the command line. Each is recorded before it is done.

        Needs a key with the scope `admin`.

        :param page_size: Items of a request, at most 1000.
        :param key_id: Id of the key that was used.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        return self._walk(
            lambda position: self.list_audit_log(action=action, key_id=key_id, timeout=timeout, retries=retries, **position),
            page_size,
        )

    def get_entry(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GetEntryAnswer:
        """Get entry.

        A browser, which accepts `text/html`, gets the console, here and at the paths of its pages; a process without the console sends it to `/docs`.

        Needs no key.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: GetEntryAnswer = self._data(
            Request(
                "getEntry",
                "GET",
                "/",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_health(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GetHealthAnswer:
        """Get health.

        Answers if the process is alive.

        Needs no key.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: GetHealthAnswer = self._data(
            Request(
                "getHealth",
                "GET",
                "/healthz",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_readiness(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GetReadinessAnswer:
        """Get readiness.

        Checks everything that the process depends on. If a dependency without which nothing is answered is down, the details of the 503 name it.

        Needs no key.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: GetReadinessAnswer = self._data(
            Request(
                "getReadiness",
                "GET",
                "/readyz",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_stats(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GetStatsAnswer:
        """Read the size of the index.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: GetStatsAnswer = self._data(
            Request(
                "getStats",
                "GET",
                "/admin/stats",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_sizes(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ListSizesAnswer:
        """Read the size of the index by day.

        A server measures the size every hour, and keeps that of the last 400 days.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ListSizesAnswer = self._data(
            Request(
                "listSizes",
                "GET",
                "/admin/sizes",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def start_reanalysis(
        self,
        body: StartReanalysisRequest | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> StartReanalysisAnswer:
        """Analyse pages again.

        Begins a run that analyses again those stored pages whose facts an earlier version gave, without a request to any host. It needs a process that crawls, takes half of a processor at most, and goes on after a restart. If one for the same query goes on, it is the answer.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: StartReanalysisAnswer = self._data(
            Request(
                "startReanalysis",
                "POST",
                "/admin/reanalyse",
                accept="application/json",
                repeatable=False,
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_reanalysis(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GetReanalysisAnswer:
        """Get the run that analyses pages again.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: GetReanalysisAnswer = self._data(
            Request(
                "getReanalysis",
                "GET",
                "/admin/reanalyse",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def stop_reanalysis(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> StopReanalysisAnswer:
        """Stop the run that analyses pages again.

        It ends within seconds. Pages that were analysed again stay so.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: StopReanalysisAnswer = self._data(
            Request(
                "stopReanalysis",
                "DELETE",
                "/admin/reanalyse",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_technology_set(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TechnologySet:
        """Get set of technologies.

        Which fingerprints are in use and since when, technologies of your own with what of them is not taken, and how many domains are still to be judged by them.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: TechnologySet = self._data(
            Request(
                "getTechnologySet",
                "GET",
                "/admin/technologies",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def take_technologies(
        self,
        body: Content,
        name: str,
        *,
        content_type: Literal["application/octet-stream"] | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TakenTechnologies:
        """Take public set of technologies.

        Takes a newer public set of fingerprints in the place of the one in use. It is checked, compiled and stored before it is taken; all processes have it within seconds, and stored pages are judged again in the background. Parts that are not taken are named. The body may be compressed (`Content-Encoding: gzip`).

        Needs a key with the scope `admin`.

        :param body: A dictionary becomes JSON; of an iterable, texts are lines, and bytes parts.
        :param name: Name under which the set is shown, such as that of its file. It has 1 to 200 characters in one line, none of them a control or format character.
        :param content_type: Media type of a body that is no dictionary; application/octet-stream unless given.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: TakenTechnologies = self._data(
            Request(
                "takeTechnologies",
                "POST",
                "/admin/technologies",
                accept="application/json",
                repeatable=False,
                query={"name": name},
                body=body,
                content_type=content_type or "application/octet-stream",
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def take_built_in_technologies(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> TakenTechnologies:
        """Take built-in set of technologies.

        Takes the set that is part of this version in the place of a public set.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: TakenTechnologies = self._data(
            Request(
                "takeBuiltInTechnologies",
                "DELETE",
                "/admin/technologies",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def list_settings(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> ListSettingsAnswer:
        """List settings.

        Every setting as it is in force in the process that answers; secrets are hidden.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: ListSettingsAnswer = self._data(
            Request(
                "listSettings",
                "GET",
                "/admin/settings",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def check_instance(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> CheckInstanceAnswer:
        """Check instance.

        Does what the command `sitegrep doctor` does, on the machine that answers: checks settings, data folder, services, ports and limits. It changes nothing and takes a second or more; requests at the same time share one run.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: CheckInstanceAnswer = self._data(
            Request(
                "checkInstance",
                "GET",
                "/admin/checks",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_metrics(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> str:
        """Get metrics.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: str = self._text(
            Request(
                "getMetrics",
                "GET",
                "/metrics",
                accept="*/*",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_metrics_history(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> GetMetricsHistoryAnswer:
        """Get metrics of the last day.

        The process that answers measures itself every minute and keeps a day, also over a restart. An array has a value for each minute in a row; null: the process was not there for the whole minute, or has no part in what is measured. In a cluster each `api` has its own history, which is removed when none of its name wrote any for a day.

        Needs a key with the scope `admin`.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: GetMetricsHistoryAnswer = self._data(
            Request(
                "getMetricsHistory",
                "GET",
                "/admin/metrics-history",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_open_api(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> dict[str, Any]:
        """Get OpenAPI document.

        Needs no key.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: dict[str, Any] = self._document(
            Request(
                "getOpenApi",
                "GET",
                "/openapi.json",
                accept="application/json",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

    def get_reference(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> str:
        """Get documentation.

        The first page of the documentation, of which the reference of the API is a part. The other pages are below it, and need no key either.

        Needs no key.

        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: str = self._text(
            Request(
                "getReference",
                "GET",
                "/docs",
                accept="*/*",
                repeatable=True,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer
