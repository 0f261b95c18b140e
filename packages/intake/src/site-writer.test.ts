import { foldSite, type PageRecord } from '@sitegrep/site';
import { NO_PAGE_FACTS, linkedEmail } from '@sitegrep/site/test/facts';
import { pageAt } from '@sitegrep/site/test/page-at';
import { type DomainIndex, type DomainPut, type PutResult, type Storage, wholeSite } from '@sitegrep/storage';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { emptyIndex, openEmptyStorage } from '../test/empty-storage.ts';
import type { PageResult } from './imported-page.ts';
import type { Analysed } from './merge-captures.ts';
import { SiteWriter } from './site-writer.ts';

let storage: Storage;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ storage, remove } = await openEmptyStorage());
});
afterEach(() => emptyIndex(storage.domains));
afterAll(() => remove());

const SITE = 'a.example';

/** A page of the site, as it was captured and analysed. */
function captured(
  path: string,
  { isDated = true, ...record }: Partial<PageRecord> & { isDated?: boolean } = {},
) {
  const analysed = pageAt(`https://${SITE}/${path}`, { fetchedAt: 5, source: `<p>${path}`, ...record });
  const { url, fetchedAt } = analysed;
  const page = {
    url,
    status: 200,
    headers: [],
    body: new Uint8Array(),
    truncated: false,
    fetchedAt,
    isDated,
  };
  return { page, record: analysed };
}

/** An index that reads no sources but those that are asked for, and counts what is called. */
function watched(
  put: (puts: readonly DomainPut[]) => Promise<readonly PutResult[]> = (puts) => storage.domains.put(puts),
) {
  const puts: (readonly string[])[] = [];
  const read: string[] = [];
  const refused = { value: () => Promise.reject(new Error('sources of a site are read')) };
  const domains = Object.create(storage.domains, {
    get: refused,
    sources: refused,
    records: {
      value: (domain: string, urls: readonly string[]) => {
        read.push(...urls);
        return storage.domains.records(domain, urls);
      },
    },
    put: {
      value: (some: readonly DomainPut[]) => {
        puts.push(some.flatMap(({ pages }) => pages.map(({ url }) => url.slice(18))));
        return put(some);
      },
    },
  }) as DomainIndex;
  return { domains, puts, read };
}

async function written(writer: SiteWriter, ...pages: readonly Analysed[]): Promise<readonly string[]> {
  const results = await Promise.all(writer.write(new Map([[SITE, pages]])));
  return results.flat().map(({ outcome }: PageResult) => outcome);
}

const stored = async (): Promise<readonly string[]> =>
  (await storage.domains.get(SITE))?.pages.map(({ source }) => source) ?? [];

test('imports of one site take turns: what comes during a write is written together', async () => {
  const gate = Promise.withResolvers<void>();
  const { domains, puts } = watched(async (some) => {
    await gate.promise;
    return storage.domains.put(some);
  });
  const writer = new SiteWriter({ domains, maxSiteBytes: 1e6 });
  const clients = Array.from({ length: 10 }, (_, number) => written(writer, captured(String(number))));
  gate.resolve();
  expect(await Promise.all(clients)).toEqual(Array.from({ length: 10 }, () => ['stored']));
  expect(puts).toEqual([['0'], ['1', '2', '3', '4', '5', '6', '7', '8', '9']]);
  expect(await stored()).toHaveLength(10);
});

test('each import gets the results of its own pages', async () => {
  const { domains } = watched();
  const writer = new SiteWriter({ domains, maxSiteBytes: 1e6 });
  const results = await Promise.all([
    written(writer, captured('x')),
    written(writer, captured('y'), captured('x', { fetchedAt: 4 })),
    written(writer, captured('x'), captured('y', { fetchedAt: 6, source: '<p>later' })),
  ]);
  expect(results).toEqual([['stored'], ['older', 'older'], ['unchanged', 'stored']]);
  expect(await stored()).toEqual(['<p>x', '<p>later']);
});

test('a page that comes is put alone, and no source of the site is read', async () => {
  const { domains, puts, read } = watched();
  const writer = new SiteWriter({ domains, maxSiteBytes: 1e6 });
  await written(writer, ...['', 'b', 'c', 'd'].map((path) => captured(path)));
  expect(await written(writer, captured('e'))).toEqual(['stored']);
  expect(await written(writer, captured('b', { fetchedAt: 6 }), captured('d', { fetchedAt: 4 }))).toEqual([
    'stored',
    'older',
  ]);
  expect(puts).toEqual([['', 'b', 'c', 'd'], ['e'], ['b']]);
  expect(read).toEqual([]);
  expect(await stored()).toEqual(['<p>', '<p>b', '<p>c', '<p>d', '<p>e']);
});

test.each<[what: string, record: Partial<PageRecord> & { isDated?: boolean }, outcome: string]>([
  ['the same', {}, 'unchanged'],
  ['the same without a time', { fetchedAt: 9, isDated: false }, 'unchanged'],
  ['of the same length', { source: '<p>B' }, 'stored'],
  ['of the same length, without a time', { fetchedAt: 9, isDated: false, source: '<p>B' }, 'stored'],
])('sources are compared only with a stored page that is alike: %s', async (_, record, outcome) => {
  const { domains, read } = watched();
  const writer = new SiteWriter({ domains, maxSiteBytes: 1e6 });
  await written(writer, captured('a'), captured('b'));
  expect(await written(writer, captured('b', record))).toEqual([outcome]);
  expect(read).toEqual([`https://${SITE}/b`]);
});

test('a home page that the limit of the site truncates is the same when it comes again', async () => {
  const { domains, puts } = watched();
  const writer = new SiteWriter({ domains, maxSiteBytes: 4 });
  const home = captured('', { source: '<p>home' });
  expect(await written(writer, home, captured('b'))).toEqual(['stored', 'site_full']);
  expect(await written(writer, home, captured('b'))).toEqual(['unchanged', 'site_full']);
  expect(puts).toHaveLength(1);
  expect(await stored()).toEqual(['<p>h']);
});

test('pages that leave for want of room are removed', async () => {
  const { domains, puts } = watched();
  const writer = new SiteWriter({ domains, maxSiteBytes: 12 });
  await written(writer, captured('b'), captured('c'), captured('d'));
  expect(await written(writer, captured('c', { fetchedAt: 6, source: '<p>longer' }))).toEqual(['site_full']);
  expect(await written(writer, captured('a'))).toEqual(['stored']);
  expect(puts).toEqual([['b', 'c', 'd'], ['a']]);
  expect(await stored()).toEqual(['<p>a', '<p>b', '<p>c']);
});

test('a write that fails is told to all that it was for, and the next one goes on', async () => {
  const failures = [new Error('the disk is full')];
  const { domains } = watched((some) => {
    const failure = failures.shift();
    return failure === undefined ? storage.domains.put(some) : Promise.reject(failure);
  });
  const writer = new SiteWriter({ domains, maxSiteBytes: 1e6 });
  const ends = await Promise.allSettled([
    written(writer, captured('a')),
    written(writer, captured('b')),
    written(writer, captured('c')),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(await stored()).toEqual(['<p>b', '<p>c']);
  expect(await written(writer, captured('a'))).toEqual(['stored']);
});

test('a site that another process changes is merged again, up to twenty times in a row', async () => {
  let others = 20;
  let name = 0;
  const { domains } = watched(async (some) => {
    if (others-- > 0) {
      const other = new SiteWriter({ domains: storage.domains, maxSiteBytes: 1e6 });
      await written(other, captured(`other${name++}`));
    }
    return storage.domains.put(some);
  });
  const writer = new SiteWriter({ domains, maxSiteBytes: 1e6 });
  expect(await written(writer, captured('a'))).toEqual(['stored']);
  expect(await stored()).toHaveLength(21);
  others = 21;
  await expect(written(writer, captured('b'))).rejects.toThrow('changed by another writer 20 times in a row');
});

test('single pages of a site of many pages read the outlines of their neighbours alone', async () => {
  let last: DomainPut | undefined;
  const { domains } = watched((some) => {
    last = some.at(-1);
    return storage.domains.put(some);
  });
  const outlines: (readonly string[] | undefined)[] = [];
  const counted = Object.create(domains, {
    outline: {
      value: (domain: string, urls?: readonly string[]) => {
        outlines.push(urls);
        return storage.domains.outline(domain, urls);
      },
    },
  }) as DomainIndex;
  const writer = new SiteWriter({ domains: counted, maxSiteBytes: 1e6 });
  const other = new SiteWriter({ domains: storage.domains, maxSiteBytes: 1e6 });
  const facts = (n: number) => ({
    ...NO_PAGE_FACTS,
    title: `Page ${n}`,
    emails: [linkedEmail(`m${n}@a.example`)],
    linkedDomains: [`to${n % 40}.example`],
    contentLanguage: n % 3 === 0 ? 'de' : 'en',
  });
  const numbered = (n: number, more: Partial<PageRecord> = {}) =>
    captured(n === 0 ? '' : `page-${String(n).padStart(4, '0')}`, { facts: facts(n), ...more });
  const all = Array.from({ length: 300 }, (_, n) => n);
  await written(writer, ...all.filter((n) => n % 2 === 0).map((n) => numbered(n)));
  // The last page read all outlines, since the site was not known yet.
  for (const n of all.filter((one) => one % 2 === 1))
    expect(await written(writer, numbered(n))).toEqual(['stored']);
  expect(outlines.filter((urls) => urls === undefined)).toHaveLength(2);
  expect(Math.max(...outlines.map((urls) => urls?.length ?? 0))).toBeLessThanOrEqual(129);

  expect(await written(writer, numbered(7), numbered(8, { fetchedAt: 4 }))).toEqual(['unchanged', 'older']);
  expect(await written(writer, numbered(0, { fetchedAt: 9, source: '<p>home' }))).toEqual(['stored']);
  expect(await written(writer, captured('a-first'), captured('z-last'))).toEqual(['stored', 'stored']);
  expect(outlines.filter((urls) => urls === undefined)).toHaveLength(2);
  // Another process writes: the site is read anew.
  await written(other, numbered(12, { fetchedAt: 9, source: '<p>by another' }));
  expect(await written(writer, numbered(13, { fetchedAt: 9, source: '<p>after it' }))).toEqual(['stored']);
  expect(outlines.filter((urls) => urls === undefined)).toHaveLength(3);

  const document = await storage.domains.get(SITE);
  const folded = foldSite(SITE, document?.pages ?? [], { maxSiteBytes: 1e6 });
  expect(document).toMatchObject(folded);
  expect(folded.pages).toHaveLength(302);
  const { labels, targets } = wholeSite(folded);
  expect({ labels: last?.labels, targets: last?.targets }).toEqual({ labels, targets });
});
