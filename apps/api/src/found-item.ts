// Results of a search by the query language as the API shows them.
import {
  answerFields,
  formatTimestamp,
  type FoundDomain,
  type FoundMatch,
  type FoundPage,
} from '@sitegrep/contract';
import { type RecordField, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import type { DomainHit, ExtractedValue, PageHit } from '@sitegrep/storage';

/** Parts of its hits that a query reads out of sources. */
export interface ShownOfSources {
  /** Maximum matches of an item. */
  readonly maxMatches: number;
  /** Names of the values that are read, in their order. */
  readonly names: readonly string[];
}

/**
 * A domain that matches: every field is there, unknown ones are null.
 *
 * @param fields further fields
 */
export function foundDomain(
  hit: DomainHit,
  fields: readonly RecordField[],
  shown: ShownOfSources,
): FoundDomain {
  return {
    type: 'domain_technology_item',
    ...answerFields(SEARCH_RESULT_FIELDS, hit),
    ...(fields.length === 0 ? {} : answerFields(fields, hit)),
    ...readOf(hit, shown),
  };
}

/** A page that matches. */
export function foundPage(hit: PageHit, shown: ShownOfSources): FoundPage {
  return {
    type: 'page_item',
    domain: hit.domain,
    url: hit.url,
    title: hit.title,
    domain_rank: hit.rank,
    fetched_at: formatTimestamp(hit.fetchedAt),
    charset: hit.charset,
    truncated: hit.truncated,
    ...readOf(hit, shown),
  };
}

/** The parts of a hit that were read out of its sources. */
function readOf(
  { matches, extracted }: Pick<DomainHit, 'matches' | 'extracted'>,
  { maxMatches, names }: ShownOfSources,
): Pick<FoundDomain, 'matches' | 'extracted' | 'extracted_cut'> {
  return {
    ...(matches === undefined ? {} : { matches: chosen(matches, maxMatches) }),
    ...(extracted === undefined ? {} : valuesOf(extracted, names)),
  };
}

function valuesOf(
  extracted: readonly ExtractedValue[],
  names: readonly string[],
): Pick<FoundDomain, 'extracted' | 'extracted_cut'> {
  const named = extracted.map((one, index) => ({ ...one, name: names[index] ?? '' }));
  const cut = named.filter((one) => one.cut.length > 0);
  return {
    extracted: Object.fromEntries(named.map(({ name, value }) => [name, value])),
    ...(cut.length === 0 ? {} : { extracted_cut: Object.fromEntries(cut.map((one) => [one.name, one.cut])) }),
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
