import type { Gap } from './align.ts';
import { MAX_SLOTS, type Slot } from './noise.ts';
import { KIND } from './tokens.ts';
import type { MaskedPair } from './value-gaps.ts';

/** Comparisons in succession that find a value unchanged before it is content again. */
const MAX_STOOD = 4;
const MAX_DIFFERED = 255;

/** True if values of a slot differed or stood from one source to the next. */
interface SlotUse {
  differed: boolean;
  stood: boolean;
}

/** The use of each slot that has values on both sides at the same position. */
export type SlotUses = ReadonlyMap<Slot, SlotUse>;

/** Two sources. */
export interface SourcePair {
  readonly a: string;
  readonly b: string;
}

/** Calls back for each pair of values that are noise on both sides at the same position. */
export function forMaskedPairs(
  { a, b }: MaskedPair,
  gaps: readonly Gap[],
  visit: (aIndex: number, bIndex: number, slot: Slot) => void,
): void {
  let next = 0;
  /** How much farther tokens are in `b` than in `a`, between gaps. */
  let offset = 0;
  for (const [position, aIndex] of a.masked.entries()) {
    for (let gap = gaps[next]; gap !== undefined && gap.aEnd <= aIndex; gap = gaps[next]) {
      offset = gap.bEnd - gap.aEnd;
      next++;
    }
    const gap = gaps[next];
    const slot = a.slots[position];
    const bIndex = aIndex + offset;
    if (slot === undefined || (gap !== undefined && gap.aStart <= aIndex)) continue;
    if (b.kinds[bIndex] === KIND.noise) visit(aIndex, bIndex, slot);
  }
}

export function countUses(sources: SourcePair, pair: MaskedPair, gaps: readonly Gap[]): SlotUses {
  const uses = new Map<Slot, SlotUse>();
  forMaskedPairs(pair, gaps, (aIndex, bIndex, slot) => {
    const use = uses.get(slot) ?? { differed: false, stood: false };
    uses.set(slot, use);
    const { a, b } = pair;
    const before = sources.a.slice(a.starts[aIndex], a.starts[aIndex + 1]);
    const after = sources.b.slice(b.starts[bIndex], b.starts[bIndex + 1]);
    if (before === after) use.stood = true;
    else use.differed = true;
  });
  return uses;
}

/**
 * Slots by the shorter context in which one value stood and another one differed: since they were learnt, content has come that
 * stands alike. They have to be learnt again, by the longer context.
 */
export function ambiguousSlots(uses: SlotUses): readonly Slot[] {
  return [...uses].filter(([slot, use]) => !slot.isLong && use.differed && use.stood).map(([slot]) => slot);
}

/** Key of a slot: slots with the same key mask values at the same positions. */
export function slotKey({ isLong, context, end }: Slot): string {
  return `${isLong ? 'l' : 's'}${context}.${end}`;
}

/**
 * Slots after a comparison: those on the compared pages first, without those whose values stood for too long.
 *
 * @param former slots before it
 * @param present slots on the pages, the newest page first
 */
export function updatedSlots(
  former: readonly Slot[],
  present: readonly Slot[],
  uses: SlotUses,
): readonly Slot[] {
  const result = new Map<string, Slot>();
  for (const slot of [...present, ...former]) {
    const key = slotKey(slot);
    const same = result.get(key);
    if (same !== undefined) {
      result.set(key, { ...same, forms: same.forms | slot.forms });
      continue;
    }
    if (result.size === MAX_SLOTS) break;
    const use = uses.get(slot);
    if (use === undefined) result.set(key, slot);
    else if (use.differed) {
      result.set(key, { ...slot, differed: Math.min(MAX_DIFFERED, slot.differed + 1), stood: 0 });
    } else if (slot.stood + 1 < MAX_STOOD) result.set(key, { ...slot, stood: slot.stood + 1 });
  }
  return [...result.values()];
}
