import { packSections } from '@sitegrep/sections';
import type { EldModel } from './eld-model.ts';
import {
  CONTEXTUAL,
  firstSlot,
  KIND,
  KIND_BITS,
  LANGUAGE_SHIFT,
  LAST,
  type ModelHead,
  SEPARATOR,
  WEIGHT_MASK,
} from '../src/language-model/model.ts';
import { NO_SIGN } from '../src/language-model/words.ts';

const CODE_UNITS = 2 ** 16;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
/** Minimum slots per n-gram; with fewer, searching an absent one takes too long. */
const SLOTS_A_GRAM = 1.5;
const MAX_LANGUAGES = 2 ** (16 - LANGUAGE_SHIFT);
const GRAM_BYTES = 4;

/** Compiles eld's model into one piece of memory. @throws Error if the model does not fit the format */
export function compileLanguageModel(model: EldModel): Uint8Array {
  const { source, languages, averages } = model;
  if (languages.length > MAX_LANGUAGES) throw new Error(`${languages.length} languages are too many`);
  const head: ModelHead = {
    source,
    languages,
    averages: languages.map((language) => {
      const average = averages[language];
      if (average === undefined) throw new Error(`no average score is known of ${language}`);
      return average;
    }),
  };
  const [units, signs] = [codeUnits(model.separators), byteSigns(model.alphabet)];
  return packSections(head, { units, signs, ...gramTable(model) });
}

function byteSigns(alphabet: readonly string[]): Uint8Array {
  return Uint8Array.from(alphabet, (character, byte) => (character === ' ' ? NO_SIGN : byte));
}

function codeUnits(separators: RegExp): Uint16Array {
  return Uint16Array.from({ length: CODE_UNITS }, (_, unit) => {
    if (unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE) return SEPARATOR;
    const letter = String.fromCharCode(unit);
    // Tested after a letter, because eld ignores apostrophes by themselves.
    if (`a${letter}.`.replaceAll(separators, ' ') === 'a ') return SEPARATOR;
    const lower = letter.toLowerCase();
    const isContextual = lower.length !== 1 || `α${letter}`.toLowerCase() !== `α${lower}`;
    return isContextual ? CONTEXTUAL : lower.charCodeAt(0);
  });
}

interface Gram {
  readonly gram: number;
  readonly kind: number;
}

function gramTable({ ngrams, alphabet }: EldModel): {
  readonly slots: Uint32Array;
  readonly weights: Uint16Array;
} {
  const entries = Object.entries(ngrams);
  const byteOf = new Map([...alphabet.entries()].map(([byte, character]) => [character, byte]));
  const mask = 2 ** Math.ceil(Math.log2(entries.length * SLOTS_A_GRAM)) - 1;
  const slots = new Uint32Array(2 * (mask + 1));
  // Weights start at 1, because 0 marks a free slot.
  const weights = [0];
  for (const [text, languages] of entries) {
    const { gram, kind } = gramOf(text, byteOf);
    let slot = firstSlot(gram, kind, mask);
    while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask;
    slots.set([gram, weights.length * 2 ** KIND_BITS + kind], 2 * slot);
    weights.push(...packedWeights(text, languages));
  }
  return { slots, weights: Uint16Array.from(weights) };
}

function packedWeights(text: string, languages: Readonly<Record<string, number>>): readonly number[] {
  const packed = Object.entries(languages).map(([language, weight]) => {
    if (!Number.isInteger(weight) || weight < 0 || weight > WEIGHT_MASK)
      throw new Error(`the weight ${weight} of ${JSON.stringify(text)} does not fit`);
    return (Number(language) << LANGUAGE_SHIFT) | weight;
  });
  const last = packed.pop();
  if (last === undefined) throw new Error(`${JSON.stringify(text)} speaks for no language`);
  return [...packed, last | LAST];
}

/** Reads an n-gram. @param text bytes as characters, with a space where its word begins and ends */
function gramOf(text: string, byteOf: ReadonlyMap<string, number>): Gram {
  const inner = text.trim();
  const isStart = text.startsWith(' ');
  const isEnd = text.endsWith(' ');
  const isWord = isStart && isEnd;
  if (inner.length > GRAM_BYTES || inner === '' || (inner.length < GRAM_BYTES && !isWord))
    throw new Error(`${JSON.stringify(text)} is not an n-gram of ${GRAM_BYTES} bytes or of a whole word`);
  let gram = 0;
  for (const character of inner) {
    const byte = byteOf.get(character);
    if (byte === undefined || character === ' ') throw new Error(`${JSON.stringify(text)} is not of bytes`);
    gram = gram * 256 + byte;
  }
  if (isWord) return { gram, kind: KIND.word };
  if (isStart) return { gram, kind: KIND.start };
  return { gram, kind: isEnd ? KIND.end : KIND.middle };
}
