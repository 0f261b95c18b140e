// What is done with a request of a page by its kind: kinds that nothing in the document depends on are left out.

/** Kinds of requests that nothing in a document depends on. */
const UNNEEDED = new Set(['Media', 'TextTrack', 'Prefetch', 'Ping', 'CSPViolationReport', 'SignedExchange']);
/** Kinds that may stay open as long as the page does. */
const LASTING = new Set(['WebSocket', 'EventSource', 'Ping', 'Prefetch', 'Media']);

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

/** Whether the document may wait for a request of this kind. */
export function isAwaited(kind: string): boolean {
  return !LASTING.has(kind);
}
