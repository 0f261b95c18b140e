// Detects the language of a short text. It scores as eld does (Efficient Language Detector, Apache-2.0), with
// eld's n-grams and the same results, but searches them in one piece of memory that all threads share. eld's
// own objects take 155 MB per thread.
import {
  firstSlot,
  KIND,
  KIND_BITS,
  LANGUAGE_SHIFT,
  LAST,
  readModel,
  WEIGHT_MASK,
  type LanguageModel,
} from './model.ts';
import { encodeWords, lowerWords, MAX_BYTES, MAX_UNITS, NO_SIGN } from './words.ts';

export interface LanguageGuess {
  /** ISO 639-1 code of the likeliest language; null if no n-gram of the text is in the model. */
  readonly language: string | null;
  /** Whether the score is close to that of typical texts in the language. */
  readonly isReliable: boolean;
}

/**
 * Detects the language of a text. Reads at most 1,000 characters and about 350 bytes.
 *
 * @param expected ISO 639-1 code of the language that is given if it is nearly as likely as the likeliest; absent or null: none
 */
export type LanguageDetector = (text: string, expected?: string | null) => LanguageGuess;

/** Bytes of an n-gram, and bytes from the start of one to the start of the next within a word. */
const GRAM = 4;
const STRIDE = 3;
/**
 * Maximum bytes of a word that are split into n-grams. The rest of a longer word counts as one n-gram, which is
 * in no model.
 */
const MAX_WORD_BYTES = 70;
const REST_FROM = MAX_WORD_BYTES - GRAM;

/** Added to each weight of the model. */
const BASE_WEIGHT = 53;
/** Average weight per n-gram at which the score is one half. */
const HALF_SCORE = 25;
/**
 * A result is reliable if its score is at least this share of the language's average, with at least this many
 * n-grams.
 */
const RELIABLE_SHARE = 0.75;
const RELIABLE_GRAMS = 3;
/** Share of the best score with which an expected language is given. Of 1,836 pieces of texts, hardly any neighbour reaches it. */
const EXPECTED_SHARE = 0.9;

/** Bit mask of the slots for the n-grams of one text, of which there are at most 200. */
const SEEN_MASK = 1_023;
/** Maximum texts before all slots are cleared; slots store the number of the text. */
const MAX_TEXTS = 2 ** (32 - KIND_BITS);

/** Creates a detector. @param memory a compiled model, which is not changed */
export function languageDetector(memory: ArrayBufferLike): LanguageDetector {
  const model = readModel(memory);
  const units = new Uint16Array(3 * MAX_UNITS);
  const bytes = new Uint8Array(MAX_BYTES);
  const scores = new GramScores(model, bytes);
  return (text, expected = null) => {
    scores.clear();
    const length = lowerWords(text, model.units, units);
    encodeWords(units, length, model.signs, bytes, scores.addWord);
    return scores.guess(expected);
  };
}

/** Adds up the weights of a text's n-grams; each n-gram counts once. */
class GramScores {
  readonly #model: LanguageModel;
  readonly #bytes: Uint8Array;
  readonly #scores: Uint32Array;
  /** N-grams of the current text, and the text and kind that occupy each slot. */
  readonly #seen = new Uint32Array(SEEN_MASK + 1);
  readonly #seenBy = new Uint32Array(SEEN_MASK + 1);
  /** Start and end of the rests of long words. */
  #rests: (readonly [from: number, to: number])[] = [];
  #grams = 0;
  #text = 0;

  constructor(model: LanguageModel, bytes: Uint8Array) {
    this.#model = model;
    this.#bytes = bytes;
    this.#scores = new Uint32Array(model.languages.length);
  }

  clear(): void {
    this.#scores.fill(0);
    this.#rests = [];
    this.#grams = 0;
    if (++this.#text < MAX_TEXTS) return;
    this.#seenBy.fill(0);
    this.#text = 1;
  }

  readonly addWord = (from: number, to: number): void => {
    const length = to - from;
    if (length <= GRAM) {
      this.#add(from, length, KIND.word);
      return;
    }
    const end = from + Math.min(length, MAX_WORD_BYTES) - GRAM;
    this.#add(from, GRAM, KIND.start);
    for (let at = from + STRIDE; at < end; at += STRIDE) this.#add(at, GRAM, KIND.middle);
    if (length <= MAX_WORD_BYTES) this.#add(end, GRAM, KIND.end);
    else this.#addRest(from + REST_FROM, to);
  };

  guess(expected: string | null): LanguageGuess {
    let [best, bestScore] = [-1, 0];
    for (const [language, score] of this.#scores.entries()) {
      if (score > bestScore) [best, bestScore] = [language, score];
    }
    if (expected !== null && expected !== this.#model.languages[best]) {
      const at = this.#model.languages.indexOf(expected);
      const score = this.#scores[at] ?? 0;
      if (score > 0 && score >= bestScore * EXPECTED_SHARE) [best, bestScore] = [at, score];
    }
    const language = this.#model.languages[best];
    if (language === undefined) return { language: null, isReliable: false };
    const byGram = bestScore / this.#grams;
    const wanted = (this.#model.averages[best] ?? 1) * RELIABLE_SHARE;
    const isReliable = this.#grams >= RELIABLE_GRAMS && byGram / (byGram + HALF_SCORE) >= wanted;
    return { language, isReliable };
  }

  #add(at: number, length: number, position: number): void {
    const bytes = this.#bytes;
    let [from, to, kind] = [at, at + length, position];
    // A byte without a sign counts as the border of a word, as in eld.
    if ((kind & KIND.start) === 0 && bytes[from] === NO_SIGN) {
      kind |= KIND.start;
      from++;
    }
    if ((kind & KIND.end) === 0 && bytes[to - 1] === NO_SIGN) {
      kind |= KIND.end;
      to--;
    }
    let gram = 0;
    for (let next = from; next < to; next++) gram = (gram << 8) | (bytes[next] ?? 0);
    this.#addGram(gram >>> 0, kind);
  }

  #addGram(gram: number, kind: number): void {
    const by = ((this.#text << KIND_BITS) | kind) >>> 0;
    let slot = firstSlot(gram, kind, SEEN_MASK);
    for (; this.#seenBy[slot] !== 0; slot = (slot + 1) & SEEN_MASK) {
      const text = (this.#seenBy[slot] ?? 0) >>> KIND_BITS;
      if (text !== this.#text) break;
      if (this.#seenBy[slot] === by && this.#seen[slot] === gram) return;
    }
    this.#seen[slot] = gram;
    this.#seenBy[slot] = by;
    this.#grams++;
    this.#addWeights(gram, kind);
  }

  #addWeights(gram: number, kind: number): void {
    const { slots, weights } = this.#model;
    const mask = slots.length / 2 - 1;
    for (let slot = firstSlot(gram, kind, mask); ; slot = (slot + 1) & mask) {
      const entry = slots[2 * slot + 1] ?? 0;
      if (entry === 0) return;
      if (slots[2 * slot] !== gram || (entry & 3) !== kind) continue;
      for (let at = entry >>> KIND_BITS; ; at++) {
        const weight = weights[at] ?? LAST;
        const language = weight >>> LANGUAGE_SHIFT;
        this.#scores[language] = (this.#scores[language] ?? 0) + (weight & WEIGHT_MASK) + BASE_WEIGHT;
        if ((weight & LAST) !== 0) return;
      }
    }
  }

  #addRest(from: number, to: number): void {
    const rest = Buffer.from(this.#bytes.buffer, from, to - from);
    const isKnown = this.#rests.some(([start, end]) =>
      rest.equals(Buffer.from(this.#bytes.buffer, start, end - start)),
    );
    if (isKnown) return;
    this.#rests.push([from, to]);
    this.#grams++;
  }
}
