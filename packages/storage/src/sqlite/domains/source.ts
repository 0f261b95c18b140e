import { zstdDecompressSync } from 'node:zlib';

/** A page's source as its row holds it, in text. */
export function unpackSource(packed: unknown): string {
  return unpackUtf8(packed).toString();
}

/** The same in UTF-8. */
export function unpackUtf8(packed: unknown): Buffer {
  if (!(packed instanceof Uint8Array)) throw new Error('a stored source is not compressed bytes');
  return zstdDecompressSync(packed);
}
