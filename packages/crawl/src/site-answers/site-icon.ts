// The icon of one site: the one that its first page declares, or else /favicon.ico, requested once at the pace of its host.
import { MAX_ICON_BYTES } from '@sitegrep/icons';
import { type Failure, sendsAway } from '../failure.ts';
import type { Frontier } from '../frontier.ts';
import { pacedHost } from '../host-pace.ts';
import { fetchableUrl } from '../links.ts';
import type { FetchedIcon, PageVerdict, StoredIcon } from '../task.ts';
import { Visit, type FetchedAnswer, type VisitOwner } from '../visit.ts';

/** Maximum redirects from the icon. */
const MAX_REDIRECTS = 5;

export interface SiteIconOptions {
  readonly domain: string;
  /** True if icons are wanted. */
  readonly icons: boolean;
  /** Aborts with the crawl of the site. */
  readonly signal: AbortSignal;
  readonly frontier: Pick<Frontier, 'add' | 'withdraw'>;
  /** Why nothing may be fetched from a URL; null if it may. */
  readonly refusalOf: (url: string) => Promise<string | null>;
  /** Called with the number of decoded bytes of a body, as they arrive. */
  readonly onBytes: (bytes: number) => void;
  /** Called when the host of the site asks to stay away. */
  readonly onSentAway: (failure: Failure) => void;
  /** Called when the icon was read, or could not be; nothing is under way then. */
  readonly onAnswer: () => void;
  /** Called as `break` of `VisitOwner`. */
  readonly onBroken: (error: unknown) => void;
}

export class SiteIconFetch implements VisitOwner {
  readonly wants = 'icon';
  readonly cookies = null;
  /** The icon that came; null if there is none; `as_stored` if the page did not change, and it was not requested. */
  icon: FetchedIcon | 'as_stored' | null = null;
  readonly #options: SiteIconOptions;
  #begun = false;
  #isStopped = false;
  /** True while the address is being found. */
  #isSought = false;
  /** Address that is to be requested. */
  #next: URL | null = null;
  #visit: Visit | null = null;

  constructor(options: SiteIconOptions) {
    this.#options = options;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** True while the icon is being found or fetched. */
  get busy(): boolean {
    return this.#visit !== null || this.#isSought;
  }

  /**
   * Notes which icon a page has. Only the first call has an effect.
   *
   * @param declared as in `PageVerdict`
   */
  begin(page: URL, declared: PageVerdict['icon'] = null): void {
    if (this.#begun || !this.#options.icons) return;
    this.#begun = true;
    if (typeof declared === 'function') void this.#seek(page, declared);
    else this.#plan(page, declared);
  }

  async #seek(page: URL, find: StoredIcon): Promise<void> {
    this.#isSought = true;
    try {
      this.#plan(page, await find());
      this.#isSought = false;
      this.#options.onAnswer();
    } catch (error) {
      this.break(error);
    }
  }

  #plan(page: URL, declared: string | null): void {
    if (declared === 'as_stored') this.icon = 'as_stored';
    else if (declared === null) this.#next = new URL('/favicon.ico', page);
    else if (/^data:/i.test(declared)) this.#take('data:', dataUrlBytes(declared), false);
    else this.#next = fetchableUrl(declared);
  }

  /** Requests the icon, if it is to be requested. */
  fetchNext(): void {
    const url = this.#next;
    if (url === null || this.#isStopped) return;
    this.#next = null;
    this.#visit = new Visit(this, [url], 0);
    void this.#request(this.#visit);
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
    if (answer.kind === 'redirect') return await this.#redirected(visit, answer);
    if (answer.kind === 'page') this.#take(answer.url.href, body, answer.truncated);
    this.#end();
  }

  /** Does nothing: the icon of a busy host is not requested again. */
  refused(): void {}

  /** Ends the icon. One that does not come is not a failure of the site. */
  failed({ host }: Visit, failure: Failure): void {
    const { domain, onSentAway } = this.#options;
    if (sendsAway(failure) && host === pacedHost(domain)) onSentAway(failure);
    this.#end();
  }

  break(error: unknown): void {
    this.#options.onBroken(error);
  }

  async #redirected(visit: Visit, { url, location }: FetchedAnswer & { kind: 'redirect' }): Promise<void> {
    const to = location === null ? null : fetchableUrl(URL.parse(location, url)?.href ?? '');
    const trail = [...visit.trail, url.href];
    if (to === null || trail.includes(to.href) || trail.length > MAX_REDIRECTS) return this.#end();
    this.#visit = new Visit(this, [to], 0, { trail });
    await this.#request(this.#visit);
  }

  /** Requests the icon, which may be at another domain. */
  async #request(visit: Visit): Promise<void> {
    try {
      const refusal = await this.#options.refusalOf(visit.urls[0].href);
      if (refusal !== null || this.#isStopped) this.#end();
      else this.#options.frontier.add(visit);
    } catch (error) {
      this.break(error);
    }
  }

  /** Takes a whole icon: hashes of a part would be those of another one. */
  #take(url: string, bytes: Buffer | null, truncated: boolean): void {
    if (bytes === null || bytes.length === 0 || truncated || bytes.length > MAX_ICON_BYTES) return;
    this.icon = { url, bytes: Uint8Array.from(bytes) };
  }

  #end(): void {
    this.#visit = null;
    this.#options.onAnswer();
  }
}

/** The bytes of a `data:` URL (RFC 2397); null if it is none. Its type does not count. */
export function dataUrlBytes(url: string): Buffer | null {
  const comma = url.indexOf(',');
  if (!/^data:/i.test(url) || comma === -1) return null;
  const body = percentDecoded(url.slice(comma + 1));
  if (!/;\s*base64\s*$/i.test(url.slice(0, comma))) return body;
  return Buffer.from(body.toString('latin1'), 'base64');
}

function percentDecoded(text: string): Buffer {
  const parts = text.split(/%([0-9a-f]{2})/i);
  return Buffer.concat(parts.map((part, at) => Buffer.from(part, at % 2 === 1 ? 'hex' : 'utf8')));
}
