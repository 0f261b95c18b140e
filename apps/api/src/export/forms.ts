// What hits become in exports.
import type { DomainItem, FoundDomain, FoundPage } from '@sitegrep/contract';
import type { PageQuery, Query } from '@sitegrep/search';
import type { RecordField } from '@sitegrep/site';
import { cursorAfter, type DomainHit, type PageHit } from '@sitegrep/storage';
import { domainItem } from '../domain-item.ts';
import { foundDomain, foundPage, type ShownOfSources } from '../found-item.ts';
import type { HitForm } from './index.ts';

/** The items of /html-source-code-search. @param fields further fields */
export function domainItems(query: Query, fields: readonly RecordField[]): HitForm<DomainHit, DomainItem> {
  return {
    itemOf: (hit) => domainItem(hit, fields),
    cursorAfter: (hit, offset) => cursorAfter(query.order, hit, offset),
  };
}

/** The domains of /search. @param fields further fields */
export function foundDomains(query: Query, fields: readonly RecordField[]): HitForm<DomainHit, FoundDomain> {
  const shown = shownOf(query);
  return { ...domainItems(query, fields), itemOf: (hit) => foundDomain(hit, fields, shown) };
}

/** The pages of /search. */
export function foundPages(query: PageQuery): HitForm<PageHit, FoundPage> {
  const shown = shownOf(query);
  return {
    itemOf: (hit) => foundPage(hit, shown),
    cursorAfter: ({ sortValues }, offset) => ({ values: sortValues, offset }),
  };
}

function shownOf({ snippets, extract = [] }: Query | PageQuery): ShownOfSources {
  return { maxMatches: snippets?.perNeedle ?? 0, names: extract.map(({ as }) => as) };
}
