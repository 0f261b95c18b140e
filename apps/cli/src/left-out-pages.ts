// Pages that a crawl left out because its sites have more than it was to fetch.
import type { CrawlSiteItem } from '@sitegrep/client';
import { leftOutIn } from '@sitegrep/site';
import { domainName } from './shown-names.ts';
import { counted, printable } from './terminal.ts';
import { wrapped } from './wrapped.ts';

/** Sites that are named. */
const MAX_SHOWN = 3;

export class LeftOutPages {
  readonly #first: { readonly domain: string; readonly pages: number; readonly limit: number }[] = [];
  #sites = 0;
  #pages = 0;

  add({ domain, reason }: CrawlSiteItem): void {
    const leftOut = reason === null ? null : leftOutIn(reason);
    if (leftOut === null) return;
    this.#sites += 1;
    this.#pages += leftOut.pages;
    if (this.#first.length < MAX_SHOWN) this.#first.push({ domain, ...leftOut });
  }

  /** Lines that say which pages are missing, none if all linked ones were fetched. */
  lines(): readonly string[] {
    if (this.#sites === 0) return [];
    const lines = this.#first.map(({ domain, pages, limit }) =>
      wrapped(
        `${counted(pages, 'linked page')} of ${printable(domainName(domain))} ${pages === 1 ? 'was' : 'were'} left out (limit ${limit})`,
      ),
    );
    const more = this.#sites - this.#first.length;
    const all = `… and of ${counted(more, 'more site')}: ${counted(this.#pages, 'linked page')} in all`;
    return ['', ...lines, ...(more > 0 ? [all] : []), '--max-pages fetches more'];
  }
}
