// Results of a search by the query language as the API shows them.
import {
  answerFields,
  type FoundDomain,
  type FoundItem,
  type FoundMatch,
  type FoundPage,
  type FoundVersion,
} from '@sitegrep/contract';
import type { Level, Query } from '@sitegrep/search';
import { type RecordField, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import {
  type DomainHit,
  type ExtractedValue,
  type Hits,
  type PageHit,
  type ReadOfHit,
  shownChange,
  shownPage,
  shownVersion,
  type VersionHit,
} from '@sitegrep/storage';
import type { Addition } from './item-answer.ts';

/** Parts of its hits that a query reads out of sources. */
interface ShownOfSources {
  /** Maximum matches of an item. */
  readonly maxMatches: number;
  /** Names of the values that are read, in their order. */
  readonly names: readonly string[];
}

const FOUND: {
  readonly [L in Level]: (hit: Hits[L], fields: readonly RecordField[], shown: ShownOfSources) => FoundItem;
} = { domain: foundDomain, page: foundPage, version: foundVersion, change: shownChange };

/** Makes items of the hits of a query. @param fields further fields, of those that its items have */
export function foundItems<L extends Level>(
  query: Query<L>,
  fields: readonly RecordField[],
): (hit: Hits[L]) => FoundItem {
  const itemOf = FOUND[query.level];
  const shown = shownOfSources(query);
  return (hit) => itemOf(hit, fields, shown);
}

/** Makes the properties that items of a query have besides their fields. */
export function additionsOf(query: Query): Addition {
  const shown = shownOfSources(query);
  return (read) => readOf(read, shown);
}

function shownOfSources({ snippets, extract = [] }: Query): ShownOfSources {
  return { maxMatches: snippets?.perNeedle ?? 0, names: extract.map(({ as }) => as) };
}

const NOTHING: ShownOfSources = { maxMatches: 0, names: [] };

/** A domain without anything out of its sources. @param fields further fields */
export function knownDomain(hit: DomainHit, fields: readonly RecordField[]): FoundDomain {
  return foundDomain(hit, fields, NOTHING);
}

/** A domain that matches: every field is there, unknown ones are null. */
function foundDomain(hit: DomainHit, fields: readonly RecordField[], shown: ShownOfSources): FoundDomain {
  return {
    type: 'domain_technology_item',
    ...answerFields(SEARCH_RESULT_FIELDS, hit),
    ...(fields.length === 0 ? {} : answerFields(fields, hit)),
    ...readOf(hit, shown),
  };
}

/** A page that matches. */
function foundPage(hit: PageHit, _: readonly RecordField[], shown: ShownOfSources): FoundPage {
  return {
    ...shownPage(hit),
    ...readOf(hit, shown),
  };
}

/** A version of a page that matches. */
function foundVersion(hit: VersionHit, _: readonly RecordField[], shown: ShownOfSources): FoundVersion {
  return {
    ...shownVersion(hit),
    ...readOf(hit, shown),
  };
}

/** The parts of a hit that were read out of its sources. */
function readOf(
  { matches, extracted }: ReadOfHit,
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
