// Conditions on icons: on a hash of their bytes, and on pictures that look alike.
import { type MatchRule, passing } from './match-rule.ts';

/** Maximum bits in which perceptual hashes of pictures that look alike differ. */
const MAX_DIFFERENT_BITS = 10;

const PHASH = /^(?:phash:)?([0-9a-f]{16})$/i;

/** Rule of pictures that look like the one with a perceptual hash. */
export const likenessRule: MatchRule = {
  takes: 'a perceptual hash of 16 hexadecimal digits, for instance 8f3c1e0f07e1f0c3',
  read: (value) => PHASH.exec(value.trim())?.[1]?.toLowerCase() ?? null,
  choose: (value) => {
    const wanted = halves(value);
    return {
      kind: 'icon_hash',
      prefix: PREFIX,
      among: passing((label) => {
        const [upper, lower] = halves(label.slice(PREFIX.length));
        return bitsOf(upper ^ wanted[0]) + bitsOf(lower ^ wanted[1]) <= MAX_DIFFERENT_BITS;
      }),
    };
  },
};

const PREFIX = 'phash:';

/** The label of an icon by the hash of its bytes as people write it; null if it is none. */
export function iconLabel(value: string): string | null {
  const [, kind, hash = ''] =
    /^(?:(mmh3|md5|sha256):)?(-?[0-9a-f]+)$/i.exec(value.trim().toLowerCase()) ?? [];
  const isNumber = /^-?\d{1,10}$/.test(hash) && (Number(hash) | 0) === Number(hash);
  if (isNumber && (kind === undefined || kind === 'mmh3')) return `mmh3:${Number(hash) + 0}`;
  for (const [name, digits] of DIGITS) {
    if ((kind === undefined || kind === name) && hash.length === digits && !hash.startsWith('-'))
      return `${name}:${hash}`;
  }
  return null;
}

/** Hexadecimal digits of the hashes that have a fixed number of them. */
const DIGITS = [
  ['md5', 32],
  ['sha256', 64],
] as const;

function halves(hash: string): readonly [upper: number, lower: number] {
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)];
}

/** Number of bits that are set in 32. */
function bitsOf(value: number): number {
  let bits = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}
