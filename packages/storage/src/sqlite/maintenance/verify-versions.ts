import type { DatabaseSync } from 'node:sqlite';
import type { PageRow } from '../domains/page-rows.ts';
import type { DomainRow } from '../domains/rows.ts';
import { versionRows } from '../domains/versions/version-rows.ts';

/** Sums over the versions of pages. */
export interface VersionSums {
  /** Pages of which something is kept. */
  readonly pasts: number;
  readonly versions: number;
  readonly bytes: number;
}

export const NO_VERSIONS: VersionSums = { pasts: 0, versions: 0, bytes: 0 };

export function joinedVersions(one: VersionSums, other: VersionSums): VersionSums {
  return {
    pasts: one.pasts + other.pasts,
    versions: one.versions + other.versions,
    bytes: one.bytes + other.bytes,
  };
}

/** Unpacks all versions of the pages of domains. */
export interface VersionCheck {
  /** @param pages all stored pages of a domain @throws StorageCorrupt at the first fault */
  check(row: DomainRow, pages: readonly PageRow[]): void;
  sums(): VersionSums;
}

export function openVersionCheck(db: DatabaseSync): VersionCheck {
  const rows = versionRows(db);
  let sums = NO_VERSIONS;
  return {
    check({ id }, pages) {
      for (const { url, past } of rows.pasts(id)) {
        const read = rows.reader(id, past, pages.find((page) => page.url === url) ?? null);
        // The last one first: each is packed against the one after it.
        for (const version of past.versions.toReversed()) read(version);
        const { versions } = past;
        const bytes = versions.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
        sums = joinedVersions(sums, { pasts: 1, versions: versions.length, bytes });
      }
    },
    sums: () => sums,
  };
}
