// Words of three and four bytes that a literal consists of, and how rare they are on pages.

/** Bits of the hash of a gram. */
export const GRAM_BITS = 18;
/** Grams of a literal that are looked up before it is looked for. */
export const GRAMS = 8;

/** A kind of grams: its number of bytes, and the bits of a word of four bytes that do not belong to it. */
export interface GramKind {
  readonly bytes: number;
  readonly unread: number;
}
export const FOUR: GramKind = { bytes: 4, unread: 0 };
/** That of literals which are too short for the other. */
export const THREE: GramKind = { bytes: 3, unread: 8 };

/** The hash of a gram, which the kernel makes likewise. */
function hashOf(bytes: Uint8Array): number {
  let word = 0;
  for (const byte of bytes) word = (word >>> 8) | (byte << 24);
  return Math.imul(word, 0x9e37_79b1) >>> (32 - GRAM_BITS);
}

/** A gram of a literal. */
export interface Gram {
  readonly offset: number;
  readonly hash: number;
}

/** The grams of a literal that are looked up, probably the rarest first, which have little in common. @param bytes three at least */
export function chosenGrams(bytes: Uint8Array): readonly Gram[] {
  const rising = gramsOf(bytes).sort((a, b) => a.commonness - b.commonness);
  const chosen: Gram[] = [];
  for (const least of [3, 2, 1])
    for (const gram of rising) {
      const isApart = chosen.every(({ offset }) => Math.abs(offset - gram.offset) >= least);
      if (isApart && chosen.length < GRAMS) chosen.push(gram);
    }
  return chosen;
}

function gramsOf(bytes: Uint8Array): (Gram & { readonly commonness: number })[] {
  const { bytes: width } = kindOf(bytes.length);
  return Array.from({ length: bytes.length - width + 1 }, (_, offset) => {
    const gram = bytes.subarray(offset, offset + width);
    const commonness = gram.reduce((product, byte) => product * (COMMONNESS[byte] ?? 0), 1);
    return { offset, hash: hashOf(gram), commonness };
  });
}

/** The kind of the grams of a literal. */
export function kindOf(length: number): GramKind {
  return length < FOUR.bytes ? THREE : FOUR;
}

/** Characters of pages, roughly from common to rare. */
const COMMON_FIRST = ' etaoinsrlcd/"p=-<>muhg.b:fvy_w;0(1k,2)x\'3{}45j68q79z&#?+%[]@!|*$~^\\`';

/** Rough frequency of each byte. */
const COMMONNESS = Float64Array.from({ length: 256 }, (_, code) => {
  const rank = code < 0x80 ? COMMON_FIRST.indexOf(String.fromCharCode(code)) : 60;
  return 1 / ((rank === -1 ? 99 : rank) + 8);
});
