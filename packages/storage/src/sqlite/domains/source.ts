import { zstdDecompressSync } from 'node:zlib';

/** A page's source as its row holds it, in text. */
export function unpackSource(packed: unknown): string {
  if (!(packed instanceof Uint8Array)) throw new Error('a stored source is not compressed bytes');
  return zstdDecompressSync(packed).toString();
}
