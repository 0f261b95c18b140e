// The crawl of one site: which URLs to fetch, and the outcome. The frontier decides when.
import { escapedOctets, readRefresh, valuesOf } from '@sitegrep/http';
import {
  canonicalDomain,
  type DnsRecords,
  leftOutReason,
  type Page,
  type PageRefresh,
  type Redirect,
  type SiteResult,
  type Validators,
} from '@sitegrep/site';
import { SiteCookies } from './cookies.ts';
import { seconds } from './deadline.ts';
import type { FindRecords } from './dns-records.ts';
import { FailureError, final, type Failure, moreInformative, sendsAway } from './failure.ts';
import type { Frontier } from './frontier.ts';
import { LinkQueue } from './link-queue.ts';
import { fetchableUrl, followableUrl } from './links.ts';
import type { CrawlerSettings } from './options.ts';
import { isRedirect, judgeRedirect, trailEntry, underOtherNames, withoutTarget } from './redirects.ts';
import { Sitemaps } from './sitemaps.ts';
import { SiteAnswersCollector } from './site-answers/site-answers.ts';
import { isDefaultPage } from './stand-in-body.ts';
import {
  ComeBackLater,
  type CrawledSite,
  startsOf,
  type PageHandler,
  type PageVerdict,
  type SiteTask,
} from './task.ts';
import { Visit, type FetchedAnswer, type VisitOwner } from './visit.ts';

/**
 * Maximum visits for each wanted page, and visits beyond that: a site of dead links ends before its time limit. The home page
 * alone may take twenty redirects.
 */
const VISITS_PER_PAGE = 3;
const SPARE_VISITS = 30;
/** Maximum frames of framesets, and of framesets within them, that are read with a start page. */
const MAX_FRAMES = 20;
/** Maximum recorded redirects. */
const MAX_REDIRECTS = 100;

export type SiteCrawlSettings = Pick<
  CrawlerSettings,
  | 'files'
  | 'hostConcurrency'
  | 'icons'
  | 'maxExpansion'
  | 'maxRedirects'
  | 'maxSiteUrls'
  | 'random'
  | 'records'
  | 'siteTimeoutMs'
  | 'sitemaps'
>;

export class SiteCrawl implements VisitOwner {
  readonly wants = 'page';
  readonly cookies = new SiteCookies();
  /** Resolves with the result of the site; rejects with the error of the page handler. */
  readonly result: Promise<CrawledSite>;
  readonly #task: SiteTask;
  readonly #onPage: PageHandler;
  readonly #frontier: Frontier;
  readonly #settings: SiteCrawlSettings;
  readonly #settled = Promise.withResolvers<CrawledSite>();
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = Date.now();
  readonly #began = performance.now();
  readonly #queue: LinkQueue;
  readonly #sitemaps: Sitemaps;
  readonly #answers: SiteAnswersCollector;
  /** Visits that the frontier holds. */
  readonly #outstanding = new Set<Visit>();
  /** Final URLs of pages that were handed over. */
  readonly #handed = new Set<string>();
  /** Canonical domains of the site: the task's, and the targets of its start URLs' redirects. */
  readonly #domains: Set<string>;
  readonly #redirects: Redirect[] = [];
  /** Finds the DNS records of the site, once a page has come; null once one was indexed with them. */
  #records: FindRecords | null;
  #recordProblem: string | null = null;
  #visits = 0;
  /** Frames of framesets that were visited. */
  #frames = 0;
  /** Pages of frames that were handed over. */
  #framePages = 0;
  #pages = 0;
  #bytes = 0;
  #failure: Failure | null = null;
  #problem: string | null = null;
  /** Why no more visits start; null while they do. */
  #stopped: Failure | null = null;
  #done = false;

  /** @throws RangeError that names the invalid part of the task */
  constructor(task: SiteTask, onPage: PageHandler, frontier: Frontier, settings: SiteCrawlSettings) {
    const starts = startsOf(task);
    this.#task = task;
    this.#onPage = onPage;
    this.#frontier = frontier;
    this.#settings = settings;
    this.#records = settings.records;
    this.result = this.#settled.promise;
    this.#queue = new LinkQueue(settings.maxSiteUrls);
    this.#domains = new Set([task.domain]);
    this.#sitemaps = this.#openSitemaps();
    this.#answers = this.#openAnswers();
    const { siteTimeoutMs } = settings;
    this.#timer = setTimeout(() => {
      this.stop(final('timed_out', `the site was not done within ${seconds(siteTimeoutMs)}`));
    }, siteTimeoutMs);
    for (const urls of starts) {
      for (const url of urls) this.#queue.note(url);
      this.#visit(new Visit(this, urls, 0));
    }
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Ends the site as soon as its requests are aborted and the page handler has returned. */
  stop(why: Failure): void {
    if (this.#stopped !== null || this.#done) return;
    this.#halt(why);
    this.#proceed();
  }

  /** Ends the site now, with an error of the program. */
  break(error: unknown): void {
    if (this.#done) return;
    this.#end();
    this.#halt(final('crashed', 'the crawl was interrupted'));
    this.#settled.reject(error);
  }

  validators(url: URL): Validators | null {
    return this.#task.known?.validators(url.href) ?? null;
  }

  received(bytes: number): void {
    this.#bytes += bytes;
  }

  refused({ retryAfterMs, reason, outcome }: Failure): void {
    const { deferral } = this.#task;
    if (deferral === undefined || retryAfterMs === null || retryAfterMs < deferral.fromMs) return;
    if (this.#handed.size > 0) return;
    if (retryAfterMs <= deferral.maxMs) this.break(new ComeBackLater(retryAfterMs, reason));
    else {
      const next = `the next request, in ${seconds(retryAfterMs)}`;
      this.stop(final(outcome, `${reason}; ${next}, would come after the time limit of the site`));
    }
  }

  failed(visit: Visit, failure: Failure): void {
    this.#failure = moreInformative(this.#failure, failure);
    const { spare } = visit;
    if (spare !== null && this.#stopped === null) {
      const handed = this.#handOverPage(visit, spare.answer, spare.body);
      if (sendsAway(failure)) void handed.then(() => this.stop(failure));
      return;
    }
    if (sendsAway(failure)) this.stop(failure);
    // A host that is busy whenever it is asked may be so under one of its names alone.
    const [other, ...further] =
      failure.retryAfterMs === null ? [] : underOtherNames(visit.urls, [visit.urls[0].href, ...visit.trail]);
    if (other !== undefined && this.#stopped === null) this.#goOn(visit, [other, ...further], visit.trail);
    this.#leave(visit);
  }

  async answered(visit: Visit, answer: FetchedAnswer, body: Buffer): Promise<void> {
    if (this.#stopped !== null) this.#leave(visit);
    else if (answer.kind === 'redirect') await this.#redirected(visit, answer);
    else if (answer.kind === 'missing') this.failed(visit, final('http_error', `answered ${answer.status}`));
    else if (answer.kind === 'not_modified') await this.#notModified(visit, answer);
    else if (body.length === 0) await this.#empty(visit, answer);
    else if (this.#handed.has(answer.url.href)) this.#leave(visit);
    else await this.#handOver(visit, answer, body);
  }

  async #redirected(visit: Visit, answer: FetchedAnswer & { kind: 'redirect' }): Promise<void> {
    const trail = [...visit.trail, trailEntry(answer.url, answer.cookieChanges)];
    const { changes } = this.cookies;
    const verdict = judgeRedirect(answer, trail, this.#task.domain, this.#settings.maxRedirects, changes);
    const to = verdict.kind === 'follow' ? verdict.to.href : verdict.to;
    if (to !== null && this.#redirects.length < MAX_REDIRECTS) {
      this.#redirects.push({ from: answer.url.href, to, status: answer.status });
    }
    let refusal: string | null;
    try {
      refusal = await this.#refusalOf(to);
    } catch (error) {
      return this.break(error);
    }
    if (refusal !== null) return this.failed(visit, final('blocked_domain', refusal));
    if (this.#stopped !== null) return this.#leave(visit);
    const others = answer.alternatives.filter(
      (url) => url.href !== to && !trail.includes(trailEntry(url, changes)),
    );
    if (verdict.kind === 'follow') {
      if (!this.#handed.has(verdict.to.href)) this.#goOn(visit, [verdict.to, ...others], trail);
      return this.#leave(visit);
    }
    const [other, ...further] = verdict.inCircle === true ? others : [];
    if (other === undefined) return this.failed(visit, verdict.failure);
    this.#failure = moreInformative(this.#failure, verdict.failure);
    this.#goOn(visit, [other, ...further], trail);
    this.#leave(visit);
  }

  /** Why nothing may be fetched from a redirect's target; null if it may. */
  async #refusalOf(to: string | null): Promise<string | null> {
    const domain = to === null ? null : canonicalDomain(to);
    if (domain === null || domain === this.#task.domain) return null;
    return (await this.#task.refusal?.(domain)) ?? null;
  }

  /** Hands a page over, unless it is the default page of a server and the same host with `www.` may have the site. */
  async #handOver(visit: Visit, answer: PageAnswer, body: Buffer): Promise<void> {
    const { depth, spare } = visit;
    const trail = [...visit.trail, trailEntry(answer.url, answer.cookieChanges)];
    const [other, ...further] = depth > 0 ? [] : underOtherNames(answer.alternatives, trail);
    if ((spare === null && other === undefined) || !isDefaultPage(body))
      return this.#handOverPage(visit, answer, body);
    if (spare !== null || other === undefined) {
      const page = spare ?? { answer, body };
      return this.#handOverPage(visit, page.answer, page.body);
    }
    this.#visit(new Visit(this, [other, ...further], depth, { trail, spare: { answer, body } }));
    this.#leave(visit);
  }

  async #handOverPage(visit: Visit, answer: PageAnswer, body: Buffer): Promise<void> {
    const { url, status, headers, fetchedAt, address, certIssuer, certificate } = answer;
    const { text: robotsTxt } = answer.robotsTxt;
    const records = await this.#recordsOfPage();
    if (this.#stopped !== null) return this.#leave(visit);
    const page: Page = {
      url: url.href,
      status,
      headers,
      body,
      truncated: answer.truncated,
      fetchedAt,
      ...(address === null ? {} : { address }),
      ...(certIssuer === null ? {} : { certIssuer }),
      ...(certificate === null ? {} : { certificate }),
      ...(robotsTxt === null ? {} : { robotsTxt }),
      ...(records.length === 0 ? {} : { dns: records }),
    };
    await this.#take(visit, answer, () =>
      this.#onPage(page, (refresh) => this.#leadsTo(visit, answer, refresh)),
    );
  }

  /** The DNS records of the site until a page was indexed with them; then none. Bounded in time by the records themselves. */
  async #recordsOfPage(): Promise<DnsRecords> {
    if (this.#records === null) return [];
    const { records, problem } = await this.#records(this.#task.domain);
    this.#recordProblem = problem;
    return records;
  }

  /**
   * Whether a start page only leads to what it refreshes to. In a circle, or if it is loaded again with the same cookies, it
   * is a page if it shows anything.
   */
  #leadsTo({ depth, trail }: Visit, answer: PageAnswer, { url: to, isBlank }: PageRefresh): boolean {
    const url = fetchableUrl(to);
    if (depth > 0 || url === null) return false;
    if (isBlank) return true;
    if (trail.some((entry) => isFor(entry, url))) return false;
    return url.href !== answer.url.href || this.cookies.changes !== answer.cookieChanges;
  }

  /** Ends the visit of an empty page, which may have a refresh in its head. */
  async #empty(visit: Visit, answer: PageAnswer): Promise<void> {
    const { url, status, headers } = answer;
    const [refresh] = valuesOf(headers, 'refresh').flatMap(
      (value) => readRefresh(escapedOctets(value)) ?? [],
    );
    const to =
      refresh === undefined ? null : fetchableUrl(URL.parse(refresh.reference ?? '', url)?.href ?? '');
    if (to !== null && visit.depth === 0)
      return this.#refreshed(visit, answer, { url: to.href, by: 'refresh', isBlank: true });
    if (to !== null && visit.depth < this.#task.maxDepth) {
      this.#admit({ links: [to.href], firstLinks: [to.href] }, visit.depth + 1);
    }
    this.failed(
      visit,
      isRedirect(status) ? withoutTarget(status) : final('http_error', 'answered with an empty page'),
    );
  }

  async #notModified(visit: Visit, answer: FetchedAnswer & { kind: 'not_modified' }): Promise<void> {
    const { known } = this.#task;
    const { url, status, headers, fetchedAt, certificate } = answer;
    if (known === undefined || this.#handed.has(url.href)) return this.#leave(visit);
    const notModified = {
      url: url.href,
      status,
      headers,
      fetchedAt,
      ...(certificate === null ? {} : { certificate }),
    };
    await this.#take(visit, answer, () => known.onNotModified(notModified));
  }

  async #take(
    visit: Visit,
    answer: FetchedAnswer & { kind: 'page' | 'not_modified' },
    handOver: () => Promise<PageVerdict>,
  ): Promise<void> {
    const { url, robotsTxt } = answer;
    this.#handed.add(url.href);
    if (visit.ofFrameset) this.#framePages++;
    this.#queue.note(url);
    if (visit.depth === 0) this.#domains.add(canonicalDomain(url.hostname) ?? url.hostname);
    const { maxPages, maxDepth } = this.#task;
    const mayGrow = this.#handed.size - this.#framePages < maxPages;
    if (this.#settings.sitemaps && maxDepth > 0 && mayGrow) {
      this.#sitemaps.begin(robotsTxt.rules.sitemaps, url);
    }
    try {
      const verdict = await handOver();
      const { refresh, indexed, problem } = verdict;
      if (refresh !== undefined) return await this.#refreshed(visit, answer, refresh);
      if (indexed) {
        this.#pages++;
        this.#records = null;
        this.#answers.begin(answer, verdict.icon);
      }
      this.#problem ??= problem;
      if (!indexed) {
        const why =
          problem === null
            ? final('robots_disallowed', 'the page asks not to be indexed')
            : final('crashed', problem);
        this.#failure = moreInformative(this.#failure, why);
      }
      if (visit.depth === 0) this.#visitFrames(verdict.framesetLinks ?? []);
      // What is beyond the limit is counted.
      if (visit.depth < maxDepth) this.#admit(verdict, visit.depth + 1);
      this.#leave(visit);
    } catch (error) {
      this.break(error);
    }
  }

  /** Follows what a page leads to that was not handled for it, like a redirect. */
  async #refreshed(
    visit: Visit,
    answer: FetchedAnswer & { kind: 'page' | 'not_modified' },
    { url: location, by }: PageRefresh,
  ): Promise<void> {
    const { url, status } = answer;
    if (this.#handed.delete(url.href) && visit.ofFrameset) this.#framePages--;
    const { cookieChanges, alternatives } =
      answer.kind === 'page' ? answer : { cookieChanges: 0, alternatives: [] };
    await this.#redirected(visit, {
      kind: 'redirect',
      url,
      status,
      location,
      by,
      cookieChanges,
      alternatives,
    });
  }

  /** Visits frames of a frameset as parts of its page. */
  #visitFrames(links: readonly string[]): void {
    for (const link of links) {
      const url = this.#stopped === null && this.#frames < MAX_FRAMES ? followableUrl(link) : null;
      if (url === null || !this.#isOfSite(url) || !this.#queue.isNew(url)) continue;
      this.#frames++;
      this.#queue.note(url);
      this.#visit(new Visit(this, [url], 0, { ofFrameset: true }));
    }
  }

  #admit({ links, ownerLinks = [], firstLinks = [] }: PageLinks, depth: number): void {
    if (this.#stopped !== null) return;
    const first = new Set(firstLinks);
    const kinds = new Map(ownerLinks.map(({ url, kind }) => [url, kind]));
    for (const link of links) {
      const url = followableUrl(link);
      if (url === null || !this.#isOfSite(url)) continue;
      this.#queue.add(url, { depth, first: first.has(link), kind: kinds.get(link) ?? null });
    }
  }

  /** Sitemaps of the site. Their pages count as one link away. */
  #openSitemaps(): Sitemaps {
    return new Sitemaps({
      ...this.#settings,
      domain: this.#task.domain,
      signal: this.signal,
      frontier: this.#frontier,
      maxUrls: this.#settings.maxSiteUrls,
      onBytes: (bytes) => this.received(bytes),
      onSentAway: (failure) => this.stop(failure),
      onPages: (urls) => {
        for (const text of urls) {
          if (this.#stopped !== null) break;
          const url = followableUrl(text);
          if (url !== null && this.#isOfSite(url)) this.#queue.add(url, { depth: 1, listed: true });
        }
        this.#proceed();
      },
      onBroken: (error) => this.break(error),
    });
  }

  #openAnswers(): SiteAnswersCollector {
    return new SiteAnswersCollector({
      ...this.#settings,
      domain: this.#task.domain,
      signal: this.signal,
      frontier: this.#frontier,
      refusalOf: (url) => this.#refusalOf(url),
      onBytes: (bytes) => this.received(bytes),
      onSentAway: (failure) => this.stop(failure),
      onAnswer: () => this.#proceed(),
      onBroken: (error) => this.break(error),
    });
  }

  #isOfSite(url: URL): boolean {
    return this.#domains.has(canonicalDomain(url.hostname) ?? url.hostname);
  }

  /** Visits other URLs in the place of a visit. */
  #goOn({ depth, ofFrameset, spare }: Visit, urls: Visit['urls'], trail: readonly string[]): void {
    this.#visit(new Visit(this, urls, depth, { trail, ofFrameset, spare }));
  }

  #visit(visit: Visit): void {
    this.#visits++;
    this.#outstanding.add(visit);
    this.#frontier.add(visit);
  }

  #leave(visit: Visit): void {
    this.#outstanding.delete(visit);
    this.#proceed();
  }

  #proceed(): void {
    const { maxPages } = this.#task;
    const missing = maxPages - this.#taken();
    if (this.#stopped === null && this.#queue.size < missing) this.#sitemaps.fetchNext();
    if (this.#stopped === null) this.#answers.fetchNext();
    while (
      this.#stopped === null &&
      this.#outstanding.size < this.#settings.hostConcurrency &&
      this.#taken() < maxPages &&
      this.#visits < maxPages * VISITS_PER_PAGE + SPARE_VISITS
    ) {
      const next = this.#queue.take();
      if (next === null) break;
      this.#visit(new Visit(this, [next.url], next.depth));
    }
    const isBusy = this.#outstanding.size > 0 || this.#sitemaps.busy || this.#answers.busy;
    if (!isBusy && !this.#done) {
      this.#end();
      this.#settled.resolve({
        ...this.#ending(),
        answers: this.#answers.collected(),
        icon: this.#answers.icon,
      });
    }
  }

  /** Pages that were handed over or are under way, without those of frames. */
  #taken(): number {
    let taken = this.#handed.size - this.#framePages;
    for (const { ofFrameset } of this.#outstanding) if (!ofFrameset) taken++;
    return taken;
  }

  #halt(why: Failure): void {
    this.#stopped ??= why;
    this.#queue.clear();
    this.#sitemaps.stop();
    this.#answers.stop();
    this.#abort.abort(new FailureError(why));
    for (const visit of this.#outstanding) {
      if (this.#frontier.withdraw(visit)) this.#outstanding.delete(visit);
    }
  }

  #end(): void {
    this.#done = true;
    clearTimeout(this.#timer);
  }

  #ending(): SiteResult {
    const counts = {
      pages: this.#pages,
      bytes: this.#bytes,
      startedAt: this.#startedAt,
      // By the monotonic clock, so that the difference is the time that the crawl took.
      finishedAt: this.#startedAt + Math.round(performance.now() - this.#began),
    };
    const ended = (outcome: SiteResult['outcome'], reason: string | null): SiteResult => ({
      outcome,
      reason,
      ...counts,
      redirects: this.#redirects,
    });
    if (this.#stopped?.outcome === 'cancelled') return ended('cancelled', this.#stopped.reason);
    if (this.#pages > 0)
      return ended(
        'indexed',
        this.#stopped?.reason ?? this.#problem ?? this.#leftOut() ?? this.#recordProblem,
      );
    const why = this.#stopped ?? this.#failure ?? final('crashed', 'no visit reported its result');
    return ended(why.outcome, why.reason);
  }

  /** Why pages are missing though nothing failed; null if there are none. */
  #leftOut(): string | null {
    const { linked } = this.#queue;
    const { maxPages } = this.#task;
    return linked === 0 || this.#taken() < maxPages ? null : leftOutReason(linked, maxPages);
  }
}

type PageAnswer = FetchedAnswer & { readonly kind: 'page' };
type PageLinks = Pick<PageVerdict, 'links' | 'ownerLinks' | 'firstLinks'>;

/** Whether an entry of a trail is a request for this URL, with whatever cookies. */
function isFor(entry: string, { href }: URL): boolean {
  return entry === href || entry.startsWith(`${href} `);
}
