import { alignTokens } from './align.ts';
import { longContextAt, shortContext, shortContextAt } from './contexts.ts';
import { endAfter, isMaskable, maskRanges, maskTokens, type MaskedTokens } from './mask.ts';
import type { Slot } from './noise.ts';
import { type SlotUses, updatedSlots } from './slot-uses.ts';
import { KIND, type Tokens } from './tokens.ts';
import { aRange, bRange, type MaskedPair, type NoiseGap, valueGaps } from './value-gaps.ts';

/** Rounds of learning: in each one some values cannot be told from content, or are not masked as they were meant to be. */
const MAX_ROUNDS = 3;

/** The tokens of two sources. */
export interface TokenPair {
  readonly a: Tokens;
  readonly b: Tokens;
}

export function maskBoth({ a, b }: TokenPair, slots: readonly Slot[]): MaskedPair {
  return { a: maskTokens(a, slots), b: maskTokens(b, slots) };
}

/** Slots, and what they mask. */
export interface MaskedBySlots {
  readonly slots: readonly Slot[];
  readonly pair: MaskedPair;
}

/**
 * The slots of a page after values were found to be noise, and both sources masked by them.
 *
 * @param former slots before, by which the sources are masked
 * @param pair the sources, masked by them
 * @param noise gaps between these, the values of which are noise
 */
export function learnSlots(
  tokens: TokenPair,
  { slots: former, pair }: MaskedBySlots,
  noise: readonly NoiseGap[],
  uses: SlotUses,
): MaskedBySlots {
  let slots = updatedSlots(former, slotsOf(pair, noise), uses);
  if (noise.length === 0 && slots.length === former.length) return { slots, pair };
  let masked = maskBoth(tokens, slots);
  const { starts } = pair.b;
  const wanted = new Map([
    ...pair.b.masked.map((index, position) => [starts[index], pair.b.slots[position]?.forms ?? 0] as const),
    ...noise.map(({ bStart, forms }) => [starts[bStart], forms] as const),
  ]);
  for (let round = 1; round < MAX_ROUNDS; round++) {
    // A slot may have masked more than the value from which it was learnt, so that what follows stands in another context.
    const missed = valueGaps(masked, alignTokens(masked.a, masked.b)).flatMap((gap) => {
      let forms = 0;
      for (let index = gap.bStart; index < gap.bEnd; index++)
        forms |= wanted.get(masked.b.starts[index]) ?? 0;
      return forms === 0 ? [] : [{ ...gap, forms }];
    });
    if (missed.length === 0) break;
    slots = updatedSlots(slots, slotsOf(masked, missed), new Map());
    masked = maskBoth(tokens, slots);
  }
  return { slots, pair: masked };
}

/** Slots of both sources if some gaps are noise, those of the later one first. Values that cannot be told from content have none. */
function slotsOf(pair: MaskedPair, noise: readonly NoiseGap[]): readonly Slot[] {
  let clear = noise;
  let described = describe(pair, clear);
  for (let round = 1; described.unclear.size > 0; round++) {
    clear = round === MAX_ROUNDS ? [] : clear.filter((gap) => !described.unclear.has(gap));
    described = describe(pair, clear);
  }
  return described.slots;
}

/** Values that are noise, described by what stands before and after them. */
interface Description {
  readonly slots: readonly Slot[];
  /** Gaps whose values stand exactly as content does. */
  readonly unclear: ReadonlySet<NoiseGap>;
}

/** A slot whose context and end are not known yet. */
const newSlot = (forms: number): Slot => ({
  isLong: true,
  forms,
  context: 0,
  end: 0,
  differed: 1,
  stood: 0,
});

function describe(pair: MaskedPair, noise: readonly NoiseGap[]): Description {
  // What is masked changes the contexts of what stands after it, so that former slots are described anew, too.
  if (noise.length === 0) return { slots: slotsOn(pair), unclear: new Set() };
  const slotsOfGaps = noise.map((gap) => [gap, newSlot(gap.forms)] as const);
  const a = maskRanges(
    pair.a,
    slotsOfGaps.map(([gap, slot]) => ({ ...aRange(gap), slot })),
  );
  const b = maskRanges(
    pair.b,
    slotsOfGaps.map(([gap, slot]) => ({ ...bRange(gap), slot })),
  );
  const gapOf = new Map(slotsOfGaps.map(([gap, slot]) => [slot, gap]));
  const sides = [b, a];
  const content = contentContexts(sides);
  const slots: Slot[] = [];
  const unclear = new Set<NoiseGap>();
  for (const [side, tokens] of sides.entries()) {
    for (const [position, index] of tokens.masked.entries()) {
      const former = tokens.slots[position];
      if (former === undefined) continue;
      const gap = gapOf.get(former);
      const short = shortContextAt(tokens, index);
      const long = longContextAt(tokens, index);
      if (gap === undefined && former.context === (former.isLong ? long : short)) {
        slots.push(former);
        continue;
      }
      const before = side === 0 ? pair.b : pair.a;
      const range = gap === undefined ? undefined : side === 0 ? bRange(gap) : aRange(gap);
      const end = range === undefined ? former.end : endAfter(before, range.end);
      const isClear =
        range === undefined ||
        (before.kinds[range.end] !== KIND.noise && isMaskable(before, range, former.forms));
      if (isClear && !content.short.has(short)) slots.push({ ...former, isLong: false, context: short, end });
      else if (isClear && !content.long.has(long))
        slots.push({ ...former, isLong: true, context: long, end });
      else if (gap !== undefined) unclear.add(gap);
    }
  }
  return { slots, unclear };
}

function slotsOn({ a, b }: MaskedPair): readonly Slot[] {
  return [...new Set([...b.slots, ...a.slots])];
}

/** Contexts in which content stands, of those that noise has. */
function contentContexts(sides: readonly MaskedTokens[]): {
  readonly short: ReadonlySet<number>;
  readonly long: ReadonlySet<number>;
} {
  const wanted = new Set<number>();
  const filter = new Uint8Array(4_096);
  for (const tokens of sides) {
    for (const index of tokens.masked) {
      const context = shortContextAt(tokens, index);
      wanted.add(context);
      filter[context & 4_095] = 1;
    }
  }
  const found = { short: new Set<number>(), long: new Set<number>() };
  for (const tokens of sides) {
    const { hashes, kinds, count } = tokens;
    for (let index = 0, first = 0, second = 0, third = 0; index < count; index++) {
      const short = shortContext(first, second, third);
      first = second;
      second = third;
      third = hashes[index] ?? 0;
      if (filter[short & 4_095] === 0 || !wanted.has(short)) continue;
      if (kinds[index] !== KIND.word && kinds[index] !== KIND.soft) continue;
      found.short.add(short);
      found.long.add(longContextAt(tokens, index));
    }
  }
  return found;
}
