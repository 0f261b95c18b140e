import type { DomainDocument } from '@sitegrep/site';
import type { Expression, Query } from '@sitegrep/search';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { documentOf, found, queryOf } from '../../../test/conformance/documents.ts';
import { ranksOf } from '../../../test/conformance/oracle.ts';
import type { DomainIndex, DomainPut } from '../../domains.ts';
import { StorageCorrupt, StorageMisconfigured } from '../../errors.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openDomainIndex } from './domain-index.ts';
import { domainIndex } from './mapping.ts';
import { wholeSite } from '../../puts.ts';

const indexes = await openTestIndexes();
const options = {
  ...indexes.options(),
  shards: 3,
  refreshInterval: '100ms',
  bulkBytes: 1 << 20,
  bulkConcurrency: 2,
};
let [one, other]: DomainIndex[] = [];
const both = (): readonly [DomainIndex, DomainIndex] => {
  if (one === undefined || other === undefined) throw new Error('the indexes are not open');
  return [one, other];
};
beforeAll(async () => {
  // Both find nothing and create the index.
  [one, other] = await Promise.all([1, 2].map(() => openDomainIndex(indexes.client, options)));
});
afterAll(async () => {
  await Promise.all(both().map((index) => index.close()));
  await indexes.close();
});

it('shows an acknowledged put to the searches of every process, with a refresh interval and several shards', async () => {
  const [here, there] = both();
  await Promise.all(
    Array.from({ length: 30 }, async (_, number) => {
      await here.put([wholeSite(documentOf(`shown${number}.test`, [`shown ${number}!`]))]);
      expect(await found(there, `shown ${number}!`)).toEqual([`shown${number}.test`]);
    }),
  );
  expect(await found(there, 'shown')).toHaveLength(30);
});

it('gives each put its own revision when two processes put a domain', async () => {
  const [here, there] = both();
  const puts = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      (number % 2 === 0 ? here : there).put([wholeSite(documentOf('raced.test', [`race ${number}`]))]),
    ),
  );
  const revisions = puts.flat().map((result) => (result.stored ? result.revision : null));
  expect(revisions.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 12 }, (_, number) => number + 1),
  );
  const last = await here.get('raced.test');
  expect(last?.revision).toBe(12);
  expect(last?.pages[0]?.source).toBe(`race ${revisions.indexOf(12)}`);
});

it('lets one of several writers over the same revision win', async () => {
  const [here, there] = both();
  for (const ifRevision of [null, 1]) {
    const results = await Promise.all(
      [here, there, here, there].map((index) =>
        index.put([{ ...wholeSite(documentOf('won.test', ['won'])), ifRevision }]),
      ),
    );
    expect(results.flat().filter(({ stored }) => stored)).toHaveLength(1);
  }
});

it('keeps text, revision and rank when the rank is set during puts', async () => {
  const [here, there] = both();
  await here.put([wholeSite(documentOf('both.test', ['both 0']))]);
  await Promise.all([
    ...Array.from({ length: 5 }, (_, number) =>
      here.put([wholeSite(documentOf('both.test', [`both ${number + 1}`]))]),
    ),
    there.setRanks([{ domain: 'both.test', rank: 321 }]),
  ]);
  const stored = await here.get('both.test');
  expect(stored).toMatchObject({ rank: 321, revision: 6 });
  expect(await found(here, stored?.pages[0]?.source ?? 'nothing')).toEqual(['both.test']);
});

it('has the ranks of a plain count after concurrent puts and updates of several processes', async () => {
  const [here, there] = both();
  const names = Array.from({ length: 6 }, (_, number) => `linked${number}.test`);
  const last = new Map<string, DomainDocument>();
  const write = async (index: DomainIndex, domain: string, seed: number): Promise<void> => {
    for (let round = 0; round < 4; round++) {
      const document = documentOf(domain, [`linked ${domain}`]);
      const linkedDomains = names.filter((_, number) => (number * 5 + seed + round) % 3 === 0);
      const pages = document.pages.map((page) => ({ ...page, facts: { ...page.facts, linkedDomains } }));
      await index.put([wholeSite({ ...document, pages })]);
      last.set(domain, { ...document, pages });
    }
  };
  await Promise.all([
    ...names.map((domain, number) => write(number % 2 === 0 ? here : there, domain, number)),
    here.updateRanks(),
    there.updateRanks(),
  ]);
  const stop = new AbortController();
  stop.abort(new Error('told to end'));
  await expect(here.updateRanks({ signal: stop.signal })).rejects.toThrow('told to end');
  await Promise.all([here.updateRanks(), there.updateRanks(), there.updateRanks()]);
  const rankOf = ranksOf([...last.values()], new Map());
  expect(await Promise.all(names.map(async (domain) => (await there.get(domain))?.rank))).toEqual(
    names.map(rankOf),
  );
  expect(await there.updateRanks()).toBe(0);
});

it('notices that a document lost its pages when only their versions are read, until it is put anew', async () => {
  const [here] = both();
  const id = 'emptied.test';
  const document = documentOf(id, ['emptied']);
  await here.put([wholeSite(document)]);
  expect((await here.pages(id))?.pages).toHaveLength(1);
  // A copy made from `_source`, as Elasticsearch's own update and reindex make it, has no pages.
  const index = domainIndex(options).alias;
  const { _source: source } = await indexes.client.get({ index, id });
  await indexes.client.index({ index, id, document: source, refresh: true });
  await expect(here.pages(id)).rejects.toThrow(
    new StorageCorrupt('the document of emptied.test in Elasticsearch has no pages: crawl it again'),
  );
  await here.put([wholeSite(document)]);
  expect((await here.pages(id))?.pages).toHaveLength(1);
});

it('finds long terms of any length exactly', async () => {
  const [here] = both();
  // No character repeats.
  const text = Array.from({ length: 900 }, (_, number) => String.fromCodePoint(0x4e00 + number * 7)).join('');
  await here.put([wholeSite(documentOf('lengthy.test', [`${text}${'-'.repeat(500)}`]))]);
  const lengths = [98, 99, 100, 500, 501, 502, 900];
  for (const length of lengths) {
    for (const start of [0, 900 - length]) {
      const term = text.slice(start, start + length);
      expect(await found(here, term)).toEqual(['lengthy.test']);
      for (const at of [0, 1, 49, length - 2, length - 1]) {
        expect(await found(here, `${term.slice(0, at)}!${term.slice(at + 1)}`)).toEqual([]);
      }
    }
  }
  expect(await found(here, '-'.repeat(500))).toEqual(['lengthy.test']);
  expect(await found(here, '-'.repeat(501))).toEqual([]);
  expect(await found(here, `${text.slice(-1)}${'-'.repeat(500)}`)).toEqual(['lengthy.test']);
  expect(await found(here, `${text.slice(-2, -1)}${'-'.repeat(500)}`)).toEqual([]);
});

it('refuses an index of another version: names what it found, what it needs and the remedy', async () => {
  const { version } = domainIndex(options);
  const mapping = (existing: number): string =>
    `has mapping ${existing}, but this version of sitegrep needs mapping ${version}`;
  for (const [existing, fullText, found] of [
    [
      version + 1,
      true,
      `${mapping(version + 1)}: run the newer version that made the index, or set another index prefix`,
    ],
    [version - 2, true, `${mapping(version - 2)}: run sitegrep index migrate, or set another index prefix`],
    [
      version,
      false,
      'has full text, and SITEGREP_FULL_TEXT is off: leave it on, or set another index prefix',
    ],
  ] as const) {
    const made = indexes.options();
    const alias = `${made.indexPrefix}-domains`;
    await indexes.client.indices.create({
      index: `${alias}-v${existing}`,
      aliases: { [alias]: {} },
      mappings: { _meta: { version: existing } },
    });
    const opened = openDomainIndex(indexes.client, { ...options, ...made, fullText });
    await expect(opened).rejects.toThrow(
      new StorageMisconfigured(`the Elasticsearch index ${alias} ${found}`),
    );
  }
});

it('decides more than a thousand candidates in several shards, and reads the pages of each once', async () => {
  const [here] = both();
  const names = Array.from({ length: 1_200 }, (_, number) => `cased${String(number).padStart(4, '0')}.test`);
  const documentAt = (number: number, word: string): DomainPut =>
    wholeSite(
      documentOf(names[number] ?? '', ['nothing', `a ${word} of many ${number % 7 === 0 ? 'seventh' : ''}`]),
    );
  await here.put(names.map((_, number) => documentAt(number, number % 3 === 0 ? 'Cased' : 'cased')));
  const thirds = names.filter((_, number) => number % 3 === 0);
  const sought: Query = {
    ...queryOf([]),
    where: { kind: 'text', text: 'Cased', caseSensitive: true, scope: 'body' },
    limit: 10,
  };
  const searches = vi.spyOn(indexes.client, 'search');
  /** Documents whose pages were read since the last call. */
  const readPages = (): number => {
    const sizes = searches.mock.calls.map(([request]) =>
      request !== undefined && 'stored_fields' in request && [request.stored_fields].flat().includes('pages')
        ? (request.size ?? 0)
        : 0,
    );
    searches.mockClear();
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const first = await here.search(sought);
  expect(first.hits.map(({ domain }) => domain)).toEqual(thirds.slice(0, 10));
  expect(first.total).toBe(400);
  expect(readPages()).toBe(1_200);

  const offset = await here.search({ ...sought, from: { kind: 'offset', offset: 395 } });
  expect(offset.hits.map(({ domain }) => domain)).toEqual(thirds.slice(395));
  const pages = await here.search({
    ...sought,
    level: 'page',
    order: [...sought.order, { field: 'url', direction: 'asc' }],
  });
  expect(pages).toMatchObject({
    total: 400,
    hits: thirds.slice(0, 10).map((domain) => ({ url: `https://${domain}/000001` })),
  });
  expect(readPages()).toBe(0);

  await here.put([documentAt(1, 'Cased')]);
  expect(await here.search(sought)).toMatchObject({
    total: 401,
    hits: [{ domain: names[0] }, { domain: names[1] }, {}, {}, {}, {}, {}, {}, {}, {}],
  });
  expect(readPages()).toBe(1);
  searches.mockRestore();
});

it('reports a document without pages where they decide', async () => {
  const [here] = both();
  const id = 'hollow.test';
  await here.put([wholeSite(documentOf(id, ['Hollow inside']))]);
  const index = domainIndex(options).alias;
  const { _source: source } = await indexes.client.get({ index, id });
  await indexes.client.index({ index, id, document: source, refresh: true });
  // Without its text it is a candidate only where the index cannot tell.
  const where: Expression = { kind: 'pattern', pattern: '[0-9]', caseSensitive: true, scope: 'body' };
  await expect(here.search({ ...queryOf([]), where })).rejects.toThrow(
    new StorageCorrupt(
      'the document of hollow.test in Elasticsearch does not match its own pages: crawl it again',
    ),
  );
  await here.delete(id);
});
