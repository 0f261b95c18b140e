// The sites of a crawl that could not be indexed, with reasons.
import type { CrawlItem, CrawlSiteItem } from '@sitegrep/client';
import { domainName } from './shown-names.ts';
import { commandName, counted, formatCount, renderTable } from './terminal.ts';
import { wrapped } from './wrapped.ts';

const MAX_SHOWN = 20;

/** Outcomes that are not a failure. */
const GOOD = new Set(['indexed', 'unchanged']);
/** Outcomes that, if all sites have the same, are probably caused by this machine or its network. */
const OF_THE_NETWORK = new Set(['dns_failed', 'connect_failed', 'tls_failed', 'timed_out']);

/** Whether a site has ended without being searchable. */
export function isFailure({ outcome }: CrawlSiteItem): boolean {
  return outcome !== null && !GOOD.has(outcome);
}

export class FailedSites {
  readonly #first: CrawlSiteItem[] = [];
  readonly #outcomes = new Set<string>();
  #count = 0;
  #ended = 0;

  add(site: CrawlSiteItem): void {
    const { outcome } = site;
    if (outcome === null) return;
    this.#ended += 1;
    if (!isFailure(site)) return;
    this.#count += 1;
    this.#outcomes.add(outcome);
    if (this.#first.length < MAX_SHOWN) this.#first.push(site);
  }

  /** Lines about the failed sites of these crawls, none if there is none. */
  lines(crawls: readonly CrawlItem[]): readonly string[] {
    if (this.#count === 0) return [];
    const columns = [
      { title: 'FAILED SITE', maxWidth: 40 },
      { title: 'OUTCOME' },
      { title: 'REASON', wraps: true },
    ];
    const rows = this.#first.map(({ domain, outcome, reason }) => [
      domainName(domain),
      outcome ?? '',
      reason ?? '',
    ]);
    const more = this.#count - this.#first.length;
    const [id] = crawls.length === 1 ? crawls.map((crawl) => crawl.id) : ['ID'];
    return [
      '',
      renderTable(columns, rows),
      ...(more > 0 ? [`… and ${formatCount(more)} more: ${commandName()} crawls sites ${id} --failed`] : []),
      ...this.#advice(),
    ];
  }

  #advice(): readonly string[] {
    const [outcome = ''] = this.#outcomes;
    if (this.#count < this.#ended || this.#outcomes.size > 1) return [];
    const all = this.#count === 1 ? 'The only site' : `All ${counted(this.#count, 'site')}`;
    if (OF_THE_NETWORK.has(outcome)) {
      return [
        wrapped(`${all} ended as ${outcome}: "${commandName()} doctor" checks the network of this machine.`),
      ];
    }
    if (outcome === 'blocked_address') {
      return [
        wrapped(
          `${all} ended as blocked_address: SITEGREP_ALLOWED_ADDRESSES allows networks that are not public.`,
        ),
      ];
    }
    return [];
  }
}
