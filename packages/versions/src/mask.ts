import { longContextAt, shortContext } from './contexts.ts';
import { hasForm, MAX_VALUE_LENGTH } from './forms.ts';
import type { Slot } from './noise.ts';
import { KIND, type Tokens } from './tokens.ts';

/** Tokens in which each value that is noise is one token of the kind `noise`. */
export interface MaskedTokens extends Tokens {
  /** Indexes of the tokens that are noise, ascending. */
  readonly masked: readonly number[];
  /** The slot of each of `masked`. */
  readonly slots: readonly Slot[];
}

/** Hash that stands for noise. */
const NOISE_HASH = 0x5bd1e995;
/** Maximum tokens of a value that is noise. */
const MAX_VALUE_TOKENS = 4_096;
/** Maximum runs of white space in it, so that sentences are content: "28 Nov 2026 10:31" has three. */
const MAX_VALUE_SPACES = 4;

/** Slots by the lower half of their contexts, which is that of the short context. */
class SlotTable {
  readonly #slots = new Map<number, Slot[]>();
  /** A bit for each context that has slots, by its lower bits: nearly all tokens need no look-up. */
  readonly filter = new Uint8Array(4_096);

  constructor(slots: readonly Slot[]) {
    for (const slot of slots) {
      const half = slot.context & 0xffff;
      const others = this.#slots.get(half);
      if (others === undefined) this.#slots.set(half, [slot]);
      else others.push(slot);
      this.filter[slot.context & 4_095] = 1;
    }
  }

  /** The slots of values that may begin at the token after `count` ones. */
  at(short: number, hashes: Int32Array, count: number): readonly Slot[] {
    const slots = this.#slots.get(short & 0xffff) ?? [];
    if (slots.length === 0) return slots;
    const long = slots.some((slot) => slot.isLong) ? longContextAt({ hashes }, count) : 0;
    return slots.filter((slot) => slot.context === (slot.isLong ? long : short));
  }
}

/** Masks the values that are noise. */
export function maskTokens(tokens: Tokens, slots: readonly Slot[]): MaskedTokens {
  if (slots.length === 0) return { ...tokens, masked: [], slots };
  const table = new SlotTable(slots);
  const { filter } = table;
  const { count, kinds, hashes } = tokens;
  const output = new MaskedOutput(tokens);
  let first = 0;
  let second = 0;
  let third = 0;
  for (let index = 0; index < count;) {
    const short = shortContext(first, second, third);
    first = second;
    second = third;
    const kind = kinds[index];
    if (filter[short & 4_095] === 1 && (kind === KIND.word || kind === KIND.soft)) {
      output.copyTo(index);
      const slotsHere = table.at(short, output.hashes, output.count);
      const found = longestValue(tokens, index, slotsHere);
      const slot = found === undefined ? undefined : slotsHere[found.index];
      if (found !== undefined && slot !== undefined) {
        output.mask(found.end, slot);
        index = found.end;
        third = NOISE_HASH;
        continue;
      }
    }
    third = hashes[index++] ?? 0;
  }
  return output.end();
}

/** A range of tokens that is a value. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
}

/** Masks given values besides those that are masked. @param ranges ascending; they do not overlap, and may hold masked tokens */
export function maskRanges(
  tokens: MaskedTokens,
  ranges: readonly (ValueRange & { readonly slot: Slot })[],
): MaskedTokens {
  const output = new MaskedOutput(tokens);
  let position = 0;
  const copyMasked = (end: number): void => {
    for (
      let index = tokens.masked[position];
      index !== undefined && index < end;
      index = tokens.masked[position]
    ) {
      const slot = tokens.slots[position++];
      output.copyTo(index);
      if (slot !== undefined) output.mask(index + 1, slot);
    }
  };
  for (const { start, end, slot } of ranges) {
    copyMasked(start);
    output.copyTo(start);
    output.mask(end, slot);
    while ((tokens.masked[position] ?? Infinity) < end) position++;
  }
  copyMasked(tokens.count);
  return output.end();
}

/** Tells whether a range of tokens may be one value: one or more words, no separators, hardly any white space. */
export function isValue({ kinds }: Tokens, { start, end }: ValueRange): boolean {
  if (end <= start || end - start > MAX_VALUE_TOKENS) return false;
  if (kinds[start] === KIND.space || kinds[end - 1] === KIND.space) return false;
  let spaces = 0;
  for (let index = start; index < end; index++) {
    const kind = kinds[index];
    if (kind === KIND.hard) return false;
    if (kind === KIND.space && ++spaces > MAX_VALUE_SPACES) return false;
  }
  return true;
}

/** Hash of the token after a value; 0 at the end of the source. */
export function endAfter({ hashes, count }: Tokens, end: number): number {
  return end < count ? (hashes[end] ?? 0) : 0;
}

/** Tells whether a slot with the end of a range would mask exactly that range. @param forms forms of the slot */
export function isMaskable(tokens: Tokens, { start, end }: ValueRange, forms: number): boolean {
  return longestValue(tokens, start, [{ end: endAfter(tokens, end), forms }])?.end === end;
}

/**
 * The longest of the values that begin at a token and belong to one of some slots. The value of a slot ends before the first
 * token that its end tells, with no separator before, and has a form of the slot.
 */
function longestValue(
  tokens: Tokens,
  start: number,
  slots: readonly Pick<Slot, 'end' | 'forms'>[],
): { readonly index: number; readonly end: number } | undefined {
  let found: { index: number; end: number } | undefined;
  if (slots.length === 0) return found;
  const { count, kinds } = tokens;
  const open = new Map(slots.entries());
  let spaces = 0;
  const last = Math.min(count, start + MAX_VALUE_TOKENS);
  for (let end = start + 1; end <= last && open.size > 0; end++) {
    if (kinds[end - 1] !== KIND.space) {
      const after = endAfter(tokens, end);
      for (const [index, slot] of open) {
        if (slot.end !== after) continue;
        open.delete(index);
        if (hasForm(textOfRange(tokens, { start, end }), slot.forms)) found = { index, end };
      }
    }
    if (end === count || kinds[end] === KIND.hard) break;
    if (kinds[end] === KIND.space && ++spaces > MAX_VALUE_SPACES) break;
  }
  return found;
}

/** Text of a value, or so much of it that it is too long for one that no name tells. */
function textOfRange({ source, starts }: Tokens, { start, end }: ValueRange): string {
  const from = starts[start] ?? 0;
  return source.slice(from, Math.min(starts[end] ?? source.length, from + MAX_VALUE_LENGTH + 1));
}

/** Tokens copied from others, but for those that are masked. */
class MaskedOutput {
  count = 0;
  readonly hashes: Int32Array;
  readonly #input: Tokens;
  readonly #starts: Uint32Array;
  readonly #kinds: Uint8Array;
  readonly #masked: number[] = [];
  readonly #slots: Slot[] = [];
  /** Tokens of the input that were copied or masked. */
  #done = 0;

  constructor(input: Tokens) {
    this.#input = input;
    this.hashes = new Int32Array(input.count);
    this.#starts = new Uint32Array(input.count + 1);
    this.#kinds = new Uint8Array(input.count);
  }

  /** Copies the tokens before one of the input. */
  copyTo(index: number): void {
    const { hashes, starts, kinds } = this.#input;
    this.hashes.set(hashes.subarray(this.#done, index), this.count);
    this.#starts.set(starts.subarray(this.#done, index), this.count);
    this.#kinds.set(kinds.subarray(this.#done, index), this.count);
    this.count += index - this.#done;
    this.#done = index;
  }

  /** Masks the tokens before one of the input that were not copied. */
  mask(index: number, slot: Slot): void {
    this.#masked.push(this.count);
    this.#slots.push(slot);
    this.#starts[this.count] = this.#input.starts[this.#done] ?? 0;
    this.hashes[this.count] = NOISE_HASH;
    this.#kinds[this.count] = KIND.noise;
    this.count += 1;
    this.#done = index;
  }

  end(): MaskedTokens {
    this.copyTo(this.#input.count);
    const { count } = this;
    const starts = this.#starts.subarray(0, count + 1);
    starts[count] = this.#input.starts[this.#input.count] ?? 0;
    return {
      source: this.#input.source,
      count,
      starts,
      hashes: this.hashes.subarray(0, count),
      kinds: this.#kinds.subarray(0, count),
      masked: this.#masked,
      slots: this.#slots,
    };
  }
}
