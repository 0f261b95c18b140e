import { diffArrays } from 'diff';
import { alignTokens, type Gap } from '../align.ts';

/** Maximum insertions and deletions for which the shortest difference is sought. */
const MAX_EDITS = 1_000;
/** Maximum comparisons of that search: it compares no more than twice the edits times the items. */
const MAX_COMPARISONS = 20_000_000;

/** Items that differ between two lists. */
export interface ItemDiff {
  readonly gaps: readonly Gap[];
  /** True if the difference is the shortest one. */
  readonly isShortest: boolean;
}

/**
 * The items that differ between two lists of texts: the shortest difference, by the algorithm of Myers, or if that would take too
 * long, what `alignTokens` finds in linear time. The bound is one of work, not of time, so that the same lists give the same answer.
 */
export function diffItems(a: readonly string[], b: readonly string[]): ItemDiff {
  const numbers = new Map<string, number>();
  const numbered = (items: readonly string[]): Int32Array =>
    Int32Array.from(items, (item) => {
      const known = numbers.get(item);
      if (known !== undefined) return known;
      numbers.set(item, numbers.size);
      return numbers.size - 1;
    });
  const left = numbered(a);
  const right = numbered(b);
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start++;
  let tail = 0;
  while (tail < shorter - start && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  const aMiddle = left.subarray(start, left.length - tail);
  const bMiddle = right.subarray(start, right.length - tail);
  const shortest = shortestGaps(aMiddle, bMiddle);
  const gaps = shortest ?? alignTokens(asTokens(aMiddle), asTokens(bMiddle));
  return {
    gaps: gaps.map((gap) => ({
      aStart: gap.aStart + start,
      aEnd: gap.aEnd + start,
      bStart: gap.bStart + start,
      bEnd: gap.bEnd + start,
    })),
    isShortest: shortest !== undefined,
  };
}

function shortestGaps(a: Int32Array, b: Int32Array): readonly Gap[] | undefined {
  const items = a.length + b.length;
  if (a.length === 0 || b.length === 0) {
    return items === 0 ? [] : [{ aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length }];
  }
  const maxEditLength = Math.min(MAX_EDITS, Math.floor(MAX_COMPARISONS / (2 * items)));
  const changes = diffArrays([...a], [...b], { maxEditLength });
  if (changes === undefined) return undefined;
  const gaps: Gap[] = [];
  let aAt = 0;
  let bAt = 0;
  for (const { added, removed, count } of changes) {
    if (added || removed) {
      const last = gaps.at(-1);
      const gap = {
        aStart: aAt,
        aEnd: aAt + (removed ? count : 0),
        bStart: bAt,
        bEnd: bAt + (added ? count : 0),
      };
      if (last !== undefined && last.aEnd === aAt && last.bEnd === bAt) {
        gaps[gaps.length - 1] = { ...last, aEnd: gap.aEnd, bEnd: gap.bEnd };
      } else gaps.push(gap);
    }
    if (!added) aAt += count;
    if (!removed) bAt += count;
  }
  return gaps;
}

function asTokens(hashes: Int32Array) {
  return { count: hashes.length, hashes };
}
