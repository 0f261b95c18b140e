// Sources of versions, each compressed against the version that came after it: most pages change little.
import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Content } from './past.ts';

const DIGEST_BYTES = 16;
/** Minimum and maximum binary logarithm of the window. It covers both texts, so that all of the base is in reach. */
const MIN_WINDOW = 17;
const MAX_WINDOW = 27;

/** Digest of the sources of a page: of SHA-256, 22 characters. */
export function contentDigest({ source, rendered }: Content): string {
  const hash = createHash('sha256').update(source);
  // No source has a NUL.
  if (rendered !== null) hash.update('\0').update(rendered);
  return hash.digest().subarray(0, DIGEST_BYTES).toString('base64url');
}

/** @param base null: it is packed alone */
export function packContent(content: Content, base: Content | null): Buffer {
  const bytes = joined(content);
  if (base === null) return zstdCompressSync(bytes);
  const dictionary = joined(base);
  const window = Math.ceil(Math.log2(bytes.length + dictionary.length + 1));
  const windowLog = Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, window));
  return zstdCompressSync(bytes, { dictionary, params: { [constants.ZSTD_c_windowLog]: windowLog } });
}

/**
 * @param sizes bytes of the sources; `renderedBytes` is null if there is none of scripts
 * @throws RangeError if what comes out has another digest
 */
export function unpackContent(
  packed: Uint8Array,
  base: Content | null,
  { bytes, renderedBytes, digest }: { bytes: number; renderedBytes: number | null; digest: string },
): Content {
  const length = bytes + (renderedBytes ?? 0);
  const unpacked = zstdDecompressSync(packed, {
    chunkSize: Math.max(1_024, length + 1),
    maxOutputLength: Math.max(1, length),
    params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW },
    ...(base === null ? {} : { dictionary: joined(base) }),
  });
  const content = {
    source: unpacked.subarray(0, bytes),
    rendered: renderedBytes === null ? null : unpacked.subarray(bytes),
  };
  if (unpacked.length !== length || contentDigest(content) !== digest) {
    throw new RangeError('an unpacked version has another digest than the one that was packed');
  }
  return content;
}

function joined({ source, rendered }: Content): Buffer {
  return rendered === null ? source : Buffer.concat([source, rendered]);
}
