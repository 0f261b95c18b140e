import { afterAll, expect, it } from 'vitest';
import { OUTCOMES, type Outcome, type SiteResult } from '@sitegrep/site';
import type { Crawl, CrawlRecords, EndedSite } from '../../records.ts';
import { CrawlClosed, StorageMisconfigured } from '../../errors.ts';
import { connectForTest } from '../../../test/elasticsearch/test-indexes.ts';
import { openCrawlRecords } from './crawl-records.ts';
import { openKeyStore } from './key-store.ts';

const SPEC = { maxPages: 3, maxDepth: 1, priority: 5 };
const NONE_REJECTED = { count: 0, reasons: {}, samples: [] };

const indices = await connectForTest();
afterAll(() => indices.close());

/** Two adapters over the same new indices, each with a connection of its own, as two processes have. */
async function twoAdapters(): Promise<{ readonly one: CrawlRecords; readonly other: CrawlRecords }> {
  const options = indices.options();
  const [one, other] = await Promise.all([
    openCrawlRecords(indices.client, options),
    openCrawlRecords(indices.client.child({}), options),
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

it('counts each site once when two finish the same and different sites at the same time', async () => {
  const { one, other } = await twoAdapters();
  const domains = Array.from({ length: 200 }, (_, number) => `s${number}.test`);
  const { id } = await sealedCrawl(one, domains);
  const outcomeOf = (place: number): Outcome => OUTCOMES[place % OUTCOMES.length] ?? 'crashed';

  // The first half is finished by both, the rest by one of them; each says another outcome and number of pages.
  const told = await Promise.all(
    domains.flatMap((domain, place) => {
      const tell = async (
        records: CrawlRecords,
        step: number,
      ): Promise<readonly [string, SiteResult, boolean]> => {
        await records.begin(id, domain, 1 + place);
        const result = resultOf(outcomeOf(place + step), 1 + step);
        return [domain, result, await records.finish(id, domain, result)];
      };
      if (place < 100) return [tell(one, 0), tell(other, 1)];
      return place % 2 === 0 ? [tell(one, 0)] : [tell(other, 1)];
    }),
  );

  const taken = told.filter(([, , first]) => first);
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
  expect(await one.open(10)).toEqual([]);
});

it('adds a domain once when two append it at the same time, and says to one only that it was new', async () => {
  const { one, other } = await twoAdapters();
  const { id } = await one.create(SPEC);
  const seeds = Array.from({ length: 1_500 }, (_, number) => ({ domain: `s${number}.test`, urls: [] }));
  const added = await Promise.all([one.appendSites(id, seeds), other.appendSites(id, seeds.toReversed())]);
  expect(added[0] + added[1]).toBe(1_500);
  expect((await other.get(id))?.sites.total).toBe(1_500);
});

/** 0 sites were added where the crawl was closed; any other error stays one. */
function closedOf(error: unknown): number {
  if (error instanceof CrawlClosed) return 0;
  throw error;
}

it('leaves nothing of a crawl that another discards or seals while sites are added to it', async () => {
  const { one, other } = await twoAdapters();
  const seeds = Array.from({ length: 4_000 }, (_, number) => ({ domain: `s${number}.test`, urls: [] }));

  const gone = await one.create(SPEC);
  const added = one.appendSites(gone.id, seeds).catch(closedOf);
  await other.discard(gone.id);
  await added;
  expect(await other.open(10)).toEqual([]);

  const closed = await one.create(SPEC);
  const late = one.appendSites(closed.id, seeds).catch(closedOf);
  await other.seal(closed.id, NONE_REJECTED);
  const total = await late;
  expect((await one.get(closed.id))?.sites.total).toBe(total);
  expect(await one.unfinished(closed.id, null, 10_000)).toHaveLength(total);
});

it('does not take what it keeps beside crawls for one', async () => {
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

it('shows at once what another did', async () => {
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

it('numbers crawls that are made at the same time, so that lists of both have one order', async () => {
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

it('has done away with a crawl whose discarding broke off, and does the rest when asked again', async () => {
  const { client } = indices;
  const options = indices.options();
  const records = await openCrawlRecords(client, options);
  const { id } = await sealedCrawl(records, ['a.test', 'b.test']);
  // What a kill leaves that comes before the sites are removed.
  await client.update({ index: `${options.indexPrefix}-crawls`, id, doc: { discarded: true } });
  expect(await records.get(id)).toBeNull();
  expect((await records.list({ limit: 10 })).items).toEqual([]);
  expect(await records.open(10)).toEqual([]);
  await expect(records.seal(id, NONE_REJECTED)).rejects.toThrow(CrawlClosed);
  expect(await records.discardUnsealed(0)).toEqual([id]);
  expect(await records.discardUnsealed(0)).toEqual([]);
  expect(await records.site(id, 'a.test')).toBeNull();
});

it('gives a submission its time when the clock of the cluster was ahead before, and leaves a discarding that runs alone', async () => {
  const { client } = indices;
  const options = indices.options();
  const records = await openCrawlRecords(client, options);
  const index = `${options.indexPrefix}-crawls`;
  const { id } = await records.create(SPEC);
  const touch = (doc: object): Promise<unknown> => client.update({ index, id, doc });
  const anHour = 3_600_000;

  await touch({ touched_at: Date.now() + anHour });
  expect(await records.discardUnsealed(600_000)).toEqual([]);
  const { _source: touched } = await client.get<{ touched_at: number }>({ index, id });
  expect(touched?.touched_at).toBeLessThan(Date.now() + anHour / 2);

  await touch({ touched_at: Date.now(), discarded: true });
  expect(await records.discardUnsealed(600_000)).toEqual([]);
  await touch({ touched_at: Date.now() - anHour });
  expect(await records.discardUnsealed(600_000)).toEqual([id]);
});

it('tells once in a while that sites are added, not with each batch', async () => {
  const { client } = indices;
  const options = indices.options();
  const records = await openCrawlRecords(client, options);
  const { id } = await records.create(SPEC);
  const versions: (number | undefined)[] = [];
  for (const domain of ['a.test', 'b.test', 'c.test']) {
    await records.appendSites(id, [{ domain, urls: [] }]);
    versions.push((await client.get({ index: `${options.indexPrefix}-crawls`, id }))._version);
  }
  expect(versions).toEqual([2, 2, 2]);
});

it('reads a completed crawl, but keeps nothing with it, while the cluster takes no writes', async () => {
  const { client } = indices;
  const options = indices.options();
  const records = await openCrawlRecords(client, options);
  const { id } = await sealedCrawl(records, ['a.test']);
  await records.finish(id, 'a.test', resultOf('indexed', 2));
  const crawls = `${options.indexPrefix}-crawls`;
  // The block that a nearly full disk puts on every index.
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

it('opens the same indices from several processes at once, and none of a newer version', async () => {
  const { client } = indices;
  const options = indices.options();
  const opened = Array.from({ length: 6 }, () => openKeyStore(client, options));
  const secrets = await Promise.all(opened.map(async (keys) => (await keys).secret('one')));
  expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
  await client.indices.putMapping({ index: `${options.indexPrefix}-keys`, _meta: { version: 999 } });
  await expect(openKeyStore(client, options)).rejects.toThrow(StorageMisconfigured);
});

it('gives each site that ended one place, though both write and read, and one died between its two steps', async () => {
  const { client } = indices;
  const options = indices.options();
  const [one, other] = await Promise.all([
    openCrawlRecords(client, options),
    openCrawlRecords(client.child({}), options),
  ]);
  const domains = Array.from({ length: 900 }, (_, number) => `s${number}.test`);
  const { id } = await sealedCrawl(one, domains);
  await Promise.all(
    ['s7.test', 's3.test', 's5.test'].map((domain) => one.finish(id, domain, resultOf('indexed', 1))),
  );
  // What a kill leaves behind the decision and the first of its sites.
  await client.index({
    index: `${options.indexPrefix}-crawls`,
    id: `ends:${id}`,
    document: { ends: { before: 0, domains: ['s5.test', 's7.test'] } },
  });
  await client.update({
    index: `${options.indexPrefix}-sites`,
    id: `${id}/s5.test`,
    doc: { ended: 1 },
  });

  const follow = async (records: CrawlRecords, limit: number): Promise<readonly EndedSite[]> => {
    const seen: EndedSite[] = [];
    while (seen.length < domains.length) {
      seen.push(...(await records.ended(id, seen.at(-1)?.position ?? 0, limit)));
    }
    return seen;
  };
  const writers = domains.map((domain, place) =>
    (place % 2 === 0 ? one : other).finish(id, domain, resultOf('timed_out', 0)),
  );
  const [first, ...rest] = await Promise.all([follow(one, 1_000), follow(other, 50), follow(other, 333)]);
  await Promise.all(writers);
  expect(first?.map(({ position }) => position)).toEqual(domains.map((_, index) => index + 1));
  expect(first?.slice(0, 2).map(({ domain }) => domain)).toEqual(['s5.test', 's7.test']);
  expect(first?.map(({ domain }) => domain).toSorted()).toEqual(domains.toSorted());
  for (const same of rest) expect(same).toEqual(first);
});
