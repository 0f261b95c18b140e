import type { Frequencies } from './frequencies.ts';
import { keysOf, MAX_LITERAL, MIN_LITERAL, STRIDES, wordOf, type Key, type Stride } from './grams.ts';
import { ScanMemory } from './scan-memory.ts';
import { createLiteralScan, ENTRY, hashOf, SLOT, type LiteralScan } from './scan.ts';
import { packSections, readSections, type Section } from '@sitegrep/sections';

/** Few words pass by chance with so many bits for each key, and the whole stays in a processor's nearest cache. */
const BITS_A_KEY = 16;
/** Even an index of few keys lets few words pass; 1 KB. */
const MIN_BITS = 13;

/**
 * What scan.ts reads: the texts of the literals, and for each stride a bitmap of its keys, two bits of one word for each, a
 * table from keys to entries, and the entries.
 *
 * @param literals folded printable ASCII; a hit names one by its place here
 * @param grams how often words of three and four characters stand in a text; they decide on speed only
 * @throws RangeError if one is shorter than MIN_LITERAL
 */
export function packLiteralIndex(
  name: string,
  literals: readonly string[],
  grams: Frequencies,
): Readonly<Record<string, Section>> {
  const short = literals.find(({ length }) => length < MIN_LITERAL);
  if (short !== undefined)
    throw new RangeError(`literal ${JSON.stringify(short)} is under ${MIN_LITERAL} characters`);
  if (literals.length > ENTRY.literal.mask) throw new RangeError(`${literals.length} literals are too many`);
  // Where a literal stands, its beginning does: enough to go by.
  const texts = literals.map((literal) => literal.slice(0, MAX_LITERAL));
  const starts = new Uint32Array(texts.length + 1);
  for (const [index, { length }] of texts.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  return {
    [`${name}.starts`]: starts,
    [`${name}.bytes`]: Uint8Array.from(Buffer.from(texts.join(''), 'latin1')),
    ...Object.assign(
      {},
      ...STRIDES.map((stride) =>
        packPass(`${name}.${stride.min}`, texts, keysOf(texts, stride, grams), stride),
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
  const bits = Math.max(MIN_BITS, Math.ceil(Math.log2(byKey.length * BITS_A_KEY)));
  const bitmap = new Uint32Array(keys.length === 0 ? 0 : 2 ** (bits - 5));
  // Half of it stays empty at least, so that a look-up ends after a step or two.
  const count = keys.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(byKey.length * 2));
  const slots = new Uint32Array(count);
  const entries: number[] = [];
  for (const [key, found] of byKey) {
    const hash = hashOf(key);
    const word = hash >>> (32 - bits + 5);
    bitmap[word] =
      (bitmap[word] ?? 0) | (1 << ((hash >>> (32 - bits)) & 31)) | (1 << ((hash >>> (27 - bits)) & 31));
    let slot = hash >>> (32 - Math.log2(count));
    while (slots[slot] !== 0) slot = (slot + 1) % count;
    const first = entries.length / ENTRY.words + 1;
    if (first > SLOT.entry.mask) throw new RangeError(`${byKey.length} keys have too many literals`);
    slots[slot] = (first << SLOT.entry.shift) | ((hash >>> SLOT.tag.shift) & SLOT.tag.mask);
    for (const [place, { literal, offset }] of found.entries()) {
      const isLast = place === found.length - 1;
      const text = texts[literal] ?? '';
      entries.push(
        (literal << ENTRY.literal.shift) |
          (offset << ENTRY.offset.shift) |
          (text.length << ENTRY.length.shift) |
          (isLast ? ENTRY.isLast : 0),
        checkOf(text, offset, stride),
      );
    }
  }
  return {
    [`${name}.bitmap`]: bitmap,
    [`${name}.slots`]: slots,
    [`${name}.entries`]: Uint32Array.from(entries),
  };
}

/** The word of a literal that is compared before all of it is: the one at its beginning, or at its end if the key is near. */
function checkOf(text: string, offset: number, { characters, mask }: Stride): number {
  if (text.length < 4) return wordOf(text, 0, characters) & mask;
  return wordOf(text, offset >= 4 ? 0 : text.length - 4, 4);
}

/** For literals that aren't known before. */
export function indexLiterals(literals: readonly string[]): LiteralScan {
  const block = packSections(null, packLiteralIndex('index', literals, {}));
  return createLiteralScan(readSections(block.buffer), 'index', new ScanMemory());
}
