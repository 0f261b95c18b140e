import { RecentlyUsed } from '@sitegrep/segments';
import type { SiteFacts } from '@sitegrep/site';
import { technologyKeys, wordsOf } from '../../../facets.ts';
import { includes } from '../matches.ts';
import type { MatchIds } from '../match-cache.ts';

/** What can be asked of the facts of a domain: one of these technologies, or this text among its words. */
export type FactsCondition =
  | { readonly kind: 'technologies'; readonly values: readonly string[] }
  | { readonly kind: 'keyword'; readonly text: string };

export interface FactsConditionsParts {
  /** JSON of the facts of a domain, by the id that matches have. */
  readonly factsOf: (id: number) => string;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** What is known of a condition, ids ascending. */
interface Known {
  readonly yes: MatchIds;
  readonly no: MatchIds;
  /** The state of the index in which it holds; null: it holds for ever. */
  readonly state: number | null;
}

/** Of what is known of conditions, in bytes. */
const KEPT_BYTES = 32 << 20;
/** What an entry costs besides its ids, about. */
const ENTRY_BYTES = 1_000;
/** Facts that are read between two looks at whether the search is still wanted. */
const FACTS_AT_A_TIME = 256;

/**
 * Conditions on facts, which no list is sorted by: each domain's are read once, and what was found is kept. So the pages
 * of a walk read those of domains that were put in between only, if ids are revisions, whose facts never change.
 */
export function openFactsConditions({ factsOf, checkpoint }: FactsConditionsParts): {
  /** @param state a number that changes with the index, or null if what an id stands for never changes */
  fulfilling(condition: FactsCondition, ids: MatchIds, state: number | null): MatchIds;
} {
  const kept = new RecentlyUsed<Known>(
    KEPT_BYTES,
    (key, { yes, no }) => yes.byteLength + no.byteLength + 2 * key.length + ENTRY_BYTES,
  );
  return {
    fulfilling(condition, ids, state) {
      const key = JSON.stringify(condition);
      const before = kept.get(key);
      const known =
        before?.state === state && before.yes.length + before.no.length <= bound(ids) ? before : null;
      const test = testOf(condition);
      const [yes, no]: [number[], number[]] = [[], []];
      const found = ids.filter((id) => {
        if (known !== null && includes(known.yes, id)) return true;
        if (known !== null && includes(known.no, id)) return false;
        if ((yes.length + no.length) % FACTS_AT_A_TIME === 0) checkpoint();
        const fulfils = test(factsOf(id));
        (fulfils ? yes : no).push(id);
        return fulfils;
      });
      if (yes.length + no.length > 0)
        kept.keep(key, { yes: merged(known?.yes, yes), no: merged(known?.no, no), state });
      return found;
    },
  };
}

/** From so many ids on, most that are known are of domains that are gone, or of other searches. */
function bound({ length }: MatchIds): number {
  return 1_000_000 + 2 * length;
}

function merged(known: MatchIds | undefined, more: readonly number[]): MatchIds {
  const all = new Float64Array((known?.length ?? 0) + more.length);
  if (known !== undefined) all.set(known);
  all.set(more, known?.length ?? 0);
  return all.sort();
}

function testOf(condition: FactsCondition): (json: string) => boolean {
  if (condition.kind === 'keyword') {
    return (json) => wordsOf(factsIn(json)).some((words) => words.includes(condition.text));
  }
  const wanted = new Set(condition.values);
  const hints = condition.values.flatMap(hintsOf);
  // Most sites have none of them, which is seen without reading the JSON.
  return (json) =>
    hints.some((hint) => json.includes(hint)) && technologyKeys(factsIn(json)).some((key) => wanted.has(key));
}

/** Of facts with this technology or in this category, the JSON has one of these. */
function hintsOf(value: string): readonly string[] {
  const parts = value.split('.');
  // Group and category meet at any one of the dots.
  const categories = parts.slice(1).map((_, dot) => parts.slice(dot + 1).join('.'));
  return [JSON.stringify(value), ...categories.map((category) => `${JSON.stringify(category)}:`)];
}

function factsIn(json: string): SiteFacts {
  return JSON.parse(json) as SiteFacts;
}
