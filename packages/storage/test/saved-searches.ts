// Saved searches of tests, and a consumer of their events.
import { type Expression, simplify, sourceText } from '@sitegrep/search';
import type { DomainIndex } from '../src/domains.ts';
import type { NewSearch, SearchEvent } from '../src/searches/saved-searches.ts';
import { BY_DOMAIN } from './conformance/documents.ts';
import { pageQuery } from './conformance/query-walks.ts';

/** A search for a text in sources. */
export function searchFor(id: string, level: 'domain' | 'page', text: string): NewSearch {
  return { id, level, where: simplify(sourceText(text), level), definition: { text }, at: 1_700_000_000_000 };
}

/** Reads all events in their order. */
export class EventConsumer {
  readonly events: SearchEvent[] = [];
  readonly #limit: number;

  /** @param limit events that are read at a time */
  constructor(limit = 7) {
    this.#limit = limit;
  }

  async read({ searches }: Pick<DomainIndex, 'searches'>): Promise<void> {
    for (;;) {
      const some = await searches.events({ after: this.events.at(-1)?.number ?? 0, limit: this.#limit });
      this.events.push(...some);
      if (some.length === 0) return;
    }
  }

  /** Kinds of the events of a search and a domain, in their order. */
  kindsOf(search: string, domain: string): readonly string[] {
    return this.events
      .filter((one) => one.search === search && one.domain === domain)
      .map(({ kind }) => kind);
  }
}

const FROM_START = { kind: 'offset', offset: 0 } as const;

function fulfilling(search: string): Expression {
  return {
    kind: 'condition',
    condition: { kind: 'in_list', field: 'saved', values: [search], negated: false },
  };
}

/** Domains that fulfil a saved search, in their order. */
export async function domainsOf(index: DomainIndex, search: string): Promise<readonly string[]> {
  const where = simplify(fulfilling(search), 'domain');
  const query = { level: 'domain', where, order: BY_DOMAIN, limit: 10_000, from: FROM_START } as const;
  return (await index.search(query)).hits.map(({ domain }) => domain);
}

/** URLs of the pages that fulfil one, in their order. */
export async function pagesOf(index: DomainIndex, search: string): Promise<readonly string[]> {
  const { hits } = await index.search(pageQuery(fulfilling(search)));
  return hits.map(({ url }) => url);
}
