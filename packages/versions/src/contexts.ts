import type { Tokens } from './tokens.ts';

/** Tokens before a value that tell where it stands: the shorter run, and the longer one for what stands alike elsewhere. */
const SHORT_CONTEXT = 3;
const LONG_CONTEXT = 32;

const FACTOR = 0x01000193;
const SECOND_FACTOR = Math.imul(FACTOR, FACTOR);

/** Hash of the three tokens before a token. Their own hashes are mixed, so a sum is enough. */
export function shortContext(first: number, second: number, third: number): number {
  return (Math.imul(first, SECOND_FACTOR) + Math.imul(second, FACTOR) + third) | 0;
}

export function shortContextAt({ hashes }: Pick<Tokens, 'hashes'>, index: number): number {
  return shortContext(
    hashes[index - SHORT_CONTEXT] ?? 0,
    hashes[index - SHORT_CONTEXT + 1] ?? 0,
    hashes[index - 1] ?? 0,
  );
}

/** Hash of the 32 tokens before a token; its lower half is that of the short context, by which it is looked up. */
export function longContextAt(tokens: Pick<Tokens, 'hashes'>, index: number): number {
  const { hashes } = tokens;
  let hash = 0;
  for (let at = Math.max(0, index - LONG_CONTEXT); at < index; at++) {
    hash = (Math.imul(hash, FACTOR) + (hashes[at] ?? 0)) | 0;
  }
  hash ^= hash >>> 16;
  return (hash << 16) | (shortContextAt(tokens, index) & 0xffff);
}
