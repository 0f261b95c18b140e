import { createHash } from 'node:crypto';
import { maskTokens, type MaskedTokens } from './mask.ts';
import { decodeNoise, type Noise } from './noise.ts';
import { readTokens } from './tokens.ts';

/**
 * Maximum length of a source in which noise is looked for, in UTF-16 units: it takes some 10 ms. Longer sources are the same only
 * if they are equal.
 */
export const MAX_NOISE_LENGTH = 1_048_576;

/** Stands for each value that is noise. Sources hold no NUL, so nothing else is mistaken for it. */
const NOISE_MARK = '\0';
const DIGEST_BYTES = 16;

/** A source with a mark for each value that is noise. */
export function normalised(source: string, noise: Noise): string {
  const { slots } = decodeNoise(noise);
  if (slots.length === 0 || source.length > MAX_NOISE_LENGTH) return source;
  return markedText(source, maskTokens(readTokens(source), slots));
}

export function markedText(source: string, { starts, masked }: MaskedTokens): string {
  let text = '';
  let from = 0;
  for (const index of masked) {
    text += source.slice(from, starts[index]) + NOISE_MARK;
    from = starts[index + 1] ?? source.length;
  }
  return masked.length === 0 ? source : text + source.slice(from);
}

/**
 * Digest of a source without its noise: of SHA-256, 22 characters. Digests by two noises can be compared if the slots on the page are
 * the same in both.
 */
export function versionDigest(source: string, noise: Noise): string {
  const digest = createHash('sha256').update(normalised(source, noise)).digest();
  return digest.subarray(0, DIGEST_BYTES).toString('base64url');
}

/** Tells whether two sources differ in noise alone, or not at all. */
export function sameBut(noise: Noise, a: string, b: string): boolean {
  return a === b || normalised(a, noise) === normalised(b, noise);
}
