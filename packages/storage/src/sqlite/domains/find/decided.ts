import { type Expression, type IndexedText, isIndexed, isOfSource, type TimeSpan } from '@sitegrep/search';
import { intersection, union, without } from '@sitegrep/segments';
import { isOrderField } from '@sitegrep/site';
import type { ChangeFinder } from '../changes/change-finder.ts';
import type { LookedPage } from '../look.ts';
import type { DomainRow } from '../rows.ts';
import type { Matches, Sites } from '../sites.ts';
import { type SoughtText, type TextMatcher, UNIT } from '../text-matches.ts';
import { type ConditionParts, openConditions } from './conditions.ts';
import { openKeywords } from './keywords.ts';
import type { PageSets } from './page-sets.ts';
import type { StandingTimes } from './standing.ts';

export interface DecidedParts extends ConditionParts {
  /** The items of a level by page, with their texts. */
  readonly pages: { page(row: DomainRow, number: number): LookedPage };
  readonly matcher: TextMatcher;
  readonly sites: Sites;
  readonly pageSets: PageSets;
  readonly changes: ChangeFinder;
  /** When the items of a level by page stood. */
  readonly times: StandingTimes;
  /** Revisions of the domains with a version, stored pages included, that fulfils what the index decides. */
  readonly domainsWithVersion: (of: Expression) => Matches;
}

/**
 * Finds what fulfils an expression that the index, the lists and the facts decide: texts without regard to case, keywords,
 * conditions, and `and`, `or`, `not`, `same_page` and `same_change` of these.
 */
export interface DecidedFinder {
  /** Revisions of domains. @param among only these; null: all */
  domains(where: Expression, among: Matches | null): Matches;
  /** Numbers of pages, or of versions, each of which is looked at by itself. @param among only these; null: all */
  pages(where: Expression, among: Matches | null): Matches;
}

/** Finds what fulfils an expression, at one level. */
type Find = (where: Expression, among: Matches | null) => Matches;

/** Parts that differ between levels. */
interface LevelParts {
  readonly all: () => Matches;
  /** Finds the items with all of some texts and none of others. */
  readonly texts: (all: readonly SoughtText[], none: readonly SoughtText[]) => Matches;
  readonly keyword: (text: string, among: Matches | null) => Matches;
  readonly condition: (where: Expression & { readonly kind: 'condition' }, among: Matches | null) => Matches;
  readonly samePage: (of: Expression, among: Matches | null) => Matches;
  readonly sameChange: (of: Expression, among: Matches | null) => Matches;
  readonly sameVersion: (of: Expression, among: Matches | null) => Matches;
  readonly stood: (span: TimeSpan, among: Matches | null) => Matches;
}

export function openDecidedFinder(parts: DecidedParts): DecidedFinder {
  const { matcher, sites, pageSets, changes, times, rows, checkpoint } = parts;
  const fulfilling = openConditions(parts);
  const keywords = openKeywords({
    factsOf: (revision) => rows.facts(rows.domain('revision', revision)),
    checkpoint,
  });

  const domains: Find = finderOf({
    all: () => sites.all(),
    texts: (all, none) => matcher.domains({ all, none }, checkpoint),
    keyword: (text, among) => keywords.having(text, among ?? sites.all()),
    condition: ({ condition }, among) => fulfilling(condition, among ?? sites.all()),
    samePage: (of, among) => within(pageSets.domainsOf(pages(of, null)), among),
    sameChange: (of, among) => within(domainsWithChange(of), among),
    sameVersion: (of, among) => within(parts.domainsWithVersion(of), among),
    stood() {
      throw new TypeError('a domain stands at no time');
    },
  });

  /** Domains with a change that fulfils something. */
  function domainsWithChange(of: Expression): Matches {
    return changes.domainsOf(changes.find(of, (part) => domains(part, null)));
  }

  /** Pages of the domains that fulfil something. */
  function ofDomains(find: (among: Matches | null) => Matches, among: Matches | null): Matches {
    return pageSets.ofDomains(find(among === null ? null : pageSets.domainsOf(among)), among);
  }

  const pages: Find = finderOf({
    all: () => pageSets.all(),
    texts: (all, none) => matcher.pages({ all, none }, null, checkpoint),
    keyword: (text, among) => ofDomains((some) => keywords.having(text, some ?? sites.all()), among),
    condition: ({ condition }, among) =>
      ofDomains((some) => fulfilling(condition, some ?? sites.all()), among),
    samePage: (of, among) => pages(of, among),
    sameChange: (of, among) => ofDomains((some) => within(domainsWithChange(of), some), among),
    sameVersion: (of, among) => ofDomains((some) => within(parts.domainsWithVersion(of), some), among),
    stood: (span, among) => times.standing(span, among ?? pageSets.all()),
  });

  return { domains, pages };
}

function finderOf(parts: LevelParts): Find {
  const { all, texts, keyword, condition } = parts;

  function find(where: Expression, among: Matches | null): Matches {
    if (among?.length === 0) return among;
    switch (where.kind) {
      case 'constant':
        return where.value ? (among ?? all()) : new Float64Array();
      case 'text':
        return within(texts([indexedText(where)], []), among);
      case 'and':
        return ofAll(where.of, among);
      case 'or': {
        // Each part looks only at what no part before it has.
        let left = among;
        let found: Matches = new Float64Array();
        for (const part of cheapFirst(where.of)) {
          const more = find(part, left);
          found = union(found, more);
          if (left !== null) left = without(left, more);
        }
        return found;
      }
      case 'not':
        return without(among ?? all(), find(where.of, among));
      case 'keyword':
        return keyword(where.text, among);
      case 'condition':
        return condition(where, among);
      case 'same_page':
        return parts.samePage(where.of, among);
      case 'same_change':
        return parts.sameChange(where.of, among);
      case 'same_version':
        return parts.sameVersion(where.of, among);
      case 'version_time':
        return parts.stood(where, among);
      case 'change_label':
      case 'change_time':
      case 'change_by':
      case 'pattern':
      case 'near':
        throw new TypeError(`the index does not decide ${where.kind}`);
    }
  }

  /** Texts of sources are looked up together, which is faster than one by one; then the rest looks at what is left. */
  function ofAll(of: readonly Expression[], among: Matches | null): Matches {
    const isText = (part: Expression): boolean => part.kind === 'text' && isOfSource(part.scope);
    const [own, rest] = [of.filter(isText), of.filter((part) => !isText(part))];
    const excluded = rest.filter((part) => part.kind === 'not' && isText(part.of));
    const further = rest.filter((part) => !excluded.includes(part));
    const none = excluded.map((part) => indexedText(part.kind === 'not' ? part.of : part));
    // Excluded texts alone would be a search among everything, also where there is little.
    const isSearched = own.length > 0 || (none.length > 0 && among === null && further.length === 0);
    const found = isSearched ? within(texts(own.map(indexedText), none), among) : among;
    const left = isSearched ? further : rest;
    return cheapFirst(left).reduce<Matches | null>((some, part) => find(part, some), found) ?? all();
  }

  return find;
}

function within(found: Matches, among: Matches | null): Matches {
  return among === null ? found : intersection(found, among);
}

function indexedText(part: Expression): IndexedText {
  if (part.kind === 'text' && isIndexed(part, UNIT)) return part;
  throw new TypeError('the index knows texts without regard to case');
}

function cheapFirst(parts: readonly Expression[]): readonly Expression[] {
  return parts.toSorted((a, b) => costOf(a) - costOf(b));
}

/** Texts are looked up in the index, values in lists; names are compared one by one, and facts are read. */
function costOf(part: Expression): number {
  switch (part.kind) {
    case 'constant':
    case 'text':
      return 0;
    case 'and':
    case 'or':
      return Math.max(...part.of.map(costOf));
    case 'not':
    case 'same_page':
      return costOf(part.of);
    case 'condition':
      if (!isOrderField(part.condition.field)) return 1;
      return part.condition.kind === 'like' && part.condition.field === 'domain' ? 2 : 1;
    case 'same_change':
    case 'change_label':
    case 'change_time':
    case 'change_by':
    case 'same_version':
      return 1;
    case 'keyword':
      return 3;
    case 'version_time':
      return 4;
    case 'pattern':
    case 'near':
      return 5;
  }
}
