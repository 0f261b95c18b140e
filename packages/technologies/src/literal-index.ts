import { keysOf, MIN_LITERAL, STRIDES, type Key } from './grams.ts';
import { createLiteralScan, hashOf, type LiteralScan } from './scan.ts';
import { packSections, readSections, type Section } from './sections.ts';

/** Words that pass by chance are few with so many bits for each key, and the whole still fits a processor's cache. */
const BITS_A_KEY = 32;
/** Even an index of few keys lets few words pass; 1 KB. */
const MIN_BITS = 13;

/**
 * What scan.ts reads: the texts of the literals, and for each stride a bitmap over the hashes of its keys, a table of slots
 * that says where the entries of a key begin (1 and up; 0 for none), and the entries: key, literal, offset.
 *
 * @param literals folded printable ASCII; a hit names one by its place here
 * @throws RangeError if one is shorter than MIN_LITERAL
 */
export function packLiteralIndex(
  name: string,
  literals: readonly string[],
): Readonly<Record<string, Section>> {
  const short = literals.find(({ length }) => length < MIN_LITERAL);
  if (short !== undefined)
    throw new RangeError(`literal ${JSON.stringify(short)} is under ${MIN_LITERAL} characters`);
  const starts = new Uint32Array(literals.length + 1);
  for (const [index, { length }] of literals.entries()) starts[index + 1] = (starts[index] ?? 0) + length;
  return {
    [`${name}.starts`]: starts,
    [`${name}.bytes`]: Uint8Array.from(Buffer.from(literals.join(''), 'latin1')),
    ...Object.assign(
      {},
      ...STRIDES.map((stride) => packPass(`${name}.${stride.min}`, keysOf(literals, stride))),
    ),
  };
}

function packPass(name: string, keys: readonly Key[]): Readonly<Record<string, Section>> {
  const byKey = [...Map.groupBy(keys, ({ key }) => key)];
  const entries = byKey.flatMap(([, found]) => found);
  const bits = Math.max(MIN_BITS, Math.ceil(Math.log2(byKey.length * BITS_A_KEY)));
  const bitmap = new Uint32Array(keys.length === 0 ? 0 : 2 ** (bits - 5));
  // Under half full, so that a look-up ends after a step or two.
  const slots = new Uint32Array(keys.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(byKey.length * 2 + 1)));
  let first = 0;
  for (const [key, found] of byKey) {
    const bit = hashOf(key) >>> (32 - bits);
    bitmap[bit >>> 5] = (bitmap[bit >>> 5] ?? 0) | (1 << (bit & 31));
    let slot = hashOf(key) >>> (32 - Math.log2(slots.length));
    while (slots[slot] !== 0) slot = (slot + 1) % slots.length;
    slots[slot] = first + 1;
    first += found.length;
  }
  return {
    [`${name}.bitmap`]: bitmap,
    [`${name}.slots`]: slots,
    [`${name}.keys`]: Int32Array.from(entries, ({ key }) => key),
    [`${name}.literals`]: Uint32Array.from(entries, ({ literal }) => literal),
    [`${name}.offsets`]: Uint8Array.from(entries, ({ offset }) => offset),
  };
}

/** For literals that aren't known before. */
export function indexLiterals(literals: readonly string[]): LiteralScan {
  const block = packSections(null, packLiteralIndex('index', literals));
  return createLiteralScan(readSections(block.buffer), 'index');
}
