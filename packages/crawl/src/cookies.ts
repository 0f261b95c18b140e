// Cookies within the crawl of one site, by RFC 6265, so that a host that sets one and redirects to itself shows its page. They
// are forgotten with the site.
import { Cookie, CookieJar, MemoryCookieStore } from 'tough-cookie';

/** Maximum cookies of a site. */
const MAX_COOKIES = 50;
/** Maximum characters of a cookie (RFC 6265, 6.1), and of all cookies of a site: servers take no longer header fields. */
const MAX_COOKIE_LENGTH = 4_096;
const MAX_LENGTH = 8_192;
/** Characters that make browsers ignore a cookie (RFC 6265bis, 5.6). */
// oxlint-disable-next-line no-control-regex -- those that no cookie may have
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;

interface KnownCookie {
  readonly cookie: Cookie;
  readonly value: string;
  /** Characters in a request. */
  readonly length: number;
}

export class SiteCookies {
  /** Made with the first cookie; most sites set none on the way to a page. */
  #jar: CookieJar | null = null;
  readonly #store = new MemoryCookieStore();
  /** Cookies that have not been deleted, the oldest first. */
  readonly #known = new Map<string, KnownCookie>();
  #length = 0;
  #changes = 0;

  /** Number of changes so far. A request for the same URL after a change is another request. */
  get changes(): number {
    return this.#changes;
  }

  /** Value of the field Cookie for a request; null if there is none. */
  header(url: URL): string | null {
    const text = this.#jar?.getCookieStringSync(url.href) ?? '';
    return text === '' ? null : text;
  }

  /**
   * Takes the cookies of an answer. Those that its host may not set, or that are not cookies, are ignored, as in browsers. If
   * there are too many, the oldest are forgotten.
   */
  take(url: URL, values: readonly string[]): void {
    for (const value of values) {
      if (CONTROL.test(value)) continue;
      const cookie = Cookie.parse(value, { loose: true });
      if (cookie === undefined || lengthOf(cookie) > MAX_COOKIE_LENGTH) continue;
      this.#jar ??= new CookieJar(this.#store, { looseMode: true });
      const set = this.#jar.setCookieSync(cookie, url.href, { ignoreError: true });
      if (set !== undefined) this.#note(set);
    }
  }

  #note(cookie: Cookie): void {
    const key = [cookie.domain, cookie.path, cookie.key].join(' ');
    const known = this.#known.get(key);
    const isDeleted = cookie.TTL() <= 0;
    if (isDeleted ? known === undefined : known?.value === cookie.value) return;
    this.#changes++;
    this.#length -= known?.length ?? 0;
    if (isDeleted) {
      this.#known.delete(key);
      return;
    }
    const length = lengthOf(cookie) + '; '.length;
    this.#known.set(key, { cookie, value: cookie.value, length });
    this.#length += length;
    for (const [oldest, { cookie: other, length: freed }] of this.#known) {
      if (this.#known.size <= MAX_COOKIES && this.#length <= MAX_LENGTH) break;
      this.#known.delete(oldest);
      this.#length -= freed;
      this.#store.removeCookie(other.domain ?? '', other.path ?? '', other.key, () => undefined);
    }
  }
}

function lengthOf({ key, value }: Cookie): number {
  return key.length + '='.length + value.length;
}
