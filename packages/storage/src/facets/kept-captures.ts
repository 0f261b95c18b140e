import { canonicalText } from '@sitegrep/search';
import { KeptByText } from '../kept-by-text.ts';
import type { Capture } from './captured-texts.ts';

/** Memory for captured texts of earlier searches, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Approximate size of a text besides its characters, in bytes. */
const TEXT_BYTES = 32;

/** Texts that groups of patterns captured in items: documents of a revision, or pages of one. Searches share them. */
export class KeptCaptures {
  readonly #kept = new KeptByText<readonly string[]>({
    maxBytes: KEPT_BYTES,
    bytesOf: (texts) => texts.reduce((sum, text) => sum + 2 * text.length + TEXT_BYTES, 0),
  });

  /** Kept texts of the groups that a search counts by. */
  of(captures: readonly Capture[]): CapturesOfSearch {
    const numbers = captures.map(({ needles, group }) =>
      this.#kept.numberOf(`${group} ${needles.map(canonicalText).join(' ')}`),
    );
    return {
      captures,
      get: (at, item) => this.#kept.get(numbers[at] ?? 0, item),
      isKnown: (item) => numbers.every((number) => this.#kept.get(number, item) !== null),
      set: (item, found) => {
        for (const [at, texts] of found.entries()) this.#kept.set(numbers[at] ?? 0, item, texts);
      },
    };
  }
}

/** Kept texts of the groups that a search counts by; an item is named by something that never changes. */
export interface CapturesOfSearch {
  readonly captures: readonly Capture[];
  /** The different texts of a group in an item; null: not known. @param at index of the group */
  get(at: number, item: string): readonly string[] | null;
  /** Whether the texts of all groups are known. */
  isKnown(item: string): boolean;
  /** @param found the texts of each group */
  set(item: string, found: readonly (readonly string[])[]): void;
}
