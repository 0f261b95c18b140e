import type { Gateway } from '@sitegrep/crawl';
import type { PageBudget } from './budget.ts';
import { openPageProxy, type PageProxy } from './page-proxy.ts';

/** The way of a page to the network. */
export interface PageNetwork {
  readonly proxy: PageProxy;
  /** Aborted when the page has received all bytes that it may. */
  readonly sated: AbortSignal;
}

/** The ways of pages to the network, from before their contexts exist, by the ids that Crawlee gives the pages. */
export class PageNetworks {
  readonly #gateway: Gateway;
  readonly #budget: Pick<PageBudget, 'bytes'>;
  readonly #open = new Map<string, PageNetwork>();

  constructor(gateway: Gateway, budget: Pick<PageBudget, 'bytes'>) {
    this.#gateway = gateway;
    this.#budget = budget;
  }

  /** Opens the proxy of a page. @returns its URL */
  async open(id: string): Promise<string> {
    const sated = new AbortController();
    const proxy = await openPageProxy({
      gateway: this.#gateway,
      maxBytes: this.#budget.bytes,
      onExhausted: () => sated.abort(new Error('the page has received all that it may')),
    });
    this.#open.set(id, { proxy, sated: sated.signal });
    return proxy.url;
  }

  of(id: string): PageNetwork | undefined {
    return this.#open.get(id);
  }

  close(id: string): void {
    this.#open.get(id)?.proxy.close();
    this.#open.delete(id);
  }

  closeAll(): void {
    for (const { proxy } of this.#open.values()) proxy.close();
  }
}
