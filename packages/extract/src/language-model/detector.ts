// Which language a short text is in: scores it as eld does (Efficient Language Detector, Apache-2.0), with eld's n-grams and
// the same answers, but searches them in one block of memory that all threads share. eld's own objects take 155 MB a thread.
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
import { encodeWords, lowerWords, MOST_BYTES, MOST_UNITS, NO_SIGN } from './words.ts';

export interface LanguageGuess {
  /** ISO 639-1 code of the likeliest one; null if no part of the text is in the model. */
  readonly language: string | null;
  /** Whether the text is as likely as texts in that language are. */
  readonly isReliable: boolean;
}

/** Reads 1,000 characters and 350 bytes or so of a text at most. */
export type LanguageDetector = (text: string) => LanguageGuess;

/** Bytes of an n-gram, and from one to the next in a word. */
const GRAM = 4;
const STRIDE = 3;
/** N-grams are taken from so many bytes of a word; the rest of a longer one counts as one n-gram, which no model has. */
const MOST_OF_A_WORD = 70;
const REST_FROM = MOST_OF_A_WORD - GRAM;

/** What each weight of the model is short of. */
const BASE_WEIGHT = 53;
/** The sum of weights by n-gram at which the score is a half. */
const HALF_SCORE = 25;
/** A text is in a language if its score is so much of the average one, and has so many n-grams. */
const RELIABLE_SHARE = 0.75;
const RELIABLE_GRAMS = 3;

/** Slots for the n-grams of one text, of which there are 200 at most. */
const SEEN_MASK = 1_023;
/** Texts that slots can be told to be taken by before they are all made free. */
const MOST_TEXTS = 2 ** (32 - KIND_BITS);

/** @param memory a compiled model, which stays as it is */
export function languageDetector(memory: ArrayBufferLike): LanguageDetector {
  const model = readModel(memory);
  const units = new Uint16Array(3 * MOST_UNITS);
  const bytes = new Uint8Array(MOST_BYTES);
  const scores = new GramScores(model, bytes);
  return (text) => {
    scores.clear();
    const length = lowerWords(text, model.units, units);
    encodeWords(units, length, model.signs, bytes, scores.addWord);
    return scores.guess();
  };
}

/** Adds up what the n-grams of a text say; each counts once. */
class GramScores {
  readonly #model: LanguageModel;
  readonly #bytes: Uint8Array;
  readonly #scores: Uint32Array;
  /** N-grams that the text at hand has, and by which text and kind a slot was taken. */
  readonly #seen = new Uint32Array(SEEN_MASK + 1);
  readonly #seenBy = new Uint32Array(SEEN_MASK + 1);
  /** Where the rests of long words begin and end. */
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
    if (++this.#text < MOST_TEXTS) return;
    this.#seenBy.fill(0);
    this.#text = 1;
  }

  readonly addWord = (from: number, to: number): void => {
    const length = to - from;
    if (length <= GRAM) {
      this.#add(from, length, KIND.whole);
      return;
    }
    const end = from + Math.min(length, MOST_OF_A_WORD) - GRAM;
    this.#add(from, GRAM, KIND.start);
    for (let at = from + STRIDE; at < end; at += STRIDE) this.#add(at, GRAM, KIND.middle);
    if (length <= MOST_OF_A_WORD) this.#add(end, GRAM, KIND.end);
    else this.#addRest(from + REST_FROM, to);
  };

  guess(): LanguageGuess {
    let [best, most] = [-1, 0];
    for (const [language, score] of this.#scores.entries()) {
      if (score > most) [best, most] = [language, score];
    }
    const language = this.#model.languages[best];
    if (language === undefined) return { language: null, isReliable: false };
    const byGram = most / this.#grams;
    const wanted = (this.#model.averages[best] ?? 1) * RELIABLE_SHARE;
    const isReliable = this.#grams >= RELIABLE_GRAMS && byGram / (byGram + HALF_SCORE) >= wanted;
    return { language, isReliable };
  }

  #add(at: number, length: number, place: number): void {
    const bytes = this.#bytes;
    let [from, to, kind] = [at, at + length, place];
    // What has no sign looks like the border of a word, here as in eld.
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
