import { canonicalHost } from '@sitegrep/site';

/**
 * Host of a reference, read without making it a URL, which nearly all allow. `''`: it has none, so that it is one of the base
 * URL; null: it has another scheme, or its host is none; undefined: it has to be resolved as a URL.
 */
export type ReadHost = string | null | undefined;

const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const AMPERSAND = 0x26;
const DOT = 0x2e;
const DASH = 0x2d;
const QUESTION = 0x3f;
const HASH = 0x23;
const H = 0x68;

const HTTP = /https?:\/\//iy;
const SCHEME = /[a-z][a-z\d+.-]*:/iy;
/** Characters near the beginning for which a reference is resolved. */
const UNUSUAL = /[:&\\\t\r\n]/;
const NEAR = 10;

/** Authorities of a page that are remembered; further ones are read each time. */
const MAX_KNOWN = 5_000;

/** Reads the hosts of references of one page, in a source that has them. */
export class HostReader {
  /** Hosts by authority; null for one that names no public host. */
  readonly #known = new Map<string, string | null>();
  /** The authority that was read last; none at first. */
  #last = '/';
  #lastHost: string | null = null;

  /** @param text a source, or the reference itself @param start of the reference in it */
  read(text: string, start = 0, end = text.length): ReadHost {
    let at = start;
    while (at < end && text.charCodeAt(at) <= 0x20) at++;
    if (at === end) return null;
    const first = text.charCodeAt(at);
    if (first === SLASH) {
      const second = at + 1 < end ? text.charCodeAt(at + 1) : 0;
      if (second === SLASH) return this.#authority(text, at + 2, end);
      return isUnusual(second) ? undefined : '';
    }
    if ((first | 0x20) === H) {
      const after = afterScheme(text, at);
      if (after !== -1 && after <= end) return this.#authority(text, after, end);
      return UNUSUAL.test(text.slice(at, Math.min(end, at + NEAR))) ? undefined : '';
    }
    if (first === BACKSLASH || first === AMPERSAND) return undefined;
    SCHEME.lastIndex = at;
    return SCHEME.test(text) && SCHEME.lastIndex <= end ? null : '';
  }

  #authority(text: string, start: number, end: number): ReadHost {
    // Most references have the host of the one before.
    const lastEnd = start + this.#last.length;
    if (lastEnd < end && text.charCodeAt(lastEnd) === SLASH && text.startsWith(this.#last, start))
      return this.#lastHost;
    let at = start;
    while (at < end && isOfHost(text.charCodeAt(at))) at++;
    const hostEnd = at;
    if (at < end && text.charCodeAt(at) === COLON) {
      at++;
      while (at < end && isDigit(text.charCodeAt(at))) at++;
    }
    const after = at === end ? SLASH : text.charCodeAt(at);
    if (hostEnd === start || (after !== SLASH && after !== QUESTION && after !== HASH)) return undefined;
    this.#last = text.slice(start, hostEnd);
    return (this.#lastHost = this.hostOf(this.#last));
  }

  /** The public host that an authority names, without its port; null if it is none. */
  hostOf(authority: string): string | null {
    const known = this.#known.get(authority);
    if (known !== undefined) return known;
    const host = isPlain(authority) ? authority : canonicalHost(`http://${authority}/`);
    // A name without a dot is not public.
    const read = host !== null && /[.:]/.test(host) ? host : null;
    if (this.#known.size < MAX_KNOWN) this.#known.set(authority, read);
    return read;
  }
}

/** The offset after `http://` or `https://`; -1 if the text has neither there. */
function afterScheme(text: string, at: number): number {
  if (text.startsWith('https://', at)) return at + 8;
  if (text.startsWith('http://', at)) return at + 7;
  HTTP.lastIndex = at;
  return HTTP.test(text) ? HTTP.lastIndex : -1;
}

/** A host that every reader of URLs leaves as it is. */
const PLAIN = /^(?:[a-z\d][a-z\d-]{0,62}\.)+[a-z]{2,63}$/;
const MAX_PLAIN = 253;

function isPlain(authority: string): boolean {
  return authority.length <= MAX_PLAIN && PLAIN.test(authority) && !authority.includes('xn--');
}

function isOfHost(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || isDigit(unit) || unit === DOT || unit === DASH;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Tells whether a URL parser takes a character for a slash or leaves it out, or whether it may begin a character reference. */
function isUnusual(unit: number): boolean {
  return unit === BACKSLASH || unit === AMPERSAND || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}
