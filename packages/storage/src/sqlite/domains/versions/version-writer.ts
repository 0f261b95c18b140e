import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import type { PageRecord, Source } from '@sitegrep/site';
import { type KeptPast, keepPast } from '../../../past/keep.ts';
import { PagePast, type SeenContent, type SeenPage } from '../../../past/page-past.ts';
import { type Content, NO_PAST, type Past } from '../../../past/past.ts';
import { pastText } from '../../../past/past-text.ts';
import type { KeepVersions } from '../../../past/retention.ts';
import { factsOfRow, type PageRow, storableSources, type StorableSources } from '../page-rows.ts';
import type { PageChanges } from '../page-changes.ts';
import type { StateKeeper } from '../state.ts';
import { contentOf, pastCheck, type StoredPast, versionCheck, type VersionRows } from './version-rows.ts';

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

/** @param nextId gives a number that no page and no version has */
export function versionWriter(
  db: DatabaseSync,
  rows: VersionRows,
  state: StateKeeper,
  keep: KeepVersions,
  nextId: () => number,
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

  function write(domain: number, url: string, before: Past | null, kept: KeptPast): void {
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
    write(domain, url, past, { past: NO_PAST, packed: [], removed: past.versions });
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
    const read = rows.reader(domain, past, stored);
    const page = new PagePast(past, stored === null ? null : seenRow(stored), read, nextId);
    work(page);
    if (!page.isChanged) return false;
    write(domain, url, before, keepPast(page, past, keep));
    return true;
  }

  return {
    isOn: () => keep > 0 || state.get().pasts > 0,
    change({ id: domain, isNew }, { changes: { gone, come }, sources, past, staying, at }) {
      const going = new Map(gone.map((page) => [page.url, page]));
      const captures = Map.groupBy(past, ({ url }) => url.toWellFormed());
      let isChanged = false;
      const change: typeof changed = (...call) => {
        captures.delete(call[1]);
        const did = changed(...call);
        isChanged ||= did;
        return did;
      };
      for (const [index, { number, record }] of come.entries()) {
        const url = record.url.toWellFormed();
        const stored = going.get(url) ?? null;
        const older = capturesOf(captures.get(url));
        going.delete(url);
        if (isNew && older.length === 0) continue;
        const own = sources[index];
        if (own === undefined) throw new RangeError(`page ${url} comes without its sources`);
        change(domain, url, stored, (page) => {
          for (const seen of older) page.capture(seen);
          page.arrive({ ...seenRecord(record, own), id: number });
        });
      }
      for (const [url, stored] of going) {
        const older = capturesOf(captures.get(url));
        change(domain, url, stored, (page) => {
          for (const seen of older) page.insert(seen);
          page.end(at);
        });
      }
      for (const [url, records] of captures) {
        change(domain, url, staying(url), (page) => {
          for (const seen of capturesOf(records)) page.insert(seen);
        });
      }
      return isChanged;
    },
    remove(domain) {
      if (state.get().pasts === 0) return;
      for (const stored of rows.pasts(domain)) drop(domain, stored);
    },
  };
}

/** Tells whether a past says no more than its page does. */
function isNothing({ versions, noise, renderedNoise, stood, present }: Past): boolean {
  const isSeenOnce = !stood && (present?.times.length ?? 0) < 2;
  return versions.length === 0 && noise.length === 0 && renderedNoise.length === 0 && isSeenOnce;
}

/** Captures in the order of their times. */
function capturesOf(records: readonly PageRecord<Source>[] = []): readonly SeenContent[] {
  return records
    .map((record) => seenRecord(record, storableSources(record)))
    .sort((one, other) => one.at - other.at);
}

function seenRecord(
  { charset, truncated, facts, fetchedAt, rendered }: PageRecord<Source>,
  { source, rendered: written }: StorableSources,
): SeenContent {
  const content: Content = { source, rendered: written };
  const isCut = rendered?.truncated ?? false;
  const own = { charset: charset.toWellFormed(), truncated, renderedTruncated: isCut, title: facts.title };
  return { content, facts: own, at: fetchedAt };
}

function seenRow(row: PageRow): SeenPage {
  const { id, charset, truncated, rendered, fetchedAt } = row;
  const { title } = factsOfRow(row);
  const isCut = rendered?.truncated ?? false;
  return {
    id,
    content: contentOf(row),
    facts: { charset, truncated, renderedTruncated: isCut, title },
    at: fetchedAt,
  };
}
