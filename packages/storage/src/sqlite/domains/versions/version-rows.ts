// Rows of tables `past` and `version`: what pages were before.
import type { DatabaseSync } from 'node:sqlite';
import { crc32, zstdDecompressSync } from 'node:zlib';
import { contentReader } from '../../../past/keep.ts';
import { seenOf } from '../../../past/changed-pages.ts';
import type { ReadContent, SeenPage } from '../../../past/page-past.ts';
import type { Content, Past, PastVersion } from '../../../past/past.ts';
import { pastIn } from '../../../past/past-text.ts';
import { damaged } from '../../failure.ts';
import { factsOfRow, type PageRow, unpackUtf8 } from '../page-rows.ts';

/** The past of a page of a domain. */
export interface StoredPast {
  readonly url: string;
  readonly past: Past;
}

export interface VersionRows {
  /** The past of a page; null if nothing is kept of it. @param domain id of its domain */
  past(domain: number, url: string): Past | null;
  /** The pasts of the pages of a domain, also of those that are gone, in the order of their URLs. */
  pasts(domain: number): Iterable<StoredPast>;
  /** Packed sources of a version. @throws StorageCorrupt if they are not stored */
  packed(domain: number, version: PastVersion): Uint8Array;
  /** Reads sources of versions of a page. @param page gives the page as it is stored, if it is needed; null: it is not stored */
  reader(domain: number, past: Past, page: () => PageRow | null): ReadContent;
}

export function versionRows(db: DatabaseSync): VersionRows {
  const sql = {
    past: db.prepare('SELECT url, body, crc FROM past WHERE domain = ? AND url = ?'),
    following: db.prepare(
      'SELECT url, body, crc FROM past WHERE domain = ? AND url > ? ORDER BY url LIMIT 1',
    ),
    version: db.prepare('SELECT packed, crc FROM version WHERE id = ?'),
  };

  function checked(domain: number, row: Record<string, unknown> | undefined): StoredPast | null {
    if (row === undefined) return null;
    const { url, body, crc } = row;
    if (typeof url !== 'string' || !(body instanceof Uint8Array) || pastCheck(domain, url, body) !== crc) {
      throw damaged(db, `the checksum of a row of domain ${domain} in table past is wrong`);
    }
    return { url, past: pastIn(zstdDecompressSync(body).toString()) };
  }

  function packed(domain: number, { id, packedBytes }: PastVersion): Uint8Array {
    const { packed: bytes, crc } = sql.version.get(id) ?? {};
    if (
      !(bytes instanceof Uint8Array) ||
      bytes.length !== packedBytes ||
      versionCheck(domain, id, bytes) !== crc
    ) {
      throw damaged(db, `the checksum of version ${id} in table version is wrong`);
    }
    return bytes;
  }

  return {
    past: (domain, url) => checked(domain, sql.past.get(domain, url))?.past ?? null,
    *pasts(domain) {
      for (let last = ''; ;) {
        const found = checked(domain, sql.following.get(domain, last));
        if (found === null) return;
        yield found;
        last = found.url;
      }
    },
    packed,
    reader(domain, past, page) {
      const read = contentReader(
        past,
        () => {
          const stored = page();
          return stored === null ? null : contentOf(stored);
        },
        (version) => packed(domain, version),
      );
      return (version) => {
        try {
          return read(version);
        } catch (error) {
          // Their checksums are right, so what they are packed against is not what it was.
          if (!(error instanceof RangeError)) throw error;
          throw damaged(db, `version ${version.id} in table version can't be unpacked: ${error.message}`);
        }
      };
    },
  };
}

/** Sources of a stored page. */
function contentOf({ source, rendered }: PageRow): Content {
  return { source: unpackUtf8(source), rendered: rendered === null ? null : unpackUtf8(rendered) };
}

/** A stored page as its past sees it. */
export function seenRow(row: PageRow): SeenPage {
  const { rendered, ...own } = row;
  const record = { ...own, facts: factsOfRow(row), ...(rendered === null ? {} : { rendered }) };
  return { id: row.id, ...seenOf(record, contentOf(row)) };
}

export function pastCheck(domain: number, url: string, body: Uint8Array): number {
  return crc32(body, crc32(`past ${domain} ${url}`));
}

export function versionCheck(domain: number, id: number, packed: Uint8Array): number {
  return crc32(packed, crc32(`version ${domain} ${id}`));
}
