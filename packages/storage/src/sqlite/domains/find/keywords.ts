import { LRUCache } from 'lru-cache';
import { wordsOf } from '@sitegrep/texts';
import { siteFactsIn } from '../rows.ts';
import { includes, type Matches } from '../sites.ts';

export interface KeywordsParts {
  /** JSON of the facts of a document, by its revision. */
  readonly factsOf: (revision: number) => string;
  /** Called now and then, may throw. */
  readonly checkpoint: () => void;
}

/** Known results of a keyword. */
interface Known {
  readonly yes: Matches;
  readonly no: Matches;
}

/** Memory for known results, in bytes. */
const CACHE_BYTES = 32 << 20;
/** Approximate size of a cache entry besides its revisions, in bytes. */
const ENTRY_BYTES = 1_000;
/** Facts that are read between two checks whether the search was aborted. */
const FACTS_AT_A_TIME = 256;

/**
 * Texts in title, description and meta keywords, which no list has: the facts of each document are read once, and what was
 * found is remembered, since those of a revision never change. So later pages of a walk read those of documents that were put
 * meanwhile only.
 */
export function openKeywords({ factsOf, checkpoint }: KeywordsParts): {
  /** Those of some documents that have a text among their words. @param text folded */
  having(text: string, among: Matches): Matches;
} {
  const cache = new LRUCache<string, Known>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ yes, no }, text) => yes.byteLength + no.byteLength + 2 * text.length + ENTRY_BYTES,
  });
  return {
    having(text, among) {
      const before = cache.get(text);
      const known =
        before !== undefined && before.yes.length + before.no.length <= bound(among) ? before : null;
      const [yes, no]: [number[], number[]] = [[], []];
      const found = among.filter((revision) => {
        if (known !== null && includes(known.yes, revision)) return true;
        if (known !== null && includes(known.no, revision)) return false;
        if ((yes.length + no.length) % FACTS_AT_A_TIME === 0) checkpoint();
        const has = wordsOf(siteFactsIn(factsOf(revision))).some((words) => words.includes(text));
        (has ? yes : no).push(revision);
        return has;
      });
      if (yes.length + no.length > 0)
        cache.set(text, { yes: merged(known?.yes, yes), no: merged(known?.no, no) });
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
