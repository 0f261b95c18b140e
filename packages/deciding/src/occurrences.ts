import { FOUR, GRAM_BITS, type GramKind, kindOf, THREE } from './grams.ts';
import type { LiteralParts } from './literal-parts.ts';
import { SLOT_BITS, type TextWindow } from './text-window.ts';

/** Comparisons, for each unit of a window, after which literals are looked for by the hash of their whole parts. */
const MAX_COMPARED = 2;
/** Comparisons after which the caller is told of them. */
const TELL_AFTER = 1_024;

interface Listener {
  /** Tells whether a literal stands where its part does, at a position of the window. If so, it is looked for no further. */
  readonly isThere: (id: number, position: number) => boolean;
  /** Is told of comparisons, about a thousand at a time; may throw. */
  readonly onCompared: (count: number) => void;
}

/** Finds some literals in a window. */
export class Occurrences {
  readonly #parts: LiteralParts;
  readonly #window: TextWindow;
  readonly #listener: Listener;
  /** The next literal of the same slot, plus one, by literal. A slot has the first one, plus one. */
  #next = new Int32Array(0);
  /** Number of literals that are in slots. */
  #left = 0;
  #compared = 0;

  constructor(parts: LiteralParts, window: TextWindow, listener: Listener) {
    this.#parts = parts;
    this.#window = window;
    this.#listener = listener;
  }

  /** Looks for literals of whose grams the window has all. */
  find(ids: Int32Array): void {
    const parts = this.#parts;
    if (this.#next.length < parts.size) this.#next = new Int32Array(2 * parts.size);
    const left = parts.hasShort
      ? [FOUR, THREE].flatMap((kind) =>
          this.#byGrams(
            ids.filter((id) => kindOf(parts.lengthOf(id)) === kind),
            kind,
          ),
        )
      : this.#byGrams(ids, FOUR);
    for (const [length, some] of Map.groupBy(left, (id) => parts.lengthOf(id))) this.#byWholes(some, length);
  }

  /** Looks for literals by their rarest grams. @returns those that are left when this is too much work */
  #byGrams(ids: Int32Array, kind: GramKind): readonly number[] {
    if (ids.length === 0) return [];
    const [parts, window] = [this.#parts, this.#window];
    for (const id of ids) this.#put(parts.hashOf(id) >>> (GRAM_BITS - SLOT_BITS), id);
    const max = this.#compared + MAX_COMPARED * window.length;
    try {
      for (let found = window.next(0, kind); found !== null; found = window.next(found.at + 1, kind)) {
        this.#compare(found.slot, found.at, true);
        if (this.#left === 0) return [];
        if (this.#compared > max) return this.#inSlots();
      }
      return [];
    } finally {
      this.#clear();
    }
  }

  /** Looks for literals of one length by the hash of all their bytes, so that many that are alike are few comparisons. */
  #byWholes(ids: readonly number[], count: number): void {
    const parts = this.#parts;
    const { bytes, length, slots } = this.#window;
    for (const id of ids) {
      let hash = 0;
      for (let at = 0; at < count; at++) hash = (Math.imul(hash, BASE) + parts.byteOf(id, at)) | 0;
      this.#put(slotOfWhole(hash), id);
    }
    let power = 1;
    for (let at = 0; at < count; at++) power = Math.imul(power, BASE);
    try {
      let hash = 0;
      for (let at = 0; at < length && this.#left > 0; at++) {
        const gone = at < count ? 0 : (bytes[at - count] ?? 0);
        hash = (Math.imul(hash, BASE) + (bytes[at] ?? 0) - Math.imul(gone, power)) | 0;
        const slot = slotOfWhole(hash);
        if (slots[slot] !== 0) this.#compare(slot, at + 1 - count, false);
      }
    } finally {
      this.#clear();
    }
  }

  #put(slot: number, id: number): void {
    this.#next[id] = this.#window.slots[slot] ?? 0;
    this.#window.slots[slot] = id + 1;
    this.#left++;
  }

  /**
   * Compares the literals of a slot, and takes out those that are there.
   *
   * @param at position of their rarest gram, or of the literals themselves
   */
  #compare(slot: number, at: number, isOfGram: boolean): void {
    const [parts, next, slots] = [this.#parts, this.#next, this.#window.slots];
    let before = -1;
    for (let id = (slots[slot] ?? 0) - 1; id !== -1; id = (next[id] ?? 0) - 1) {
      if (++this.#compared % TELL_AFTER === 0) this.#listener.onCompared(TELL_AFTER);
      const position = isOfGram ? at - parts.offsetOf(id) : at;
      if (!parts.standsAt(id, this.#window, position) || !this.#listener.isThere(id, position)) {
        before = id;
        continue;
      }
      if (before === -1) slots[slot] = next[id] ?? 0;
      else next[before] = next[id] ?? 0;
      this.#left--;
    }
  }

  #inSlots(): number[] {
    const ids: number[] = [];
    for (const first of this.#window.slots)
      for (let id = first - 1; id !== -1; id = (this.#next[id] ?? 0) - 1) ids.push(id);
    return ids;
  }

  #clear(): void {
    this.#window.slots.fill(0);
    this.#left = 0;
  }
}

/** Base of the hash of a whole part: its number in this base, modulo 2^32. */
const BASE = 0x0100_0193;

function slotOfWhole(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e37_79b1) >>> (32 - SLOT_BITS);
}
