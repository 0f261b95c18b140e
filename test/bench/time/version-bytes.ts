import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { versionRows } from '../../../packages/storage/src/sqlite/domains/versions/version-rows.ts';
import { rounded, summary, type Summary } from '../harness/figures.ts';
import type { FolderBytes } from './folder-bytes.ts';

/** Size of what pages were before, in a data folder. */
interface VersionBytes {
  /** Versions that are kept, and the bytes of their table and of the one that says when each was seen. */
  readonly versions: number;
  readonly bytes: number;
  /** Pages of which at least `NEWEST` are kept. */
  readonly pages: number;
  /** Bytes of the newest `NEWEST` of each of these pages, relative to those of its compressed source, and of all of them together. */
  readonly share: Summary;
  readonly shareOfAll: number;
}

/** Versions of a page that are compared with its source. */
const NEWEST = 3;

/** Measures a data folder that nobody writes to; null: no page has so many versions. @param bytes of its parts */
export function versionBytes(dataDir: string, bytes: FolderBytes): VersionBytes | null {
  const database = new DatabaseSync(join(dataDir, 'domains.sqlite'), { readOnly: true });
  try {
    const sources = new Map(
      database
        .prepare('SELECT domain, url, length(source) AS bytes FROM page')
        .all()
        .map(({ domain, url, bytes: size }) => [`${Number(domain)} ${String(url)}`, Number(size)]),
    );
    const rows = versionRows(database);
    let [versions, newestBytes, sourceBytes] = [0, 0, 0];
    const shares: number[] = [];
    for (const { domain } of database.prepare('SELECT DISTINCT domain FROM past').all()) {
      for (const { url, past } of rows.pasts(Number(domain))) {
        versions += past.versions.length;
        const source = sources.get(`${Number(domain)} ${url}`);
        if (source === undefined || past.versions.length < NEWEST) continue;
        const newest = past.versions.slice(-NEWEST).reduce((sum, { packedBytes }) => sum + packedBytes, 0);
        shares.push(newest / source);
        newestBytes += newest;
        sourceBytes += source;
      }
    }
    if (shares.length === 0) return null;
    return {
      versions,
      bytes: (bytes['domains.version'] ?? 0) + (bytes['domains.past'] ?? 0),
      pages: shares.length,
      share: summary(shares, 1_000),
      shareOfAll: rounded(newestBytes / sourceBytes, 1_000),
    };
  } finally {
    database.close();
  }
}
