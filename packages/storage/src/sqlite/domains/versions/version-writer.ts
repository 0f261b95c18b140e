import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import type { PageRecord, Source } from '@sitegrep/site';
import { type KeptPast, keepPast } from '../../../past/keep.ts';
import { changedPages, seenOf } from '../../../past/changed-pages.ts';
import { PagePast, type SeenPage } from '../../../past/page-past.ts';
import { type Content, isNothing, NO_PAST, type Past, type PastVersion } from '../../../past/past.ts';
import { pastText } from '../../../past/past-text.ts';
import type { KeepVersions } from '../../../past/retention.ts';
import type { PageRow, StorableSources } from '../page-rows.ts';
import type { PageChanges } from '../page-changes.ts';
import type { StateKeeper } from '../state.ts';
import type { PastIndex } from './past-index.ts';
import { pastCheck, seenRow, type StoredPast, versionCheck, type VersionRows } from './version-rows.ts';

/** Keeps versions of pages, inside a write transaction. */
export interface VersionWriter {
  /** Whether versions are kept, or some are stored that must follow their pages. */
  isOn(): boolean;
  /**
   * Keeps those contents of pages that a put replaces or removes, and captures that are older than the stored pages.
   *
   * @param domain id of the domain; of one that is new, only captures are looked at
   * @returns whether anything was written
   */
  change(domain: { readonly id: number; readonly isNew: boolean }, put: VersionedPut): boolean;
  /** Removes all that is kept of the pages of a domain. */
  remove(domain: number): void;
}

interface VersionedPut {
  readonly changes: Pick<PageChanges, 'gone' | 'come'>;
  /** Sources of the pages that come. */
  readonly sources: readonly StorableSources[];
  /** Captures that are older than the pages of their URLs. */
  readonly past: readonly PageRecord<Source>[];
  /** The stored page of a URL that stays; null: there is none. */
  readonly staying: (url: string) => PageRow | null;
  /** When the visit was, in milliseconds since the epoch. */
  readonly at: number;
}

interface VersionWriterParts {
  readonly rows: VersionRows;
  readonly index: PastIndex;
  readonly state: StateKeeper;
  readonly keep: KeepVersions;
  /** Gives a number that no page and no version has. */
  readonly nextId: () => number;
}

export function versionWriter(
  db: DatabaseSync,
  { rows, index, state, keep, nextId }: VersionWriterParts,
): VersionWriter {
  const sql = {
    set: db.prepare('INSERT OR REPLACE INTO past (domain, url, body, crc) VALUES (?, ?, ?, ?)'),
    drop: db.prepare('DELETE FROM past WHERE domain = ? AND url = ?'),
    insert: db.prepare('INSERT INTO version (id, domain, packed, crc) VALUES (?, ?, ?, ?)'),
    remove: db.prepare('DELETE FROM version WHERE id = ?'),
  };

  function count({ pasts = 0, versions = 0, bytes = 0 }): void {
    const before = state.get();
    state.change({
      pasts: before.pasts + pasts,
      versions: before.versions + versions,
      versionBytes: before.versionBytes + bytes,
    });
  }

  function write(
    { domain, url }: { readonly domain: number; readonly url: string },
    before: Past | null,
    kept: KeptPast,
    contentOfVersion: (version: PastVersion) => Content,
  ): void {
    index.change({ domain, url }, before ?? NO_PAST, kept.past, contentOfVersion);
    for (const { id, packedBytes } of kept.removed) {
      sql.remove.run(id);
      count({ versions: -1, bytes: -packedBytes });
    }
    for (const { version, packed } of kept.packed) {
      sql.insert.run(version.id, domain, packed, versionCheck(domain, version.id, packed));
      count({ versions: 1, bytes: packed.length });
    }
    if (isNothing(kept.past)) {
      if (before === null) return;
      sql.drop.run(domain, url);
      count({ pasts: -1 });
      return;
    }
    const body = zstdCompressSync(pastText(kept.past));
    sql.set.run(domain, url, body, pastCheck(domain, url, body));
    if (before === null) count({ pasts: 1 });
  }

  function drop(domain: number, { url, past }: StoredPast): true {
    const nothing = { past: NO_PAST, packed: [], removed: past.versions };
    write(
      { domain, url },
      past,
      nothing,
      rows.reader(domain, past, () => null),
    );
    return true;
  }

  /** @param work what a put does to the past of a page */
  function changed(
    domain: number,
    url: string,
    stored: PageRow | null,
    work: (past: PagePast) => void,
  ): boolean {
    const before = rows.past(domain, url);
    if (keep === 0) return before !== null && drop(domain, { url, past: before });
    const past = before ?? NO_PAST;
    const read = rows.reader(domain, past, () => stored);
    const page = new PagePast(past, stored === null ? null : seenRow(stored), read, nextId);
    work(page);
    if (!page.isChanged) return false;
    const contents = new Map(page.versions.map(({ id, content }) => [id, content]));
    write({ domain, url }, before, keepPast(page, past, keep), (version) => {
      const content = contents.get(version.id);
      if (content === undefined) throw new RangeError(`version ${version.id} comes without its sources`);
      return content();
    });
    return true;
  }

  return {
    isOn: () => keep !== 0 || state.get().pasts > 0,
    change({ id: domain, isNew }, { changes: { gone, come }, sources, past, staying, at }) {
      const coming = come.map(({ number, record }, index) => ({
        url: record.url.toWellFormed(),
        seen: (): SeenPage => {
          const own = sources[index];
          if (own === undefined) throw new RangeError(`page ${record.url} comes without its sources`);
          return { id: number, ...seenOf(record, own) };
        },
      }));
      let isChanged = false;
      for (const { url, stored, work } of changedPages({ isNew, gone, come: coming, past, staying, at })) {
        if (changed(domain, url, stored, work)) isChanged = true;
      }
      return isChanged;
    },
    remove(domain) {
      if (state.get().pasts === 0) return;
      for (const stored of rows.pasts(domain)) drop(domain, stored);
    },
  };
}
