import { packSections, readSections, type Section } from '@sitegrep/sections';
import {
  createLiteralScan,
  ENTRY,
  hashOf,
  type LiteralScan,
  MAX_LITERAL,
  MIN_LITERAL,
  PASSES,
  ScanMemory,
  SLOT,
  type Stride,
  STRIDES,
  WHOLE,
} from './literal-scan.ts';
import { type Frequencies, readFrequencies } from './literals.ts';

/**
 * Size of the filter per key, in bits for whole words, else in bytes. Few words pass by chance, and the filter fits into a
 * processor's first-level cache.
 */
const SIZE_A_KEY = { bits: 16, bytes: 32 } as const;
/** Minimum size of a filter as a power of two (1 KB), so that few words pass in a small index as well. */
const MIN_SIZE = { bits: 13, bytes: 10 } as const;

/**
 * Packs the index that literal-scan.ts reads: the texts of the literals, and for each stride a filter of its
 * keys with two bits of one word, or a byte, per key, a table from keys to entries, and the entries.
 *
 * @param literals folded, of characters up to U+00FF; hits refer to them by index
 * @param grams frequencies of words of three and four characters; they only affect speed
 * @param others estimates those of words that are not among them
 * @throws RangeError if a literal is shorter than MIN_LITERAL
 */
export function packLiteralIndex(
  name: string,
  literals: readonly string[],
  grams: Frequencies,
  others: Estimate = Object.keys(grams).length > 0 ? () => RARE : estimate,
): Readonly<Record<string, Section>> {
  const short = literals.find(({ length }) => length < MIN_LITERAL);
  if (short !== undefined)
    throw new RangeError(`literal ${JSON.stringify(short)} is under ${MIN_LITERAL} characters`);
  if (literals.length > ENTRY.literal.mask) throw new RangeError(`${literals.length} literals are too many`);
  // Searching the beginning of a literal suffices.
  const texts = literals.map((literal) => literal.slice(0, MAX_LITERAL));
  const starts = new Uint32Array(texts.length + 1);
  for (const [index, { length }] of texts.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  return {
    [`${name}.starts`]: starts,
    [`${name}.bytes`]: Uint8Array.from(Buffer.from(texts.join(''), 'latin1')),
    ...Object.assign(
      {},
      ...STRIDES.map((stride) =>
        packPass(`${name}.${stride.min}`, texts, keysOf(texts, stride, grams, others), stride),
      ),
    ),
  };
}

function packPass(
  name: string,
  texts: readonly string[],
  keys: readonly Key[],
  stride: Stride,
): Readonly<Record<string, Section>> {
  const byKey = [...Map.groupBy(keys, ({ key }) => key)];
  // At least half of the table stays empty, so that a look-up takes one or two steps.
  const count = keys.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(byKey.length * 2));
  const slots: Slot[] = Array.from({ length: count }, () => ({ tag: 0, keys: [] }));
  for (const [key, found] of byKey) {
    const hash = hashOf(key);
    const tag = (hash >>> SLOT.tag.shift) & SLOT.tag.mask;
    slotOf(slots, hash >>> (32 - Math.log2(count)), tag).keys.push(...found);
  }
  const entries: number[] = [];
  const packed = slots.map(({ tag, keys }) => {
    if (keys.length === 0) return 0;
    const first = entries.length / ENTRY.words + 1;
    if (first > SLOT.entry.mask) throw new RangeError(`${byKey.length} keys have too many literals`);
    for (const [index, { literal, offset }] of keys.entries()) {
      const isLast = index === keys.length - 1;
      const text = texts[literal] ?? '';
      entries.push(
        (literal << ENTRY.literal.shift) |
          (offset << ENTRY.offset.shift) |
          (text.length << ENTRY.length.shift) |
          (isLast ? ENTRY.isLast : 0),
        checkOf(text, offset, stride),
      );
    }
    return (first << SLOT.entry.shift) | tag;
  });
  return {
    [`${name}.filter`]: packFilter(
      byKey.map(([key]) => hashOf(key)),
      stride.mask === WHOLE ? 'bits' : 'bytes',
    ),
    [`${name}.slots`]: Uint32Array.from(packed),
    [`${name}.entries`]: Uint32Array.from(entries),
  };
}

function packFilter(hashes: readonly number[], unit: 'bits' | 'bytes'): Uint32Array | Uint8Array {
  const size = Math.max(MIN_SIZE[unit], Math.ceil(Math.log2(hashes.length * SIZE_A_KEY[unit])));
  if (unit === 'bytes') {
    const bytes = new Uint8Array(hashes.length === 0 ? 0 : 2 ** size);
    for (const hash of hashes) bytes[hash >>> (32 - size)] = PASSES;
    return bytes;
  }
  const words = new Uint32Array(hashes.length === 0 ? 0 : 2 ** (size - 5));
  for (const hash of hashes) {
    const word = hash >>> (32 - size + 5);
    words[word] =
      (words[word] ?? 0) | (1 << ((hash >>> (32 - size)) & 31)) | (1 << ((hash >>> (27 - size)) & 31));
  }
  return words;
}

/** A slot of the table from keys to entries: part of the hash of its keys, mostly of one; none if it is free. */
interface Slot {
  tag: number;
  readonly keys: Key[];
}

/** The slot that a look-up from a start ends at: the first one with this tag, or the first free one, which gets the tag. */
function slotOf(slots: readonly Slot[], start: number, tag: number): Slot {
  for (let step = 0; ; step++) {
    const slot = slots[(start + step) % slots.length];
    if (slot === undefined) throw new RangeError('a table without slots');
    if (slot.keys.length === 0) slot.tag = tag;
    if (slot.tag === tag) return slot;
  }
}

/**
 * The word of a literal that is compared before the complete literal: at its beginning, or at its end if the
 * key is near the beginning.
 */
function checkOf(text: string, offset: number, { characters, mask }: Stride): number {
  if (text.length < 4) return wordOf(text, 0, characters) & mask;
  return wordOf(text, offset >= 4 ? 0 : text.length - 4, 4);
}

/** Creates a scan for literals that are only known at run time. */
export function indexLiterals(literals: readonly string[]): LiteralScan {
  pageGrams ??= readFrequencies().grams?.page ?? {};
  const block = packSections(null, packLiteralIndex('index', literals, pageGrams, estimate));
  return createLiteralScan(readSections(block.buffer), 'index', new ScanMemory());
}

let pageGrams: Frequencies | null = null;

/** Estimates how often a word is on a page. */
type Estimate = (gram: string) => number;

function estimate(gram: string): number {
  return 10_000 * commonness(gram);
}

/** Frequency of words that are not in the table of frequencies. */
const RARE = 0.1;

/** Characters of pages, roughly from common to rare. */
const COMMON_FIRST = ' etaoinsrlcd/"p=-<>muhg.b:fvy_w;0(1k,2)x\'3{}45j68q79z&#?+%[]@!|*$~^\\`';

/** Rough frequency of each ASCII character. */
const COMMONNESS = Float64Array.from({ length: 128 }, (_, code) => {
  const rank = COMMON_FIRST.indexOf(String.fromCharCode(code));
  return 1 / ((rank === -1 ? 99 : rank) + 8);
});

/** A word that shows a possible occurrence of a literal. */
interface Key {
  readonly literal: number;
  /** Folded characters of the word as a little-endian number. */
  readonly key: number;
  /** Offset of the word in the literal. */
  readonly offset: number;
}

/**
 * Keys of all literals of a stride: for each start modulo the step the rarest word.
 *
 * @param grams known frequencies of words
 * @param others estimates those of other words
 */
function keysOf(
  literals: readonly string[],
  stride: Stride,
  grams: Frequencies,
  others: Estimate,
): readonly Key[] {
  const { step, characters } = stride;
  const isOfStride = (text: string): boolean => STRIDES.find(({ min }) => text.length >= min) === stride;
  const found = [...literals.keys()].filter((literal) => isOfStride(literals[literal] ?? ''));
  // Each hit on a word is compared with all literals that contain it.
  const shared = new Map<string, number>();
  for (const literal of found) {
    const text = literals[literal] ?? '';
    for (let offset = 0; offset + characters <= text.length; offset++) {
      const gram = text.slice(offset, offset + characters);
      shared.set(gram, (shared.get(gram) ?? 0) + 1);
    }
  }
  const weightOf = (gram: string): number => (grams[gram] ?? others(gram)) * (shared.get(gram) ?? 1);
  const keys: Key[] = [];
  for (const literal of found) {
    const text = literals[literal] ?? '';
    for (let start = 0; start < step; start++) {
      let best = { literal, key: 0, offset: start };
      let lowest = Infinity;
      for (let offset = start; offset + characters <= text.length; offset += step) {
        const weight = weightOf(text.slice(offset, offset + characters));
        if (weight >= lowest) continue;
        lowest = weight;
        best = { literal, key: wordOf(text, offset, characters), offset };
      }
      keys.push(best);
    }
  }
  return keys;
}

function commonness(gram: string): number {
  let product = 1;
  for (let at = 0; at < gram.length; at++) product *= COMMONNESS[gram.charCodeAt(at)] ?? 0;
  return product;
}

/** The low bytes of the characters of a text as a little-endian number, with the bit that distinguishes case set. */
function wordOf(text: string, from: number, characters: number): number {
  let word = 0;
  for (let at = from + characters - 1; at >= from; at--)
    word = (word << 8) | (text.charCodeAt(at) & 0xff) | 0x20;
  return word;
}
