import { readSections, type Section } from '@sitegrep/sections';

/**
 * What a compiled model of languages is: for each n-gram of bytes the languages that it speaks for, each with a weight, in
 * a hash table with open addressing that is searched where it lies, in memory that all threads share.
 */
export interface LanguageModel {
  /** ISO 639-1 codes; elsewhere a language is its place in this list. */
  readonly languages: readonly string[];
  /** The score that a text in each language has on average, 0–1. */
  readonly averages: readonly number[];
  /** What becomes of each UTF-16 code unit: its lower case, `SEPARATOR` or `CONTEXTUAL`. */
  readonly units: Uint16Array;
  /** Of each byte itself, or a space if n-grams have no sign for it. */
  readonly signs: Uint8Array;
  /** Two numbers a slot: an n-gram, and where its weights begin × 4 + its kind. Both are 0 in a free one. */
  readonly slots: Uint32Array;
  /** Language × 512 + weight; `LAST` is set in the last one of an n-gram. The first one is of none. */
  readonly weights: Uint16Array;
}

/** Stands in `units` for what no word is made of. */
export const SEPARATOR = 0;
/** Stands in `units` for letters whose lower case depends on their neighbours or is not one letter: Σ and İ. */
export const CONTEXTUAL = 1;

export const LAST = 0x100;
export const WEIGHT_MASK = 0xff;
export const LANGUAGE_SHIFT = 9;

/** Where an n-gram stands in its word: a bit for its start, a bit for its end. */
export const KIND = { middle: 0, start: 1, end: 2, whole: 3 } as const;
export const KIND_BITS = 2;

/** Slots are gone through onward from this one. @param mask number of slots − 1, a power of two */
export function firstSlot(gram: number, kind: number, mask: number): number {
  const mixed = Math.imul(gram ^ Math.imul(kind + 1, 0x9e37_79b1), 0x85eb_ca6b);
  return (mixed ^ (mixed >>> 15)) & mask;
}

interface ModelHead {
  /** Package and version that the model is of. */
  readonly source: string;
  readonly languages: readonly string[];
  readonly averages: readonly number[];
}

export function headOf(head: ModelHead): ModelHead {
  return head;
}

export function sectionsOf({
  units,
  signs,
  slots,
  weights,
}: Pick<LanguageModel, 'signs' | 'slots' | 'units' | 'weights'>): Readonly<Record<string, Section>> {
  return { units, signs, slots, weights };
}

/** @throws Error if this is no compiled model */
export function readModel(memory: ArrayBufferLike): LanguageModel {
  const { head, get } = readSections(memory);
  if (!isModelHead(head)) throw new Error('this is no compiled model of languages');
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
