import { RecentlyUsed } from '@sitegrep/segments';
import { fieldMembers, type MembersField } from '@sitegrep/site';
import { wordsOf } from '../../../texts/stored-texts.ts';
import { siteFactsIn } from '../rows.ts';
import { includes, type Matches } from '../text-matches.ts';

/** A condition on the facts of a domain: one of these texts is a member of a field, or this text is among its words. */
export type FactsCondition =
  | { readonly kind: 'members'; readonly field: MembersField; readonly values: readonly string[] }
  | { readonly kind: 'keyword'; readonly text: string };

export interface FactsConditionsParts {
  /** JSON of the facts of a document, by its revision. */
  readonly factsOf: (revision: number) => string;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Known results of a condition. */
interface Known {
  readonly yes: Matches;
  readonly no: Matches;
}

/** Memory for known results of conditions, in bytes. */
const CACHE_BYTES = 32 << 20;
/** Approximate size of a cache entry besides its revisions, in bytes. */
const ENTRY_BYTES = 1_000;
/** Facts that are read between two checks whether the search was aborted. */
const FACTS_AT_A_TIME = 256;

/**
 * Conditions on facts, which no list is sorted by: each document's are read once, and what was found is remembered, since
 * the facts of a revision never change. So later pages of a walk read those of documents that were put meanwhile only.
 */
export function openFactsConditions({ factsOf, checkpoint }: FactsConditionsParts): {
  fulfilling(condition: FactsCondition, matches: Matches): Matches;
} {
  const cache = new RecentlyUsed<Known>(
    CACHE_BYTES,
    (key, { yes, no }) => yes.byteLength + no.byteLength + 2 * key.length + ENTRY_BYTES,
  );
  return {
    fulfilling(condition, matches) {
      const key = JSON.stringify(condition);
      const before = cache.get(key);
      const known =
        before !== undefined && before.yes.length + before.no.length <= bound(matches) ? before : null;
      const test = testOf(condition);
      const [yes, no]: [number[], number[]] = [[], []];
      const found = matches.filter((revision) => {
        if (known !== null && includes(known.yes, revision)) return true;
        if (known !== null && includes(known.no, revision)) return false;
        if ((yes.length + no.length) % FACTS_AT_A_TIME === 0) checkpoint();
        const fulfils = test(factsOf(revision));
        (fulfils ? yes : no).push(revision);
        return fulfils;
      });
      if (yes.length + no.length > 0)
        cache.set(key, { yes: merged(known?.yes, yes), no: merged(known?.no, no) });
      return found;
    },
  };
}

/** Maximum number of known revisions: above it, most are of documents that are gone, or of other searches. */
function bound({ length }: Matches): number {
  return 1_000_000 + 2 * length;
}

function merged(known: Matches | undefined, more: readonly number[]): Matches {
  const all = new Float64Array((known?.length ?? 0) + more.length);
  if (known !== undefined) all.set(known);
  all.set(more, known?.length ?? 0);
  return all.sort();
}

function testOf(condition: FactsCondition): (json: string) => boolean {
  if (condition.kind === 'keyword') {
    return (json) => wordsOf(siteFactsIn(json)).some((words) => words.includes(condition.text));
  }
  const wanted = new Set(condition.values);
  const hints = condition.values.flatMap(hintsOf);
  // Most sites have none of them, which is seen without reading the JSON.
  return (json) =>
    hints.some((hint) => json.includes(hint)) &&
    fieldMembers(condition.field, siteFactsIn(json)).some((member) => wanted.has(member));
}

/** Texts of which the JSON of facts with this member has at least one: it is a text, or a technology's `group.category`. */
function hintsOf(value: string): readonly string[] {
  const parts = value.split('.');
  // Group and category meet at any one of the dots.
  const categories = parts.slice(1).map((_, dot) => parts.slice(dot + 1).join('.'));
  return [JSON.stringify(value), ...categories.map((category) => `${JSON.stringify(category)}:`)];
}
