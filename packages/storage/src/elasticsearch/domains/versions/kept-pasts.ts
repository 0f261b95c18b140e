// What a put makes of the pasts of the pages of a document. Runs in a thread.
import type { PageRecord, Source } from '@sitegrep/site';
import { changedPages } from '../../../past/changed-pages.ts';
import { keepPast } from '../../../past/keep.ts';
import { PagePast } from '../../../past/page-past.ts';
import { isNothing, NO_PAST } from '../../../past/past.ts';
import type { KeepVersions } from '../../../past/retention.ts';
import type { StoredPage } from '../stored.ts';
import { type Pasts, readerOf, sortedPasts, type StoredPast } from './pasts.ts';
import { contentOf, seenStored } from './stored-content.ts';

export interface PutOfPasts {
  /** Whether the domain had no document. */
  readonly isNew: boolean;
  /** Stored pages that go, or in whose stead others come. */
  readonly gone: readonly StoredPage[];
  readonly come: readonly StoredPage[];
  /** Stored pages that stay. */
  readonly staying: readonly StoredPage[];
  /** Captures that are older than the pages of their URLs. */
  readonly past: readonly PageRecord<Source>[];
  /** When the visit was, in milliseconds since the epoch. */
  readonly at: number;
}

const NOTHING_KEPT: StoredPast = { past: NO_PAST, packed: new Map(), leftOut: 0 };

/** @param nextId gives a number that no page and no version has. @returns null if nothing changes */
export function pastsAfter(
  before: Pasts,
  { come, staying, ...put }: PutOfPasts,
  keep: KeepVersions,
  nextId: () => number,
): Pasts | null {
  const stays = new Map(staying.map((page) => [page.url, page]));
  const changes = changedPages({
    ...put,
    come: come.map((page) => ({ url: page.url, seen: () => seenStored(page) })),
    staying: (url) => stays.get(url) ?? null,
  });
  const after = new Map(before);
  let isChanged = false;
  for (const { url, stored, work } of changes) {
    if (keep === 0) {
      if (after.delete(url)) isChanged = true;
      continue;
    }
    const known = before.get(url) ?? NOTHING_KEPT;
    const read = readerOf(url, known, () => (stored === null ? null : contentOf(stored)));
    const page = new PagePast(known.past, stored === null ? null : seenStored(stored), read, nextId);
    work(page);
    if (!page.isChanged) continue;
    isChanged = true;
    const kept = changed(known, page, keep);
    if (kept === null) after.delete(url);
    else after.set(url, kept);
  }
  return isChanged ? sortedPasts(after) : null;
}

/** Null: nothing is kept. */
function changed(known: StoredPast, page: PagePast, keep: KeepVersions): StoredPast | null {
  const { past, packed } = keepPast(page, known.past, keep);
  const fresh = new Map(packed.map(({ version, packed: bytes }) => [version.id, bytes]));
  if (isNothing(past) && known.leftOut === 0) return null;
  return { past, packed: new Map([...known.packed, ...fresh]), leftOut: known.leftOut };
}
