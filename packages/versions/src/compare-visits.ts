import { alignTokens } from './align.ts';
import { candidatesOf, noiseAmong, shapesOf } from './found-noise.ts';
import { decodeNoise, encodeNoise, type Noise, type Slot } from './noise.ts';
import { markedText, MAX_NOISE_LENGTH } from './normalised.ts';
import type { VisitTimes } from './shapes.ts';
import { ambiguousSlots, countUses, slotKey, type SourcePair } from './slot-uses.ts';
import { learnSlots, maskBoth, type TokenPair } from './slots.ts';
import { readTokens } from './tokens.ts';
import { valueGaps } from './value-gaps.ts';

/** A source that one or more visits saw. */
export interface SeenSource {
  readonly source: string;
  /** Time of the last visit that saw it, in milliseconds since the epoch. Unknown: no value is taken for a time. */
  readonly seenAt?: number;
  /** True if more than one visit in succession saw it, so that none of its values changes on every visit. */
  readonly stood?: boolean;
}

/** Two successive sources of a page, compared. */
export interface ComparedVisits {
  /** Noise of the page from now on. */
  readonly noise: Noise;
  /** True if the sources differ in noise alone, by that noise. */
  readonly isSame: boolean;
  /** True if slots came or went, so that digests by the former noise may not equal those by the new one. */
  readonly slotsChanged: boolean;
}

/**
 * Compares the source of a page with the one that a visit found after it, and learns from both what noise is: a value that differs
 * on three visits in succession, from one to the next and from the first to the third, and has the shape of noise (`shapeOf`). The
 * shape alone decides where it is certain, as that of a nonce.
 *
 * Time is linear in the sources. Equal ones cost a comparison of texts, and so do those longer than `MAX_NOISE_LENGTH`.
 *
 * @param noise noise of the page so far
 */
export function compareVisits(noise: Noise, stored: SeenSource, arrived: SeenSource): ComparedVisits {
  const sources: SourcePair = { a: stored.source, b: arrived.source };
  if (sources.a === sources.b) return { noise, isSame: true, slotsChanged: false };
  if (Math.max(sources.a.length, sources.b.length) > MAX_NOISE_LENGTH) {
    return { noise, isSame: false, slotsChanged: false };
  }
  const { slots, candidates } = decodeNoise(noise);
  const tokens: TokenPair = { a: readTokens(sources.a), b: readTokens(sources.b) };
  const aligned = alignBoth(sources, tokens, slots);
  const ambiguous = ambiguousSlots(aligned.uses);
  const clear = slots.filter((slot) => !ambiguous.includes(slot));
  const { pair, gaps, uses } = ambiguous.length === 0 ? aligned : alignBoth(sources, tokens, clear);
  const values = valueGaps(pair, gaps);
  const shapes = shapesOf(sources, pair, values, timesOf(stored, arrived));
  const found = noiseAmong(sources, pair, values, {
    shapes,
    ambiguous,
    candidates: stored.stood === true ? [] : candidates,
  });
  const learnt = learnSlots(tokens, { slots: clear, pair }, found, uses);
  return {
    noise: encodeNoise({
      slots: learnt.slots,
      candidates: candidatesOf(sources, pair, shapes, learnt.pair.b),
    }),
    isSame: markedText(sources.a, learnt.pair.a) === markedText(sources.b, learnt.pair.b),
    slotsChanged: !maskTheSame(slots, learnt.slots),
  };
}

/** Noise of a page after successive visits. @param sources sources that they found, the oldest first */
export function noiseOf(noise: Noise, ...sources: readonly SeenSource[]): Noise {
  let known = noise;
  for (const [index, arrived] of sources.entries()) {
    const stored = sources[index - 1];
    if (stored !== undefined) known = compareVisits(known, stored, arrived).noise;
  }
  return known;
}

function alignBoth(sources: SourcePair, tokens: TokenPair, slots: readonly Slot[]) {
  const pair = maskBoth(tokens, slots);
  const gaps = alignTokens(pair.a, pair.b);
  return { pair, gaps, uses: countUses(sources, pair, gaps) };
}

function timesOf(stored: SeenSource, arrived: SeenSource): VisitTimes | undefined {
  return stored.seenAt === undefined || arrived.seenAt === undefined
    ? undefined
    : { a: stored.seenAt, b: arrived.seenAt };
}

function maskTheSame(one: readonly Slot[], other: readonly Slot[]): boolean {
  const forms = new Map(one.map((slot) => [slotKey(slot), slot.forms]));
  return forms.size === other.length && other.every((slot) => forms.get(slotKey(slot)) === slot.forms);
}
