import type { RequestedHost } from './rendering.ts';

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
