import { pageKey } from './links.ts';

export interface QueuedLink {
  readonly url: URL;
  readonly depth: number;
}

/** The URLs of one site that are still to be fetched, shallow ones first, each page once, a bounded number in all. */
export class LinkQueue {
  readonly #maxUrls: number;
  readonly #seen = new Set<string>();
  /** By depth, in the order they came. */
  readonly #waiting = new Map<number, URL[]>();

  constructor(maxUrls: number) {
    this.#maxUrls = maxUrls;
  }

  /** Notes a page as known, without queueing it. False if it was, or if there were enough. */
  note(url: URL): boolean {
    const key = pageKey(url);
    if (this.#seen.has(key) || this.#seen.size >= this.#maxUrls) return false;
    this.#seen.add(key);
    return true;
  }

  add(url: URL, depth: number): void {
    if (!this.note(url)) return;
    const same = this.#waiting.get(depth);
    if (same === undefined) this.#waiting.set(depth, [url]);
    else same.push(url);
  }

  take(): QueuedLink | null {
    if (this.#waiting.size === 0) return null;
    const depth = Math.min(...this.#waiting.keys());
    const urls = this.#waiting.get(depth) ?? [];
    const url = urls.shift();
    if (urls.length === 0) this.#waiting.delete(depth);
    return url === undefined ? null : { url, depth };
  }

  clear(): void {
    this.#waiting.clear();
  }
}
