import {
  and,
  canonicalText,
  type Expression,
  type Level,
  LEVELS,
  necessaryFor,
  simplify,
} from '@sitegrep/search';
import { LRUCache } from 'lru-cache';
import type { ChangeSet } from '../changes/change-finder.ts';
import type { Matches } from '../sites.ts';
import { MATCH_BYTES, UNIT } from '../text-matches.ts';
import { openDecidedFinder, type DecidedParts } from './decided.ts';
import type { SearchBudget } from './standing.ts';
import { openVerifier, type Verification } from './verifier.ts';

/** Matches of a search, and the state of the index in which they were found. */
interface Answer {
  readonly matches: Matches;
  readonly commits: number;
}

/** Approximate size of a cache entry besides its revisions, in bytes. */
const ENTRY_BYTES = 1_000;

/** Levels whose items are found by an index of texts: pages by that of pages, versions by that of the past. */
type ItemLevel = Exclude<Level, 'change'>;

export interface FinderParts extends DecidedParts {
  /** Time of searches, which all finders share. */
  readonly budget: SearchBudget;
}

/** Finds what matches a whole query: by the index, then by lists, rows and facts, then by the sources of what is left. */
export interface Finder {
  /**
   * Revisions of the domains that match; at a level by page, numbers of the pages, or of the versions, that match.
   *
   * @param where in canonical form; at the level `page` also in that of the level `version`
   * @throws QueryTooBroad, WorkTooLarge
   */
  find(where: Expression, level: ItemLevel, verification: Verification): Matches;
  /**
   * The records of changes that match.
   *
   * @throws QueryTooBroad, WorkTooLarge, of the domains of changes
   */
  findChanges(where: Expression, verification: Verification): ChangeSet;
  /** Revisions of the domains that have one of some records. */
  domainsOf(set: ChangeSet): Matches;
  /** Numbers of the pages, or of the versions, that fulfil what the index decides. */
  decided(where: Expression): Matches;
}

export function openFinder(parts: FinderParts): Finder {
  const { changes, budget } = parts;
  const decided = openDecidedFinder(parts);
  const verifier = openVerifier({ ...parts, decided });
  /** Pages of a walk, and searches that are alike, are evaluated once as long as nothing is written. */
  const cache = new LRUCache<string, Answer>({
    maxSize: MATCH_BYTES,
    sizeCalculation: ({ matches }, key) => matches.byteLength + 2 * key.length + ENTRY_BYTES,
  });

  function evaluated(where: Expression, level: ItemLevel, verification: Verification): Matches {
    const { candidates, isExact } = necessaryFor(where, level, UNIT);
    const found = LEVELS[level].isByPage
      ? decided.pages(candidates, null)
      : decided.domains(candidates, null);
    return isExact ? found : verifier.matching(where, level, found, verification);
  }

  function find(where: Expression, level: ItemLevel, verification: Verification): Matches {
    const before = budget.until;
    budget.until = Math.min(before, performance.now() + verification.limits.budgetMs);
    try {
      return found(where, level, verification);
    } finally {
      budget.until = before;
    }
  }

  function found(where: Expression, level: ItemLevel, verification: Verification): Matches {
    // The index keeps the matches of a text itself, and brings them up to date by what was written since.
    if (where.kind === 'text' && !LEVELS[level].isByPage && necessaryFor(where, level, UNIT).isExact)
      return decided.domains(where, null);
    const { commits } = parts.state();
    const key = `${level} ${canonicalText(where)}`;
    const known = cache.get(key);
    if (known?.commits === commits) return known.matches;
    const matches = evaluated(where, level, verification);
    cache.set(key, { matches, commits });
    return matches;
  }

  return {
    find,
    findChanges: (where, verification) =>
      changes.find(where, (part, only) => {
        const { isExact } = necessaryFor(part, 'domain', UNIT);
        // The sources of domains are looked at only where one of their changes fulfils the rest.
        const narrowed = isExact || only === null ? part : and([part, someChange(only)]);
        return find(simplify(narrowed, 'domain'), 'domain', verification);
      }),
    domainsOf: (set) => changes.domainsOf(set),
    decided: (where) => decided.pages(where, null),
  };
}

/** Fulfilled by the domains with a change that fulfils an expression, by whatever it is. */
function someChange(of: Expression): Expression {
  return { kind: 'same_change', of: and([of, { kind: 'change_by', by: 'any' }]) };
}
