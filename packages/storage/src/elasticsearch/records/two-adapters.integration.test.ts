import { afterAll, expect, it } from 'vitest';
import { OUTCOMES, type Outcome, type SiteResult } from '@sitegrep/site';
import type { Crawl, CrawlRecords, EndedSite } from '../../records.ts';
import { monthOfCrawl } from '../../crawl-id.ts';
import { CrawlClosed, StorageMisconfigured } from '../../errors.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openCrawlRecords } from './crawl-records.ts';
import { openKeyStore } from './key-store.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 5 };
const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

/** Two adapters on the same new indexes, each with its own connection, like two processes. */
async function twoAdapters(): Promise<{ readonly one: CrawlRecords; readonly other: CrawlRecords }> {
  const options = indexes.options();
  const [one, other] = await Promise.all([
    openCrawlRecords(indexes.client, options),
    openCrawlRecords(indexes.client.child({}), options),
  ]);
  return { one, other };
}

function resultOf(outcome: Outcome, pages: number): SiteResult {
  return { outcome, reason: null, pages, bytes: 10, startedAt: 1_000, finishedAt: 2_000, redirects: [] };
}

async function sealedCrawl(records: CrawlRecords, domains: readonly string[]): Promise<Crawl> {
  const { id } = await records.create(SPEC);
  await records.appendSites(
    id,
    domains.map((domain) => ({ domain, urls: [] })),
  );
  return records.seal(id, NONE_REJECTED);
}

it('counts each site once when two adapters finish the same and different sites concurrently', async () => {
  const { one, other } = await twoAdapters();
  const domains = Array.from({ length: 200 }, (_, number) => `s${number}.test`);
  const { id } = await sealedCrawl(one, domains);
  const outcomeOf = (index: number): Outcome => OUTCOMES[index % OUTCOMES.length] ?? 'crashed';

  // Both finish the first half, one of them each of the rest, with different outcomes and numbers of pages.
  const reported = await Promise.all(
    domains.flatMap((domain, index) => {
      const finish = async (
        records: CrawlRecords,
        step: number,
      ): Promise<readonly [string, SiteResult, boolean]> => {
        await records.begin(id, domain, 1 + index);
        const result = resultOf(outcomeOf(index + step), 1 + step);
        return [domain, result, await records.finish(id, domain, result)];
      };
      if (index < 100) return [finish(one, 0), finish(other, 1)];
      return index % 2 === 0 ? [finish(one, 0)] : [finish(other, 1)];
    }),
  );

  const taken = reported.filter(([, , first]) => first);
  expect(taken.map(([domain]) => domain).toSorted()).toEqual(domains.toSorted());
  const [outcomes, pages] = [new Map<string, number>(), taken.reduce((sum, [, { pages }]) => sum + pages, 0)];
  for (const [, { outcome }] of taken) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  for (const records of [one, other]) {
    expect(await records.get(id)).toMatchObject({
      state: 'completed',
      startedAt: 1,
      sites: { total: 200, pending: 0, running: 0, finished: 200 },
      outcomes: Object.fromEntries(outcomes),
      pages,
      bytes: 2_000,
    });
  }
  for (const [domain, result] of taken) expect((await one.site(id, domain))?.result).toEqual(result);
  expect(await other.unfinished(id, null, 10)).toEqual([]);
  expect(await one.open(false, 10)).toEqual([]);
});

it('adds a domain once when two adapters append it concurrently, and reports it as new to one of them', async () => {
  const { one, other } = await twoAdapters();
  const { id } = await one.create(SPEC);
  const seeds = Array.from({ length: 1_500 }, (_, number) => ({ domain: `s${number}.test`, urls: [] }));
  const added = await Promise.all([one.appendSites(id, seeds), other.appendSites(id, seeds.toReversed())]);
  expect(added[0] + added[1]).toBe(1_500);
  expect((await other.get(id))?.sites.total).toBe(1_500);
});

/** A closed crawl got 0 sites; any other error is thrown. */
function closedOf(error: unknown): number {
  if (error instanceof CrawlClosed) return 0;
  throw error;
}

it('leaves no extra sites when another adapter discards or seals the crawl during an append', async () => {
  const { one, other } = await twoAdapters();
  const seeds = Array.from({ length: 4_000 }, (_, number) => ({ domain: `s${number}.test`, urls: [] }));

  const gone = await one.create(SPEC);
  const added = one.appendSites(gone.id, seeds).catch(closedOf);
  await other.discard(gone.id);
  await added;
  expect(await other.open(false, 10)).toEqual([]);

  const closed = await one.create(SPEC);
  const late = one.appendSites(closed.id, seeds).catch(closedOf);
  await other.seal(closed.id, NONE_REJECTED);
  const total = await late;
  expect((await one.get(closed.id))?.sites.total).toBe(total);
  expect(await one.unfinished(closed.id, null, 10_000)).toHaveLength(total);
});

it('does not mistake other documents of its index for crawls', async () => {
  const { one } = await twoAdapters();
  await one.create(SPEC);
  expect(await one.get('sequence')).toBeNull();
  expect(await one.spec('')).toBeNull();
  await one.discard('sequence');
  await expect(one.seal('sequence', NONE_REJECTED)).rejects.toThrow(CrawlClosed);
  expect((await one.list({ limit: 10 })).items).toHaveLength(1);
  await one.create(SPEC);
  expect((await one.list({ limit: 10 })).items).toHaveLength(2);
});

it('immediately shows the changes of another adapter', async () => {
  const { one, other } = await twoAdapters();
  const { id } = await sealedCrawl(one, ['a.test', 'b.test']);
  await other.begin(id, 'a.test', 7);
  expect(await one.get(id)).toMatchObject({
    state: 'running',
    startedAt: 7,
    sites: { pending: 1, running: 1 },
  });
  await other.finish(id, 'a.test', resultOf('indexed', 1));
  expect((await one.sites(id, { limit: 10, outcome: 'indexed' })).items).toHaveLength(1);
  await one.finish(id, 'b.test', resultOf('indexed', 1));
  const completed = await other.get(id);
  expect(completed?.state).toBe('completed');
  expect((await one.list({ limit: 1 })).items).toEqual([completed]);
  await one.discard(id);
  expect(await other.get(id)).toBeNull();
  await expect(other.appendSites(id, [])).rejects.toThrow(CrawlClosed);
});

it('numbers crawls that two adapters create concurrently, so that both list the same order', async () => {
  const { one, other } = await twoAdapters();
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, number) => (number % 2 === 0 ? one : other).create(SPEC)),
  );
  const last = await other.create(SPEC);
  const [listed, again] = await Promise.all([one.list({ limit: 100 }), other.list({ limit: 100 })]);
  expect(listed).toEqual(again);
  expect(listed.items[0]?.id).toBe(last.id);
  expect(new Set(listed.items.map(({ id }) => id))).toEqual(new Set([...made, last].map(({ id }) => id)));
});

it('hides a crawl whose removal was interrupted, and completes the removal later', async () => {
  const { client } = indexes;
  const options = indexes.options();
  const records = await openCrawlRecords(client, options);
  const { id } = await sealedCrawl(records, ['a.test', 'b.test']);
  // State after a kill before any site was removed.
  await client.update({ index: `${options.indexPrefix}-crawls`, id, doc: { discarded: true } });
  expect(await records.get(id)).toBeNull();
  expect((await records.list({ limit: 10 })).items).toEqual([]);
  expect(await records.open(false, 10)).toEqual([]);
  await expect(records.seal(id, NONE_REJECTED)).rejects.toThrow(CrawlClosed);
  expect(await records.discardUnsealed(0)).toEqual([]);
  expect(await records.site(id, 'a.test')).toBeNull();
  const index = `${options.indexPrefix}-*`;
  const left = async (): Promise<number> => {
    await client.indices.refresh({ index });
    return (await client.count({ index })).count;
  };
  expect(await left()).toBe(4);
  expect(await records.purge(1)).toBe(1);
  expect(await records.purge(10)).toBe(1);
  expect(await records.purge(10)).toBe(0);
  // The document that numbers crawls stays.
  expect(await left()).toBe(1);
});

it('removes the key and the order of ends with a crawl, and leaves sites that another process removes to it', async () => {
  const { one, other } = await twoAdapters();
  const domains = Array.from({ length: 300 }, (_, number) => `s${number}.test`);
  const { id } = await sealedCrawl(one, domains);
  await Promise.all(domains.map((domain) => one.finish(id, domain, resultOf('indexed', 1))));
  await one.reserveKey('a key', id);
  expect(await one.ended(id, 0, 10)).toHaveLength(10);
  expect(await other.remove(id)).toBe('removed');
  let removed = 0;
  for (let some = 1; some > 0;) {
    const both = await Promise.all([one.purge(50), other.purge(50)]);
    some = both[0] + both[1];
    removed += some;
  }
  expect(removed).toBe(300);
  const kept = await one.create(SPEC);
  expect(await one.keyHolder('a key')).toBeNull();
  expect(await other.reserveKey('a key', kept.id)).toBe(kept.id);
});

it('corrects a time in the future, and discards no crawl twice', async () => {
  const { client } = indexes;
  const options = indexes.options();
  const records = await openCrawlRecords(client, options);
  const index = `${options.indexPrefix}-crawls`;
  const { id } = await records.create(SPEC);
  const touch = (doc: object): Promise<unknown> => client.update({ index, id, doc });
  const anHour = 3_600_000;

  await touch({ touched_at: Date.now() + anHour });
  expect(await records.discardUnsealed(600_000)).toEqual([]);
  const { _source: touched } = await client.get<{ touched_at: number }>({ index, id });
  expect(touched?.touched_at).toBeLessThan(Date.now() + anHour / 2);

  await touch({ touched_at: Date.now() - anHour });
  expect(await records.discardUnsealed(600_000)).toEqual([id]);
  expect(await records.discardUnsealed(600_000)).toEqual([]);
});

it('updates the time of the last append only once in a while', async () => {
  const { client } = indexes;
  const options = indexes.options();
  const records = await openCrawlRecords(client, options);
  const { id } = await records.create(SPEC);
  const versions: (number | undefined)[] = [];
  for (const domain of ['a.test', 'b.test', 'c.test']) {
    await records.appendSites(id, [{ domain, urls: [] }]);
    versions.push((await client.get({ index: `${options.indexPrefix}-crawls`, id }))._version);
  }
  expect(versions).toEqual([2, 2, 2]);
});

it('reads a completed crawl without storing its counts while the cluster takes no writes', async () => {
  const { client } = indexes;
  const options = indexes.options();
  const records = await openCrawlRecords(client, options);
  const { id } = await sealedCrawl(records, ['a.test']);
  await records.finish(id, 'a.test', resultOf('indexed', 2));
  const crawls = `${options.indexPrefix}-crawls`;
  // A nearly full disk puts this block on every index.
  await client.indices.putSettings({
    index: crawls,
    settings: { 'index.blocks.read_only_allow_delete': true },
  });
  const blocked = await records.get(id);
  expect(blocked).toMatchObject({ state: 'completed', sites: { total: 1, finished: 1 }, pages: 2 });
  await client.indices.putSettings({
    index: crawls,
    settings: { 'index.blocks.read_only_allow_delete': null },
  });
  expect(await records.get(id)).toEqual(blocked);
  expect(await records.get(id)).toEqual(blocked);
});

it('opens the same indexes several times at once, and refuses those of a newer version', async () => {
  const { client } = indexes;
  const options = indexes.options();
  const opened = Array.from({ length: 6 }, () => openKeyStore(client, options));
  const secrets = await Promise.all(opened.map(async (keys) => (await keys).secret('one')));
  expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
  const keys = `${options.indexPrefix}-keys`;
  const { [`${keys}-v1`]: { aliases = {} } = {} } = await client.indices.getAlias({ index: `${keys}-v1` });
  const access = Object.keys(aliases).filter((alias) => alias !== keys);
  await client.indices.deleteAlias({ index: `${keys}-v1`, name: access });
  await client.indices.putMapping({ index: keys, _meta: { version: 999 } });
  await expect(openKeyStore(client, options)).rejects.toThrow(StorageMisconfigured);
});

it('gives each ended site one position, with concurrent writers and readers and after a kill between the two steps', async () => {
  const { client } = indexes;
  const options = indexes.options();
  const [one, other] = await Promise.all([
    openCrawlRecords(client, options),
    openCrawlRecords(client.child({}), options),
  ]);
  const domains = Array.from({ length: 900 }, (_, number) => `s${number}.test`);
  const { id } = await sealedCrawl(one, domains);
  await Promise.all(
    ['s7.test', 's3.test', 's5.test'].map((domain) => one.finish(id, domain, resultOf('indexed', 1))),
  );
  // State after a kill between the decision and the second site.
  await client.index({
    index: `${options.indexPrefix}-crawls`,
    id: `ends:${id}`,
    document: { ends: { before: 0, domains: ['s5.test', 's7.test'] } },
  });
  await client.update({
    index: `${options.indexPrefix}-sites-${monthOfCrawl(id) ?? ''}`,
    id: `${id}/s5.test`,
    routing: id,
    doc: { ended: 1 },
  });

  const follow = async (records: CrawlRecords, limit: number): Promise<readonly EndedSite[]> => {
    const seen: EndedSite[] = [];
    while (seen.length < domains.length) {
      seen.push(...(await records.ended(id, seen.at(-1)?.position ?? 0, limit)));
    }
    return seen;
  };
  const writers = domains.map((domain, index) =>
    (index % 2 === 0 ? one : other).finish(id, domain, resultOf('timed_out', 0)),
  );
  const [first, ...rest] = await Promise.all([follow(one, 1_000), follow(other, 50), follow(other, 333)]);
  await Promise.all(writers);
  expect(first?.map(({ position }) => position)).toEqual(domains.map((_, index) => index + 1));
  expect(first?.slice(0, 2).map(({ domain }) => domain)).toEqual(['s5.test', 's7.test']);
  expect(first?.map(({ domain }) => domain).toSorted()).toEqual(domains.toSorted());
  for (const same of rest) expect(same).toEqual(first);
});
