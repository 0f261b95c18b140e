// The stored field `pasts` of a document: what is kept of the pasts of its pages. Runs in a thread.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { compareCodePoints } from '@sitegrep/site';
import { StorageCorrupt } from '../../../errors.ts';
import { contentReader } from '../../../past/keep.ts';
import type { ReadContent } from '../../../past/page-past.ts';
import type { Content, Past } from '../../../past/past.ts';
import { pastIn, pastText } from '../../../past/past-text.ts';

/** The past of a page as it is stored. */
export interface StoredPast {
  readonly past: Past;
  /** Packed sources of its versions, by their ids. */
  readonly packed: ReadonlyMap<number, Uint8Array>;
  /** Number of older versions that were left out since the document has no room for them. */
  readonly leftOut: number;
}

/** The pasts of the pages of a document by their URLs, also of those that are gone. */
export type Pasts = ReadonlyMap<string, StoredPast>;

/** Bytes of the number that says how long the head is. */
const LENGTH_BYTES = 4;

type Head = readonly (readonly [url: string, past: string, leftOut: number])[];

/** The head as compressed JSON, with its length before it; then the packed sources in the order of the head, page by page. */
export function packPasts(pasts: Pasts): Buffer {
  const entries = [...pasts];
  const head: Head = entries.map(([url, { past, leftOut }]) => [url, pastText(past), leftOut]);
  const compressed = zstdCompressSync(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(compressed.length);
  const sources = entries.flatMap(([, { past, packed }]) =>
    past.versions.map(({ id }) => requirePacked(packed, id)),
  );
  return Buffer.concat([length, compressed, ...sources]);
}

/**
 * Unpacks pasts, which come in code point order of their URLs.
 *
 * @param stored content of the field, Base64; null: there is none
 */
export function unpackPasts(stored: string | null): Pasts {
  if (stored === null) return new Map();
  const bytes = Buffer.from(stored, 'base64');
  let at = LENGTH_BYTES + bytes.readUInt32LE();
  // The same program wrote it, see `parseFacts`.
  const head = JSON.parse(zstdDecompressSync(bytes.subarray(LENGTH_BYTES, at)).toString()) as Head;
  return new Map(
    head.map(([url, text, leftOut]) => {
      const past = pastIn(text);
      const packed = new Map(
        past.versions.map(({ id, packedBytes }) => [id, bytes.subarray(at, (at += packedBytes))]),
      );
      return [url, { past, packed, leftOut }];
    }),
  );
}

/** Pasts in code point order of their URLs. */
export function sortedPasts(pasts: Pasts): Pasts {
  return new Map([...pasts].sort(([one], [other]) => compareCodePoints(one, other)));
}

/**
 * A reader of the sources of the versions of a page, which throws StorageCorrupt if they are not what was packed.
 *
 * @param present gives those of the stored page; null: it is not stored
 */
export function readerOf(
  url: string,
  { past, packed }: StoredPast,
  present: () => Content | null,
): ReadContent {
  const read = contentReader(past, present, ({ id }) => requirePacked(packed, id));
  return (version) => {
    try {
      return read(version);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new StorageCorrupt(
        `version ${version.id} of ${url} in Elasticsearch can't be unpacked (${error.message}): delete the domain, and crawl it again`,
      );
    }
  };
}

/** @throws RangeError if a version lacks its sources */
function requirePacked(packed: StoredPast['packed'], id: number): Uint8Array {
  const found = packed.get(id);
  if (found === undefined) throw new RangeError(`version ${id} has no sources`);
  return found;
}
