// The well-known files of one site: requested one after the other at the pace of its host, once a first page has come.
import { mediaType } from '@sitegrep/http';
import {
  canonicalDomain,
  type FileAnswer,
  type FileName,
  fileText,
  mayBeReal,
  registrableDomain,
  WELL_KNOWN_FILES,
  withoutText,
} from '@sitegrep/site';
import { type Failure, sendsAway } from '../failure.ts';
import type { Frontier } from '../frontier.ts';
import { pacedHost } from '../host-pace.ts';
import { judgeRedirect } from '../redirects.ts';
import { Visit, type FetchedAnswer, type VisitOwner } from '../visit.ts';

/** Maximum redirects from one file. */
const MAX_REDIRECTS = 5;

/** Files whose site may leave them to another one, by a redirect (IAB, ads.txt 1.1, 3.1). */
const DELEGATED: ReadonlySet<FileName> = new Set(['ads.txt', 'app-ads.txt']);

export interface SiteFilesOptions {
  readonly domain: string;
  /** Files to be requested, without robots.txt. */
  readonly files: readonly FileName[];
  /** Aborts with the crawl of the site. */
  readonly signal: AbortSignal;
  readonly frontier: Pick<Frontier, 'add' | 'withdraw'>;
  /** Random number in [0, 1). */
  readonly random: () => number;
  /** Why nothing may be fetched from a URL; null if it may. */
  readonly refusalOf: (url: string) => Promise<string | null>;
  /** Called with the number of decoded bytes of a body, as they arrive. */
  readonly onBytes: (bytes: number) => void;
  /** Called when the host of the site asks to stay away. */
  readonly onSentAway: (failure: Failure) => void;
  /** Called when a file was read, or could not be; nothing is under way then. */
  readonly onAnswer: () => void;
  /** Called as `break` of `VisitOwner`. */
  readonly onBroken: (error: unknown) => void;
}

/** A file, or a name that cannot exist, with whose answer those for the files are compared. */
type Requested = FileName | 'missing';

export class SiteFiles implements VisitOwner {
  readonly wants = 'file';
  readonly cookies = null;
  readonly answers = new Map<Requested, FileAnswer>();
  readonly #options: SiteFilesOptions;
  #home: URL | null = null;
  #queued: Requested[] = [];
  #isStopped = false;
  /** The file that the visit under way is for. */
  #requested: Requested = 'missing';
  #visit: Visit | null = null;

  constructor(options: SiteFilesOptions) {
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** True while a file is being fetched. */
  get busy(): boolean {
    return this.#visit !== null;
  }

  /** Queues the files of the origin of a page. Only the first call has an effect. */
  begin(home: URL): void {
    if (this.#home !== null) return;
    this.#home = home;
    this.#queued = [...this.#options.files];
  }

  /** Fetches the next file, if there is one and none is under way. */
  fetchNext(): void {
    if (this.busy || this.#isStopped || this.#home === null) return;
    const next = this.#queued.shift() ?? (this.#needsComparison() ? 'missing' : undefined);
    if (next === undefined) return;
    const path = next === 'missing' ? this.#missingPath() : WELL_KNOWN_FILES[next].path;
    this.#requested = next;
    this.#fetch(new Visit(this, [new URL(path, this.#home)], 0));
  }

  /** Removes what has not started, at the end of the site. */
  stop(): void {
    this.#isStopped = true;
    if (this.#visit !== null && this.#options.frontier.withdraw(this.#visit)) this.#visit = null;
  }

  received(bytes: number): void {
    this.#options.onBytes(bytes);
  }

  validators(): null {
    return null;
  }

  async answered(visit: Visit, answer: FetchedAnswer, body: Buffer): Promise<void> {
    const { pathname: path } = answer.url;
    switch (answer.kind) {
      case 'redirect':
        return await this.#redirected(visit, answer);
      case 'page': {
        const { status, headers, truncated } = answer;
        const type = mediaType(headers);
        return this.#end({ status, failure: null, path, type, text: fileText(body), truncated });
      }
      case 'missing':
      case 'not_modified':
        return this.#end(withoutText(answer.status, null, path));
    }
  }

  /** Does nothing: a file of a busy host is not requested again. */
  refused(): void {}

  /** Ends the file. A file that does not come is not a failure of the site. */
  failed({ host, urls: [url] }: Visit, failure: Failure): void {
    const { domain, onSentAway } = this.#options;
    if (sendsAway(failure) && host === pacedHost(domain)) onSentAway(failure);
    this.#end(withoutText(null, failure.reason, url.pathname));
  }

  break(error: unknown): void {
    this.#options.onBroken(error);
  }

  async #redirected(visit: Visit, answer: FetchedAnswer & { kind: 'redirect' }): Promise<void> {
    const { status, url } = answer;
    const missing = (reason: string): void => this.#end(withoutText(status, reason, url.pathname));
    const trail = [...visit.trail, url.href];
    const verdict = judgeRedirect(answer, trail, this.#ownerFor(answer), MAX_REDIRECTS);
    if (verdict.kind === 'stop') return missing(verdict.failure.reason);
    const { to } = verdict;
    // A page instead of the file, as sites have it that redirect what they do not know.
    if (to.pathname.endsWith('/')) {
      return missing(`redirects to ${to.pathname === '/' ? 'the home page' : to.pathname.slice(0, 200)}`);
    }
    let refusal: string | null;
    try {
      refusal = await this.#options.refusalOf(to.href);
    } catch (error) {
      return this.break(error);
    }
    if (refusal !== null) return missing(refusal);
    if (this.#isStopped) return missing('the crawl of the site ended');
    this.#fetch(new Visit(this, [to], 0, { trail }));
  }

  /** The domain within which a redirect may lead: that of the site, or any other once, if the file may be left to another site. */
  #ownerFor({ url, location }: FetchedAnswer & { kind: 'redirect' }): string {
    const { domain } = this.#options;
    const isDelegated = this.#requested !== 'missing' && DELEGATED.has(this.#requested);
    if (!isDelegated || ownerOf(url) !== registrableDomain(domain)) return domain;
    const target = URL.parse(location ?? '', url);
    return target === null ? domain : (canonicalDomain(target.hostname) ?? domain);
  }

  /** Tells whether an answer can be told only beside that for a name that cannot exist. */
  #needsComparison(): boolean {
    if (this.answers.has('missing')) return false;
    return this.#options.files.some((name) => {
      const answer = this.answers.get(name);
      return answer !== undefined && mayBeReal(name, answer);
    });
  }

  #missingPath(): string {
    const letters = Array.from({ length: 12 }, () => 97 + Math.floor(this.#options.random() * 26));
    return `/sitegrep-${String.fromCharCode(...letters)}.txt`;
  }

  #fetch(visit: Visit): void {
    this.#visit = visit;
    this.#options.frontier.add(visit);
  }

  #end(answer: FileAnswer): void {
    this.#visit = null;
    this.answers.set(this.#requested, answer);
    this.#options.onAnswer();
  }
}

function ownerOf({ hostname }: URL): string {
  return registrableDomain(canonicalDomain(hostname) ?? hostname);
}
