import type { Gap } from './align.ts';
import { longContextAt, shortContextAt } from './contexts.ts';
import { endAfter, type MaskedTokens, type ValueRange } from './mask.ts';
import { type Candidate, MAX_CANDIDATES, type Slot } from './noise.ts';
import { looksLikeNoise, type VisitTimes } from './shapes.ts';
import type { SourcePair } from './slot-uses.ts';
import { hashOf, KIND, type Tokens } from './tokens.ts';
import { aRange, bRange, type MaskedPair, overlap, type ValueGap } from './value-gaps.ts';

/** All that is known before two sources are compared, beside the slots that mask them. */
export interface Known {
  /** Slots that do not mask them because content stands alike. */
  readonly ambiguous: readonly Slot[];
  readonly candidates: readonly Candidate[];
  readonly times: VisitTimes | undefined;
}

/** Noisy values in one short context that tell of the others there. */
const MIN_SIBLINGS = 32;

/** The gaps whose values are noise, ascending; parts of gaps among them. They do not overlap. */
export function noiseAmong(
  sources: SourcePair,
  pair: MaskedPair,
  gaps: readonly ValueGap[],
  known: Known,
): readonly Gap[] {
  const found = gaps.flatMap((gap) => {
    if (isNoise(pair, sources, gap, known) || looksNoisy(sources, pair, gap, known.times)) return [gap];
    // How a part looks tells nothing: it ends where chance has put a character that is in both values.
    return gap.parts.filter((part) => isNoise(pair, sources, part, known));
  });
  if (known.candidates.length < MAX_CANDIDATES) return found;
  const siblings = siblingsOf(found, gaps, pair);
  return [...found, ...siblings].sort((one, other) => one.bStart - other.bStart);
}

/**
 * Gaps that stand as many noisy ones do, such as a parameter in each of 300 links. There were more candidates than are kept, so that
 * it is not known how their values differed before.
 */
function siblingsOf(found: readonly Gap[], gaps: readonly Gap[], { b }: MaskedPair): readonly Gap[] {
  const counts = new Map<string, number>();
  const positionOf = (gap: Gap): string => `${shortContextAt(b, gap.bStart)}.${endAfter(b, gap.bEnd)}`;
  for (const gap of found) counts.set(positionOf(gap), (counts.get(positionOf(gap)) ?? 0) + 1);
  return gaps.filter(
    (gap) =>
      !found.some((other) => overlap(other, gap)) && (counts.get(positionOf(gap)) ?? 0) >= MIN_SIBLINGS,
  );
}

/** Tells whether a value is noise by what is known of the page. */
function isNoise({ a, b }: MaskedPair, sources: SourcePair, gap: Gap, known: Known): boolean {
  if (isNoiseAlone(a, aRange(gap)) || isNoiseAlone(b, bRange(gap))) return true;
  const end = endAfter(a, gap.aEnd);
  const aShort = shortContextAt(a, gap.aStart);
  const bShort = shortContextAt(b, gap.bStart);
  if (
    known.ambiguous.some((slot) => slot.end === end && (slot.context === aShort || slot.context === bShort))
  ) {
    return true;
  }
  const context = longContextAt(a, gap.aStart);
  const value = valueHash(sources.b, b, bRange(gap));
  return known.candidates.some((one) => one.context === context && one.end === end && one.value !== value);
}

function looksNoisy(
  sources: SourcePair,
  { a, b }: MaskedPair,
  gap: ValueGap,
  times: VisitTimes | undefined,
): boolean {
  return looksLikeNoise(valueText(sources.a, a, aRange(gap)), valueText(sources.b, b, bRange(gap)), times);
}

function isNoiseAlone({ kinds }: Tokens, { start, end }: ValueRange): boolean {
  return end === start + 1 && kinds[start] === KIND.noise;
}

/**
 * Values that may be noise, as the next comparison will look for them: those of all gaps that no slot masks.
 *
 * @param pair tokens in which the gaps are
 * @param masked the later source as the next comparison will mask it
 */
export function candidatesOf(
  sources: SourcePair,
  pair: MaskedPair,
  gaps: readonly ValueGap[],
  masked: MaskedTokens,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const gap of gaps.flatMap((gap) => [gap, ...gap.parts])) {
    const start = pair.b.starts[gap.bStart] ?? 0;
    const index = indexAt(masked, start);
    // A slot that was learnt from another gap may mask this one, too.
    if (masked.starts[index] !== start || masked.kinds[index] === KIND.noise) continue;
    if (candidates.length === MAX_CANDIDATES) break;
    candidates.push({
      context: longContextAt(masked, index),
      end: endAfter(pair.b, gap.bEnd),
      value: valueHash(sources.a, pair.a, aRange(gap)),
    });
  }
  return candidates;
}

/** Index of the token that begins at an offset. */
function indexAt({ starts, count }: Tokens, offset: number): number {
  let low = 0;
  for (let high = count; low < high;) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function valueText(
  source: string,
  { starts }: Tokens,
  { start, end }: ValueRange,
): {
  readonly source: string;
  readonly start: number;
  readonly end: number;
} {
  return { source, start: starts[start] ?? 0, end: starts[end] ?? source.length };
}

function valueHash(source: string, tokens: Tokens, range: ValueRange): number {
  const { start, end } = valueText(source, tokens, range);
  return hashOf(source, start, end);
}
