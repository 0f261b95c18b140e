// Documents of the conformance suites of storages as sites that are put, and what a plain look at them says of searches.
import type { Expression } from '@sitegrep/search';
import { type DomainDocument, labelsOf } from '@sitegrep/site';
import { foundPages, isFound, type Site } from '../../storage/test/conformance/query-oracle.ts';
import { listsWith } from '../../storage/test/conformance/listed-domains.ts';
import type { DecidedSite } from '../src/index.ts';

/** A document that is put without a visit: it counts from its last one. */
export function siteOf(document: DomainDocument, rank: number): DecidedSite {
  const { domain, facts, pages } = document;
  return {
    domain,
    rank,
    facts,
    labels: labelsOf(document),
    firstVisit: facts.lastVisited,
    pages,
    lists: listsWith(domain),
    hasChange: () => false,
  };
}

/** URL of the first page that shows what a site has of an expression, which it fulfils; null: none does. */
export function firstShown(site: Site, where: Expression): string | null {
  switch (where.kind) {
    case 'text':
    case 'pattern':
    case 'near':
      return foundPages(site, where)[0]?.url ?? null;
    case 'same_page':
      return foundPages(site, where.of)[0]?.url ?? null;
    case 'and':
    case 'or': {
      const urls = where.of.filter((part) => isFound(site, part)).map((part) => firstShown(site, part));
      return urls.filter((url) => url !== null).sort()[0] ?? null;
    }
    case 'not':
    case 'constant':
    case 'keyword':
    case 'condition':
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'version_time':
    case 'same_version':
      return null;
  }
}
