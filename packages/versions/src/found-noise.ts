import type { Gap } from './align.ts';
import type { ValueText } from './beside.ts';
import { longContextAt, shortContextAt } from './contexts.ts';
import { endAfter, type MaskedTokens, type ValueRange } from './mask.ts';
import { type Candidate, MAX_CANDIDATES, type Slot } from './noise.ts';
import { type Shape, shapeOf, type VisitTimes } from './shapes.ts';
import type { SourcePair } from './slot-uses.ts';
import { hashOf, KIND, type Tokens } from './tokens.ts';
import { aRange, bRange, type MaskedPair, type NoiseGap, overlap, type ValueGap } from './value-gaps.ts';

/** All that is known before two sources are compared, beside the slots that mask them. */
export interface Known {
  /** Shapes of the values of gaps that may be noise. */
  readonly shapes: GapShapes;
  /** Slots that do not mask them because content stands alike. */
  readonly ambiguous: readonly Slot[];
  readonly candidates: readonly Candidate[];
}

/** Gaps whose values have the shape of noise, ascending; parts of gaps after the gap that joins them. */
export type GapShapes = ReadonlyMap<Gap, Shape>;

/** Noisy values in one short context that tell of the others there. */
const MIN_SIBLINGS = 32;

export function shapesOf(
  sources: SourcePair,
  { a, b }: MaskedPair,
  gaps: readonly ValueGap[],
  times: VisitTimes | undefined,
): GapShapes {
  const shapes = new Map<Gap, Shape>();
  for (const gap of gaps) {
    for (const one of [gap, ...gap.parts]) {
      const before = valueText(sources.a, a, aRange(one));
      const shape = shapeOf(before, valueText(sources.b, b, bRange(one)), times);
      // A part ends where chance has put a character that is in both values, so that its shape is never certain.
      if (shape.forms !== 0) shapes.set(one, one === gap ? shape : { ...shape, isCertain: false });
    }
  }
  return shapes;
}

/** The gaps whose values are noise, ascending; parts of gaps among them. They do not overlap. */
export function noiseAmong(
  sources: SourcePair,
  pair: MaskedPair,
  gaps: readonly ValueGap[],
  known: Known,
): readonly NoiseGap[] {
  const noiseOf = (gap: Gap): readonly NoiseGap[] => {
    const shape = known.shapes.get(gap);
    if (shape === undefined || !(shape.isCertain || isNoise(pair, sources, gap, known))) return [];
    return [{ ...gap, forms: shape.forms }];
  };
  const found = gaps.flatMap((gap) => {
    const whole = noiseOf(gap);
    return whole.length > 0 ? whole : gap.parts.flatMap(noiseOf);
  });
  if (known.candidates.length < MAX_CANDIDATES) return found;
  const siblings = siblingsOf(found, gaps, pair, known.shapes);
  return [...found, ...siblings].sort((one, other) => one.bStart - other.bStart);
}

/**
 * Gaps that stand as many noisy ones do, such as a parameter in each of 300 links. There were more candidates than are kept, so that
 * it is not known how their values differed before.
 */
function siblingsOf(
  found: readonly NoiseGap[],
  gaps: readonly Gap[],
  { b }: MaskedPair,
  shapes: GapShapes,
): readonly NoiseGap[] {
  const counts = new Map<string, number>();
  const positionOf = (gap: Gap): string => `${shortContextAt(b, gap.bStart)}.${endAfter(b, gap.bEnd)}`;
  for (const gap of found) counts.set(positionOf(gap), (counts.get(positionOf(gap)) ?? 0) + 1);
  return gaps.flatMap((gap) => {
    const shape = shapes.get(gap);
    if (shape === undefined || (counts.get(positionOf(gap)) ?? 0) < MIN_SIBLINGS) return [];
    return found.some((other) => overlap(other, gap)) ? [] : [{ ...gap, forms: shape.forms }];
  });
}

/** Tells whether a value that has the shape of noise is noise, by what is known of the page. */
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

function isNoiseAlone({ kinds }: Tokens, { start, end }: ValueRange): boolean {
  return end === start + 1 && kinds[start] === KIND.noise;
}

/**
 * Values that may be noise, as the next comparison will look for them: those with the shape of it that no slot masks.
 *
 * @param pair tokens in which the gaps are
 * @param masked the later source as the next comparison will mask it
 */
export function candidatesOf(
  sources: SourcePair,
  pair: MaskedPair,
  shapes: GapShapes,
  masked: MaskedTokens,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const gap of shapes.keys()) {
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

function valueText(source: string, { starts }: Tokens, { start, end }: ValueRange): ValueText {
  return { source, start: starts[start] ?? 0, end: starts[end] ?? source.length };
}

function valueHash(source: string, tokens: Tokens, range: ValueRange): number {
  const { start, end } = valueText(source, tokens, range);
  return hashOf(source, start, end);
}
