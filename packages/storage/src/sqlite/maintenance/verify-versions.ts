import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { PageRow } from '../domains/page-rows.ts';
import type { DomainRow } from '../domains/rows.ts';
import { damaged } from '../failure.ts';
import { earlierPresent, textsOfVersion, timesOf } from '../domains/versions/past-index.ts';
import { type SeenRow, seenRows } from '../domains/versions/seen-rows.ts';
import { versionRows } from '../domains/versions/version-rows.ts';

/** Sums over the versions of pages. */
export interface VersionSums {
  /** Pages of which something is kept. */
  readonly pasts: number;
  readonly versions: number;
  readonly bytes: number;
  /** Rows that table `seen` must have. */
  readonly seen: number;
}

export const NO_VERSIONS: VersionSums = { pasts: 0, versions: 0, bytes: 0, seen: 0 };

export function joinedVersions(one: VersionSums, other: VersionSums): VersionSums {
  return {
    pasts: one.pasts + other.pasts,
    versions: one.versions + other.versions,
    bytes: one.bytes + other.bytes,
    seen: one.seen + other.seen,
  };
}

/** Unpacks all versions of the pages of domains, and compares table `seen` with them. */
export interface VersionCheck {
  /** @param pages all stored pages of a domain @throws StorageCorrupt at the first fault */
  check(row: DomainRow, pages: readonly PageRow[]): void;
  sums(): VersionSums;
}

export function openVersionCheck(db: DatabaseSync): VersionCheck {
  const rows = versionRows(db);
  const seen = seenRows(db);
  let sums = NO_VERSIONS;

  /** @throws StorageCorrupt if the row of a version, or of a page, is another */
  function requireSeen(row: SeenRow | null, expected: Omit<SeenRow, 'number'>): void {
    const isSame =
      row !== null &&
      isDeepStrictEqual({ ...expected, number: row.number }, row) &&
      (row.lastSeen !== null || row.number === row.id);
    if (isSame) return;
    throw damaged(
      db,
      `table seen has another row of version ${expected.id} of ${expected.url} than table past`,
    );
  }

  return {
    check({ id }, pages) {
      for (const { url, past } of rows.pasts(id)) {
        const read = rows.reader(id, past, () => pages.find((page) => page.url === url) ?? null);
        // The last one first: each is packed against the one after it.
        for (const version of past.versions.toReversed()) {
          const texts = textsOfVersion(read(version));
          const own = { ...timesOf(version), id: version.id, domain: id, url, texts };
          requireSeen(seen.ofVersion(version.id), own);
        }
        const present = earlierPresent(past.present);
        if (present !== null) {
          const row = seen.numbered(present.id);
          requireSeen(row, { ...present, domain: id, url, lastSeen: null, texts: 0 });
        }
        const { versions } = past;
        const bytes = versions.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
        const rowsSeen = versions.length + (present === null ? 0 : 1);
        sums = joinedVersions(sums, { pasts: 1, versions: versions.length, bytes, seen: rowsSeen });
      }
    },
    sums: () => sums,
  };
}
