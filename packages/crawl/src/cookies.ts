// Cookies within the crawl of one site, by RFC 6265, so that a host that sets one and redirects to itself shows its page. They
// are forgotten with the site.
import { Cookie, CookieJar } from 'tough-cookie';

/** Maximum cookies of a site. */
const MAX_COOKIES = 50;
/** Maximum characters of a cookie as it is set, and of all that a request carries. */
const MAX_COOKIE_LENGTH = 4_096;
const MAX_HEADER_LENGTH = 8_192;

export class SiteCookies {
  /** Made with the first cookie; most sites set none on the way to a page. */
  #jar: CookieJar | null = null;
  readonly #known = new Map<string, string>();
  #changes = 0;

  /** Number of changes so far. A request for the same URL after a change is another request. */
  get changes(): number {
    return this.#changes;
  }

  /** Value of the field Cookie for a request; null if there is none. */
  header(url: URL): string | null {
    const text = this.#jar?.getCookieStringSync(url.href) ?? '';
    return text === '' || text.length > MAX_HEADER_LENGTH ? null : text;
  }

  /** Takes the cookies of an answer. Those that its host may not set, or that are no cookies, are ignored, as in browsers. */
  take(url: URL, values: readonly string[]): void {
    for (const value of values.slice(0, MAX_COOKIES)) {
      if (value.length > MAX_COOKIE_LENGTH) continue;
      const cookie = Cookie.parse(value, { loose: true });
      if (cookie === undefined) continue;
      this.#jar ??= new CookieJar(undefined, { looseMode: true });
      const set = this.#jar.setCookieSync(cookie, url.href, { ignoreError: true });
      if (set === undefined) continue;
      const key = [set.domain, set.path, set.key].join(' ');
      const state = set.TTL() <= 0 ? '' : set.value;
      if ((this.#known.get(key) ?? '') === state) continue;
      if (!this.#known.has(key) && this.#known.size === MAX_COOKIES) this.#forget();
      this.#known.set(key, state);
      this.#changes++;
    }
  }

  /** Empties the jar: a host that sets so many cookies does not need those of before to show a page. */
  #forget(): void {
    this.#jar?.removeAllCookiesSync();
    this.#known.clear();
  }
}
