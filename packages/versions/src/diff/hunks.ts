import type { Gap } from '../align.ts';
import { forMaskedPairs } from '../slot-uses.ts';
import { alignTokens } from '../align.ts';
import type { Noise } from '../noise.ts';
import { diffItems } from './bounded-diff.ts';
import { CONTEXT, type Lines, linesOfBoth, lineText, markedLines } from './lines.ts';

/** How exactly two sources were compared. */
export type DiffUnit =
  /** Lines, the fewest that differ. */
  | 'lines'
  /** Lines, perhaps more than differ: the sources differ in so many that the fewest would take too long. */
  | 'coarse lines'
  /** Everything from the first difference on: it has too many lines. */
  | 'source';

/** Lines that differ, close to each other, with those around them. Its ends are ranges of lines of the compared parts. */
export interface Hunk extends Gap {
  /** Lines that differ. */
  readonly changes: readonly Gap[];
}

export interface LineDiff {
  readonly a: Lines;
  readonly b: Lines;
  readonly hunks: readonly Hunk[];
  readonly unit: DiffUnit;
  /** Values that change on every visit, differ between the sources and do not count as a difference. */
  readonly leftOut: number;
}

export function lineDiff(aSource: string, bSource: string, noise: Noise): LineDiff {
  const { a, b } = linesOfBoth(aSource, bSource, noise);
  const isCut = a.isCut || b.isCut;
  const { gaps, isShortest } = isCut ? wholeGap(a, b) : diffItems(markedLines(a), markedLines(b));
  return {
    a,
    b,
    hunks: hunksOf(gaps, a, b),
    unit: isCut ? 'source' : isShortest ? 'lines' : 'coarse lines',
    leftOut: countLeftOut(a, b),
  };
}

/** All lines from the first one that differs. */
function wholeGap(a: Lines, b: Lines): { readonly gaps: readonly Gap[]; readonly isShortest: boolean } {
  const aLines = a.starts.length - 1;
  const bLines = b.starts.length - 1;
  let line = 0;
  while (line < aLines && line < bLines && lineText(a, line) === lineText(b, line)) line++;
  return { gaps: [{ aStart: line, aEnd: aLines, bStart: line, bEnd: bLines }], isShortest: false };
}

function hunksOf(gaps: readonly Gap[], a: Lines, b: Lines): readonly Hunk[] {
  const hunks: { changes: Gap[] }[] = [];
  for (const gap of gaps) {
    const last = hunks.at(-1)?.changes;
    if (last !== undefined && gap.aStart - (last.at(-1)?.aEnd ?? 0) <= 2 * CONTEXT) last.push(gap);
    else hunks.push({ changes: [gap] });
  }
  return hunks.flatMap(({ changes }) => {
    const [first] = changes;
    const last = changes.at(-1);
    if (first === undefined || last === undefined) return [];
    const before = Math.min(CONTEXT, first.aStart, first.bStart);
    const after = Math.min(CONTEXT, a.starts.length - 1 - last.aEnd, b.starts.length - 1 - last.bEnd);
    return [
      {
        changes,
        aStart: first.aStart - before,
        aEnd: last.aEnd + after,
        bStart: first.bStart - before,
        bEnd: last.bEnd + after,
      },
    ];
  });
}

function countLeftOut(a: Lines, b: Lines): number {
  if (a.tokens === undefined || b.tokens === undefined || a.tokens.masked.length === 0) return 0;
  const pair = { a: a.tokens, b: b.tokens };
  let count = 0;
  forMaskedPairs(pair, alignTokens(pair.a, pair.b), (aIndex, bIndex) => {
    const before = a.source.slice(pair.a.starts[aIndex], pair.a.starts[aIndex + 1]);
    if (before !== b.source.slice(pair.b.starts[bIndex], pair.b.starts[bIndex + 1])) count++;
  });
  return count;
}
