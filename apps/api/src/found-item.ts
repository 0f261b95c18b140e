// Results of a search by the query language as the API shows them.
import {
  answerFields,
  formatTimestamp,
  type FoundDomain,
  type FoundMatch,
  type FoundPage,
} from '@sitegrep/contract';
import { type RecordField, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import type { DomainHit, PageHit } from '@sitegrep/storage';

/**
 * A domain that matches: every field is there, unknown ones are null.
 *
 * @param fields further fields
 * @param perItem maximum matches
 */
export function foundDomain(hit: DomainHit, fields: readonly RecordField[], perItem: number): FoundDomain {
  return {
    type: 'domain_technology_item',
    ...answerFields(SEARCH_RESULT_FIELDS, hit),
    ...(fields.length === 0 ? {} : answerFields(fields, hit)),
    ...(hit.matches === undefined ? {} : { matches: chosen(hit.matches, perItem) }),
  };
}

/** A page that matches. @param perItem maximum matches */
export function foundPage(hit: PageHit, perItem: number): FoundPage {
  return {
    type: 'page_item',
    domain: hit.domain,
    url: hit.url,
    title: hit.title,
    domain_rank: hit.rank,
    fetched_at: formatTimestamp(hit.fetchedAt),
    charset: hit.charset,
    truncated: hit.truncated,
    ...(hit.matches === undefined ? {} : { matches: chosen(hit.matches, perItem) }),
  };
}

/** Chooses matches, in their order: the first one of each text or pattern, then the second ones, and so on. */
function chosen(matches: readonly FoundMatch[], max: number): readonly FoundMatch[] {
  const counts = new Map<string, number>();
  const ranked = matches.map((match, index) => {
    const sought = JSON.stringify([match.scope, match.term]);
    const before = counts.get(sought) ?? 0;
    counts.set(sought, before + 1);
    return { match, index, before };
  });
  return ranked
    .toSorted((a, b) => a.before - b.before || a.index - b.index)
    .slice(0, max)
    .sort((a, b) => a.index - b.index)
    .map(({ match }) => match);
}
