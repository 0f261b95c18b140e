import { isDeepStrictEqual } from 'node:util';
import {
  compareCodePoints,
  type DomainDocument,
  foldSite,
  mergePages,
  outlineOf,
  type PageOutcome,
  type PageRecord,
} from '@sitegrep/site';
import { pageAt } from '@sitegrep/site/test/page-at';
import type { DomainPut } from '@sitegrep/storage';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Analysed, foldingAll, likelySame, mergeCaptures } from './merge-captures.ts';

const SITE = 'a.example';
const few = <T>(...values: T[]) => fc.constantFrom(...values);

const captures: fc.Arbitrary<Analysed> = fc
  .record({
    path: few('', 'b', 'c', 'd'),
    fetchedAt: few(1, 2, 3),
    isDated: few(true, true, false),
    truncated: few(false, false, true),
    source: few('', 'x', 'y', 'xy', '😀', 'a longer one'),
    rendered: few(null, null, 'r', 'longer'),
    title: few(null, 'A', 'B'),
  })
  .map(({ path, fetchedAt, isDated, truncated, source, rendered, title }) => {
    const shown = rendered === null ? {} : { rendered: { source: rendered, truncated: false } };
    const record = pageAt(`https://${SITE}/${path}`, { fetchedAt, truncated, source, ...shown }, { title });
    const body = new Uint8Array();
    return {
      page: { url: record.url, status: 200, headers: [], body, truncated, fetchedAt, isDated },
      record,
    };
  });

/** A site after a batch, and the outcome of each page, told by whole documents. */
function mergedWhole(
  incoming: readonly Analysed[],
  stored: readonly PageRecord[],
  maxSiteBytes: number,
): { readonly outcomes: readonly PageOutcome[]; readonly pages: readonly PageRecord[] } {
  const known = new Map(stored.map((one) => [one.url, one]));
  const isStored = (one: PageRecord): boolean => isDeepStrictEqual(one, known.get(one.url));
  const records = incoming as readonly (Analysed & { readonly record: PageRecord })[];
  const news = records
    .filter(({ page, record }) => {
      const old = known.get(record.url);
      return (
        page.isDated !== false || old === undefined || !isStored({ ...record, fetchedAt: old.fetchedAt })
      );
    })
    .map(({ record }) => record);
  const pages = mergePages(stored, news);
  const winners = new Map(pages.map((one) => [one.url, one]));
  const isChanged = pages.some((one) => news.includes(one) && !isStored(one));
  const folded: DomainDocument | null = isChanged ? foldSite(SITE, pages, { maxSiteBytes }) : null;
  const kept = new Map(folded?.pages.map((one) => [one.url, one]));
  const outcomes = records.map(({ record }): PageOutcome => {
    if (!news.includes(record)) return 'unchanged';
    const winner = winners.get(record.url);
    if (winner !== record) return isDeepStrictEqual(record, winner) ? 'unchanged' : 'older';
    if (isStored(record)) return 'unchanged';
    const stays = kept.get(record.url);
    if (stays === undefined) return 'site_full';
    return isStored(stays) ? 'unchanged' : 'stored';
  });
  return { outcomes, pages: outcomes.includes('stored') ? (folded?.pages ?? []) : stored };
}

/** The pages of a site after a put, by URL. */
function afterPut({ pages, removed }: DomainPut, stored: readonly PageRecord[]): readonly unknown[] {
  const urls = new Set(pages.map(({ url }) => url));
  const gone = removed === 'others' ? stored.map(({ url }) => url) : removed;
  const stays = stored.filter(({ url }) => !urls.has(url) && !gone.includes(url));
  return [...stays, ...pages].toSorted((a, b) => compareCodePoints(a.url, b.url));
}

/** Batches of a few captures, so that they often come again. */
const batches = fc
  .array(captures, { minLength: 1, maxLength: 5 })
  .chain((some) =>
    fc.array(fc.array(few(...some), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
  )
  .map((all) => all.map((batch) => batch.map(({ page, record }) => ({ page, record: { ...record } }))));

test('batches end over outlines of stored pages as over the pages themselves', () => {
  fc.assert(
    fc.property(batches, few(3, 8, 14, 1_000), (all, maxSiteBytes) => {
      let stored: readonly PageRecord[] = [];
      for (const [revision, batch] of all.entries()) {
        const expected = mergedWhole(batch, stored, maxSiteBytes);
        const existing = stored.length === 0 ? null : { revision, pages: stored.map(outlineOf) };
        const urls = existing === null ? [] : likelySame(batch, existing, maxSiteBytes);
        const same = stored.filter(({ url }) => urls.includes(url));
        const { put, results } = mergeCaptures(
          SITE,
          batch,
          existing,
          same,
          foldingAll(SITE, existing, maxSiteBytes),
        );
        expect(results.map(({ outcome }) => outcome)).toEqual(expected.outcomes);
        // Older captures go into the history alone.
        const changes = expected.outcomes.some((outcome) => outcome === 'stored' || outcome === 'older');
        expect(put !== null).toBe(changes);
        expect(put === null ? stored : afterPut(put, stored)).toEqual(expected.pages);
        const { facts } = foldSite(SITE, expected.pages, { maxSiteBytes });
        expect(put?.facts ?? facts).toEqual(facts);
        expect(put?.ifRevision ?? null).toBe(put === null || existing === null ? null : revision);
        stored = expected.pages;
      }
    }),
    { numRuns: 500 },
  );
});
