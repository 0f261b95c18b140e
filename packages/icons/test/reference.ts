// Answers of Python's packages about icons, as reference.py prints them, and ours in the same form.
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { byteHashes } from '../src/byte-hashes.ts';
import { perceptualHash } from '../src/perceptual-hash.ts';
import { decodePicture } from '../src/read-icon.ts';

export interface Reference {
  readonly name: string;
  readonly base64: string;
  readonly mmh3: number;
  readonly md5: string;
  readonly sha256: string;
  /** Width and height; absent if the bytes are not decoded. */
  readonly size?: readonly [number, number];
  /** SHA-256 of the pixels; absent if decoders differ in their rounding. */
  readonly pixels?: string;
  /** The pixels, compressed, if decoders differ. */
  readonly rgba?: string;
  readonly phash?: string;
}

export function readReferences(lines: string): readonly Reference[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Reference);
}

/** Maximum difference of a sample of a picture whose decoders round differently. */
const MAX_ROUNDING = 4;
/** Maximum bits of the perceptual hash that differ then. */
const MAX_BITS = 2;

/** Our answer about an icon: the reference itself if it is the same, as far as decoders agree. */
export function ours(reference: Reference): Reference {
  const { base64, pixels: _, rgba, ...expected } = reference;
  const bytes = Buffer.from(base64, 'base64');
  const answer = { ...expected, base64, ...byteHashes(bytes) };
  if (expected.size === undefined || expected.phash === undefined) return answer;
  const picture = decodePicture(bytes);
  const shown = seen(picture.rgba);
  const phash = perceptualHash(picture);
  const size = [picture.width, picture.height] as const;
  if (rgba === undefined) {
    return { ...answer, size, pixels: createHash('sha256').update(shown).digest('hex'), phash };
  }
  const theirs = inflateSync(Buffer.from(rgba, 'base64'));
  const isAlike =
    shown.length === theirs.length &&
    shown.every((value, at) => Math.abs(value - (theirs[at] ?? 0)) <= MAX_ROUNDING) &&
    differentBits(phash, expected.phash) <= MAX_BITS;
  return { ...answer, size, rgba: isAlike ? rgba : Buffer.from(shown).toString('base64') };
}

function differentBits(left: string, right: string): number {
  return (BigInt(`0x${left}`) ^ BigInt(`0x${right}`)).toString(2).replaceAll('0', '').length;
}

/** Pixels with black for the colours that nobody can see. */
function seen(rgba: Uint8Array): Uint8Array {
  return rgba.map((value, at) => (rgba[at | 3] === 0 ? 0 : value));
}
