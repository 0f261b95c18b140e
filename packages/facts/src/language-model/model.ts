import { readSections } from '@sitegrep/sections';

/**
 * A compiled language model: the languages of each n-gram with a weight each, in a hash table with open
 * addressing. It is searched in place, in memory that all threads share.
 */
export interface LanguageModel {
  /** ISO 639-1 codes; elsewhere a language is an index into this list. */
  readonly languages: readonly string[];
  /** Average score of a text in each language, 0–1. */
  readonly averages: readonly number[];
  /** Mapping of each UTF-16 code unit: its lower case, `SEPARATOR` or `CONTEXTUAL`. */
  readonly units: Uint16Array;
  /** Mapping of each byte: itself, or a space if n-grams have no sign for it. */
  readonly signs: Uint8Array;
  /**
   * Two numbers per slot: an n-gram, and 4 × the index of its weights + its kind. Both are 0 in a free slot.
   */
  readonly slots: Uint32Array;
  /** Language × 512 + weight; `LAST` is set in the last weight of an n-gram. The first entry is unused. */
  readonly weights: Uint16Array;
}

/** Entry of `units` for characters that are not part of words. */
export const SEPARATOR = 0;
/** Entry of `units` for letters whose lower case depends on their neighbours or is not one letter: Σ and İ. */
export const CONTEXTUAL = 1;

export const LAST = 0x100;
export const WEIGHT_MASK = 0xff;
export const LANGUAGE_SHIFT = 9;

/** Position of an n-gram in its word: a bit for the start, a bit for the end. */
export const KIND = { middle: 0, start: 1, end: 2, word: 3 } as const;
export const KIND_BITS = 2;

/**
 * Slot at which the search of an n-gram starts.
 *
 * @param mask number of slots − 1; the number is a power of two
 */
export function firstSlot(gram: number, kind: number, mask: number): number {
  const mixed = Math.imul(gram ^ Math.imul(kind + 1, 0x9e37_79b1), 0x85eb_ca6b);
  return (mixed ^ (mixed >>> 15)) & mask;
}

export interface ModelHead {
  /** Package and version of the model's source. */
  readonly source: string;
  readonly languages: readonly string[];
  readonly averages: readonly number[];
}

/** Reads a compiled model in place. @throws Error if the memory holds something else */
export function readModel(memory: ArrayBufferLike): LanguageModel {
  const { head, get } = readSections(memory);
  if (!isModelHead(head)) throw new Error('not a compiled language model');
  const { languages, averages } = head;
  return {
    languages,
    averages,
    units: get('units', 'u16'),
    signs: get('signs', 'u8'),
    slots: get('slots', 'u32'),
    weights: get('weights', 'u16'),
  };
}

function isModelHead(head: unknown): head is ModelHead {
  return typeof head === 'object' && head !== null && 'languages' in head && 'averages' in head;
}
