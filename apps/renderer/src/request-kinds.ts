// What is done with a request of a page by its kind: kinds that nothing in the document depends on are left out, and the document
// does not wait for all others.
import type { RequestedHost } from '@sitegrep/facts';

/** Kinds of requests that nothing in a document depends on. */
const UNNEEDED = new Set(['Media', 'TextTrack', 'Prefetch', 'Ping', 'CSPViolationReport', 'SignedExchange']);
/** Kinds that bring text, or what writes it, in lower case. */
const AWAITED = new Set(['navigation', 'document', 'script', 'stylesheet', 'xhr', 'fetch', 'other']);
/** Kinds that a document may show, or wait for by a script, in lower case. What a frame of another origin has does not count. */
const SHOWN = new Set(['image', 'font', 'foreign']);

/**
 * `document`: it navigates the page or a frame. `refuse`: it is not sent. `dot`: it is answered with a picture of one dot, so
 * that scripts which wait for pictures go on. `script`: a script sends it. `send`: any other one.
 */
export type RequestUse = 'document' | 'refuse' | 'dot' | 'script' | 'send';

/** @param kind type of the resource, as Chromium names it @param pictures whether pictures and fonts are fetched */
export function useOf(kind: string, url: URL | null, pictures: boolean): RequestUse {
  if (kind === 'Document') return 'document';
  if (UNNEEDED.has(kind) || (kind === 'Font' && !pictures)) return 'refuse';
  if (!isOfWeb(url)) return 'send';
  if (kind === 'Image' && !pictures) return 'dot';
  return kind === 'XHR' || kind === 'Fetch' ? 'script' : 'send';
}

export function isOfWeb(url: URL | null): url is URL {
  return url?.protocol === 'http:' || url?.protocol === 'https:';
}

/**
 * How a document waits for a request: until it ends (`awaited`), as long as others of its kind come (`shown`), or not at all
 * (`ignored`), as for pings, and for streams, whose messages are followed apart.
 */
export type RequestRole = 'awaited' | 'shown' | 'ignored';

/** @param kind type of the resource, as Chromium names it, in lower case; `navigation`: the page itself; `foreign`: any of a frame of another origin */
export function roleOf(kind: string): RequestRole {
  if (AWAITED.has(kind)) return 'awaited';
  return SHOWN.has(kind) ? 'shown' : 'ignored';
}

/** Maximum pairs of a host and a kind that are noted. */
const MAX_PAIRS = 1_000;

/** The hosts that a page sends requests to, each once for each kind of request. */
export class RequestedHosts {
  readonly #pairs = new Map<string, RequestedHost>();

  /** @param kind as `RequestedHost` has it */
  add(host: string, kind: string): void {
    if (this.#pairs.size < MAX_PAIRS) this.#pairs.set(`${kind} ${host}`, { host, kind });
  }

  all(): readonly RequestedHost[] {
    return [...this.#pairs.values()];
  }
}
