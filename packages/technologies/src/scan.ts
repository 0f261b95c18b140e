/**
 * Where any of many literals stands in a text, in one pass.
 *
 * The text is read as aligned words of four characters. A literal of seven characters or more covers a whole word
 * wherever it starts, a shorter one at least three or two characters of a word; that piece, one for each of the four
 * alignments, is its key. So a quarter of the positions is looked up, in a bitmap that lets few through, and what
 * passes is compared character by character.
 */
export interface LiteralIndex {
  /** Calls `onHit` for every place of every literal, in no useful order; a few places may be false (see LoadedText). */
  readonly scan: (text: LoadedText, onHit: (literal: number, position: number) => void) => void;
}

/** A text as one byte a UTF-16 unit. Units above 255 keep their low byte only, so a hit may be false, none is missed. */
export interface LoadedText {
  readonly bytes: Uint8Array;
  /** The same memory as little-endian words; holds at least the text's length and a whole word more. */
  readonly words: Uint32Array;
  readonly length: number;
}

/** A piece of a word: which characters, and a tag that keeps keys of different pieces apart. */
interface Piece {
  readonly skip: number;
  readonly length: number;
  readonly mask: number;
  readonly shift: number;
  readonly tag: number;
}

// A folded character is within 0x20 and 0x7f, so a whole word never looks like a tagged or a shorter piece.
const WHOLE: Piece = { skip: 0, length: 4, mask: -1, shift: 0, tag: 0 };
const PIECES: readonly Piece[] = [
  WHOLE,
  { skip: 0, length: 3, mask: 0x00ff_ffff, shift: 0, tag: 0 },
  { skip: 1, length: 3, mask: -1, shift: 8, tag: 0x8000_0000 },
  { skip: 0, length: 2, mask: 0x0000_ffff, shift: 0, tag: 0x8100_0000 },
  { skip: 2, length: 2, mask: -1, shift: 16, tag: 0x8200_0000 },
];

/** Shorter literals cover no two characters of a word at some alignment. */
export const MIN_LITERAL = 3;

/** Characters of pages from common to rare, roughly; a key of rare ones lets less through. */
const COMMON_FIRST = ' etaoinsrlcd/"p=-<>muhg.b:fvy_w;0(1k,2)x\'3{}45j68q79z&#?+%[]@!|*$~^\\`';

const FOLD = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** Words looked up before their candidates are compared; bounds the memory of a scan. */
const BLOCK = 4096;

/**
 * @param literals folded printable ASCII, each at least MIN_LITERAL characters; a hit names one by its place here
 * @throws RangeError if one is too short
 */
export function createLiteralIndex(literals: readonly string[]): LiteralIndex {
  const table = tableOf(literals.flatMap(keysOf));
  const texts = literals.map((literal) => Uint8Array.from(Buffer.from(literal, 'latin1')));
  const pieces = PIECES.filter((piece) => table.pieces.has(piece));
  const candidates = new Uint32Array(BLOCK);

  const compare = (text: LoadedText, word: number, key: number, onHit: (literal: number, at: number) => void): void => {
    const slot = table.find(key);
    if (slot === -1) return;
    const end = table.starts[slot + 1] ?? 0;
    for (let entry = table.starts[slot] ?? 0; entry < end; entry++) {
      const literal = table.literals[entry] ?? 0;
      const position = word * 4 - (table.offsets[entry] ?? 0);
      const wanted = texts[literal];
      if (wanted !== undefined && standsAt(text, position, wanted)) onHit(literal, position);
    }
  };

  const scan: LiteralIndex['scan'] = (text, onHit) => {
    const { words } = text;
    const { bitmap, shift: hashShift } = table;
    const count = (text.length + 3) >>> 2;
    for (let block = 0; block < count; block += BLOCK) {
      const end = Math.min(count, block + BLOCK);
      for (const { mask, shift, tag } of pieces) {
        let found = 0;
        for (let at = block; at < end; at++) {
          const key = (((((words[at] ?? 0) & 0x7f7f_7f7f) | 0x2020_2020) & mask) >>> shift) | tag;
          const hash = Math.imul(key, 0x9e37_79b1) >>> hashShift;
          candidates[found] = at;
          // No branch: most words fail, but not predictably enough.
          found += ((bitmap[hash >>> 5] ?? 0) >>> (hash & 31)) & 1;
        }
        for (let index = 0; index < found; index++) {
          const at = candidates[index] ?? 0;
          const key = (((((words[at] ?? 0) & 0x7f7f_7f7f) | 0x2020_2020) & mask) >>> shift) | tag;
          compare(text, at, key, onHit);
        }
      }
    }
  };
  return { scan };
}

function standsAt(text: LoadedText, position: number, wanted: Uint8Array): boolean {
  if (position < 0 || position + wanted.length > text.length) return false;
  for (let index = 0; index < wanted.length; index++) {
    if (FOLD[text.bytes[position + index] ?? 0] !== wanted[index]) return false;
  }
  return true;
}

interface Key {
  readonly literal: number;
  readonly piece: Piece;
  readonly key: number;
  /** From the literal's start to the start of the word. May be negative. */
  readonly offset: number;
}

/** The key of a literal for each alignment of its start: the longest piece, the rarest of those. */
function keysOf(text: string, literal: number): readonly Key[] {
  if (text.length < MIN_LITERAL) throw new RangeError(`literal ${JSON.stringify(text)} is under ${MIN_LITERAL} characters`);
  return [0, 1, 2, 3].map((alignment) => {
    let best: (Key & { readonly rarity: number }) | null = null;
    for (let offset = -alignment; offset < text.length; offset += 4) {
      for (const piece of PIECES) {
        const from = offset + piece.skip;
        if (from < 0 || from + piece.length > text.length) continue;
        const characters = text.slice(from, from + piece.length);
        const rarity = piece.length * 1000 + rarityOf(characters);
        if (best === null || rarity > best.rarity) best = { literal, piece, key: keyOf(characters, piece), offset, rarity };
      }
    }
    if (best === null) throw new RangeError(`literal ${JSON.stringify(text)} covers no piece of a word`);
    return best;
  });
}

function rarityOf(characters: string): number {
  let sum = 0;
  for (const character of characters) sum += Math.log2((COMMON_FIRST.indexOf(character) + 100) % 100 + 2);
  return sum;
}

function keyOf(characters: string, { tag }: Piece): number {
  let key = 0;
  for (let index = characters.length - 1; index >= 0; index--) {
    key = (key << 8) | (characters.charCodeAt(index) & 0x7f) | 0x20;
  }
  return key | tag;
}

interface KeyTable {
  readonly pieces: ReadonlySet<Piece>;
  /** One bit a hash; `shift` makes a hash of a product. */
  readonly bitmap: Uint32Array;
  readonly shift: number;
  /** The slot of a key, or -1. */
  readonly find: (key: number) => number;
  /** Entries of slot n are starts[n] up to starts[n + 1]. */
  readonly starts: Uint32Array;
  readonly literals: Uint32Array;
  readonly offsets: Int32Array;
}

function tableOf(keys: readonly Key[]): KeyTable {
  const sorted = [...keys].sort((a, b) => a.key - b.key);
  const distinct = new Map<number, number>();
  const starts: number[] = [];
  for (const [index, { key }] of sorted.entries()) {
    if (distinct.has(key)) continue;
    distinct.set(key, distinct.size);
    starts.push(index);
  }
  starts.push(sorted.length);
  // 32 bits a key keep false candidates near 3 in 100.
  const bits = Math.max(10, Math.ceil(Math.log2(distinct.size * 32)));
  const shift = 32 - bits;
  const bitmap = new Uint32Array(2 ** (bits - 5));
  for (const key of distinct.keys()) {
    const hash = Math.imul(key, 0x9e37_79b1) >>> shift;
    bitmap[hash >>> 5] = (bitmap[hash >>> 5] ?? 0) | (1 << (hash & 31));
  }
  return {
    pieces: new Set(keys.map(({ piece }) => piece)),
    bitmap,
    shift,
    find: (key) => distinct.get(key) ?? -1,
    starts: Uint32Array.from(starts),
    literals: Uint32Array.from(sorted, ({ literal }) => literal),
    offsets: Int32Array.from(sorted, ({ offset }) => offset),
  };
}
