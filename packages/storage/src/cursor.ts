import type { Cursor, OrderField, OrderRule } from '@sitegrep/search';
import type { DomainHit } from './domains.ts';

/** Where a search goes on behind one of its hits. @param offset number of hits before the next one */
export function cursorBehind(order: readonly OrderRule[], hit: DomainHit, offset: number): Cursor {
  return { values: order.map(({ field }) => VALUES[field](hit)), offset };
}

const VALUES: Readonly<Record<OrderField, (hit: DomainHit) => Cursor['values'][number]>> = {
  domain_rank: ({ rank }) => rank,
  domain: ({ domain }) => domain,
  last_visited: ({ facts: { lastVisited } }) =>
    lastVisited === null ? null : Math.floor(lastVisited / 1_000),
  country_iso_code: ({ facts }) => facts.countryIsoCode,
  language_code: ({ facts }) => facts.languageCode,
  content_language_code: ({ facts }) => facts.contentLanguageCode,
};
