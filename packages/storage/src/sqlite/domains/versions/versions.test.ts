// Versions of pages after random visits and captures, compared with a model that keeps everything.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PageRecord } from '@sitegrep/site';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '../../../../test/conformance/documents.ts';
import type { DomainIndex, DomainPut, ListedVersion } from '../../../domains.ts';
import { StorageCorrupt } from '../../../errors.ts';
import { wholeSite } from '../../../puts.ts';
import { verifyTextIndex } from '../../maintenance/verify.ts';
import { openDomainIndex } from '../domain-index.ts';

const DOMAIN = 'a.test';
const URLS = ['https://a.test/', 'https://a.test/b', 'https://a.test/c'] as const;
const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1);

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const opened = (keepVersions: number): Promise<DomainIndex> =>
  openDomainIndex({ dataDir, readers: 1, keepVersions });

const WORDS: Readonly<Record<string, string>> = {
  A: 'Apples and pears of this year',
  B: 'The shop is closed since yesterday, please come again',
  C: 'Something else stands here, and it is longer than all others: nobody knows why that is so',
};

/** The source of a content, with a nonce that differs on every visit. */
function sourceOf(letter: string, nonce: number): string {
  const rest = Array.from({ length: 40 }, (_, line) => `<li>Line ${line} of the list</li>\n`).join('');
  return `<main><h1>${WORDS[letter]}</h1>\n<ul>${rest}</ul><script nonce="${nonceOf(nonce)}">start()</script></main>`;
}

const nonceOf = (nonce: number): string =>
  Buffer.from(`${nonce * 7_919_777}`.padStart(18, '40718')).toString('base64');

const withoutNonce = (source: string): string => source.replace(/nonce="[^"]*"/, '');

function pageOf(url: string, source: string, fetchedAt: number, rendered?: string): PageRecord {
  const [page] = documentOf(DOMAIN, [source]).pages;
  if (page === undefined) throw new Error('a document without pages');
  const written = rendered === undefined ? {} : { rendered: { source: rendered, truncated: false } };
  return { ...page, url, fetchedAt, ...written };
}

const visitAt = (at: number) =>
  ({ at, facts: '1', source: 'crawl', labels: new Map(), pages: [] }) satisfies DomainPut['visits'][number];

function putOf(
  pages: readonly PageRecord[],
  at: number,
  part: Pick<DomainPut, 'removed' | 'ifRevision' | 'past'>,
): DomainPut {
  const put = wholeSite({ ...documentOf(DOMAIN, ['x']), pages: [...pages] });
  return { ...put, visits: [visitAt(at)], ...part };
}

/** A time at which a content was seen. */
interface Sighting {
  readonly at: number;
  readonly letter: string;
  readonly source: string;
}

/** A page as the model knows it. */
interface Model {
  readonly sightings: Sighting[];
  readonly ends: number[];
  isStored: boolean;
}

interface Run {
  readonly firstSeen: number;
  readonly lastSeen: number | null;
  readonly goneAt: number | null;
  readonly letter: string;
}

/** The versions of a page by its sightings, the newest first. */
function runsOf({ sightings, ends, isStored }: Model): readonly Run[] {
  const groups: Sighting[][] = [];
  for (const sighting of sightings.toSorted((a, b) => a.at - b.at)) {
    const last = groups.at(-1)?.at(-1);
    const isBroken = last !== undefined && ends.some((end) => end > last.at && end <= sighting.at);
    if (last?.letter === sighting.letter && !isBroken) groups.at(-1)?.push(sighting);
    else groups.push([sighting]);
  }
  return groups
    .map((group, index): Run => {
      const last = group.at(-1)?.at ?? 0;
      const next = groups[index + 1]?.[0]?.at ?? Infinity;
      const isPresent = isStored && index === groups.length - 1;
      return {
        firstSeen: group[0]?.at ?? 0,
        lastSeen: isPresent ? null : last,
        goneAt: isPresent ? null : (ends.find((end) => end > last && end <= next) ?? null),
        letter: group[0]?.letter ?? '',
      };
    })
    .toReversed();
}

interface Step {
  readonly what: 'crawl' | 'page' | 'captures' | 'delete';
  readonly letters: readonly (string | null)[];
  readonly captured: readonly { readonly url: number; readonly letter: string; readonly hour: number }[];
}

const letter = fc.constantFrom('A', 'A', 'B', 'C');
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('crawl', 'crawl', 'page', 'captures', 'captures', 'crawl', 'page', 'delete'),
  letters: fc.array(fc.oneof({ weight: 5, arbitrary: letter }, { weight: 1, arbitrary: fc.constant(null) }), {
    minLength: 3,
    maxLength: 3,
  }),
  captured: fc.array(fc.record({ url: fc.nat(2), letter, hour: fc.integer({ min: -30, max: 200 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
});

/** Does steps with an index and a model, and compares them after each. */
async function compareSteps(index: DomainIndex, steps: readonly Step[]): Promise<void> {
  let nonce = 1;
  let hour = 10;
  let models = new Map<string, Model>();
  const modelOf = (url: string): Model => {
    const model = models.get(url) ?? { sightings: [], ends: [], isStored: false };
    models.set(url, model);
    return model;
  };
  /** A capture has a time of its own, never a full hour. */
  let captures = 0;
  const see = (url: string, seen: string, at: number): PageRecord => {
    const source = sourceOf(seen, nonce++);
    modelOf(url).sightings.push({ at, letter: seen, source });
    return pageOf(url, source, at);
  };
  const end = (url: string, at: number): void => {
    const model = modelOf(url);
    if (model.isStored) model.ends.push(at);
    model.isStored = false;
  };
  await index.delete(DOMAIN);
  for (const { what, letters, captured } of steps) {
    hour += 7;
    const at = START + hour * HOUR;
    const stored = await index.outline(DOMAIN);
    if (what === 'delete') {
      await index.delete(DOMAIN);
      models = new Map();
    } else if (what === 'captures') {
      const past = captured.flatMap((one) => {
        const url = URLS[one.url] ?? URLS[0];
        const time = START + Math.min(one.hour, hour - 1) * HOUR + ++captures;
        const present = stored?.pages.find((page) => page.url === url);
        // Another one would come in the stead of the present page.
        return stored === null || (present !== undefined && present.fetchedAt <= time)
          ? []
          : [see(url, one.letter, time)];
      });
      if (stored !== null) {
        const [result] = await index.put([putOf([], at, { removed: [], ifRevision: stored.revision, past })]);
        if (result?.stored !== true) throw new Error('captures were refused');
      }
    } else {
      const isWhole = what === 'crawl' || stored === null;
      const found = URLS.flatMap((url, position) => {
        const seen = letters[position] ?? (position === 0 ? 'A' : null);
        return seen === null || (!isWhole && position !== 1) ? [] : [{ url, seen }];
      });
      const pages = found.map(({ url, seen }) => see(url, seen, at));
      if (isWhole) {
        for (const url of URLS) if (!found.some((one) => one.url === url)) end(url, at);
      }
      for (const { url } of found) modelOf(url).isStored = true;
      const part = isWhole ? { removed: 'others' as const } : { removed: [], ifRevision: stored.revision };
      await index.put([putOf(pages, at, part)]);
    }
    await compareAll(index, models);
  }
}

async function compareAll(index: DomainIndex, models: ReadonlyMap<string, Model>): Promise<void> {
  for (const url of URLS) {
    const model = models.get(url) ?? { sightings: [], ends: [], isStored: false };
    const list = await index.versions(DOMAIN, url);
    if (list === null) {
      expect(models.size).toBe(0);
      continue;
    }
    const expected = runsOf(model);
    expect(list.versions.map(({ firstSeen, lastSeen, goneAt }) => ({ firstSeen, lastSeen, goneAt }))).toEqual(
      expected.map(({ firstSeen, lastSeen, goneAt }) => ({ firstSeen, lastSeen, goneAt })),
    );
    const ids = list.versions.map(({ id }) => id);
    const sources = (await index.versionSources(DOMAIN, url, ids))?.sources ?? [];
    const texts = sources.map(({ utf8 }) => Buffer.from(utf8).toString());
    expect(texts.map(withoutNonce)).toEqual(expected.map((run) => withoutNonce(sourceOf(run.letter, 0))));
    if (model.isStored) {
      expect(texts[0]).toBe(model.sightings.toSorted((a, b) => b.at - a.at)[0]?.source);
    }
  }
}

it('keeps what a model that keeps everything knows, in whatever order it comes', async () => {
  const index = await opened(1_000);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => compareSteps(index, steps)),
    { numRuns: Number(process.env['VERSION_RUNS'] ?? 60) },
  );
  await index.close();
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
}, 120_000);

/** Puts a page that is found with some sources, a day apart, and lists its versions. */
async function visited(
  index: DomainIndex,
  sources: readonly string[],
  { from = 0, days = 1 } = {},
): Promise<readonly ListedVersion[]> {
  for (const [day, source] of sources.entries()) {
    const at = START + (from + day * days) * 24 * HOUR;
    await index.put([putOf([pageOf(URLS[0], source, at)], at, { removed: 'others' })]);
  }
  return (await index.versions(DOMAIN, URLS[0]))?.versions ?? [];
}

async function textsOf(index: DomainIndex): Promise<readonly string[]> {
  const ids = (await index.versions(DOMAIN, URLS[0]))?.versions.map(({ id }) => id) ?? [];
  const found = await index.versionSources(DOMAIN, URLS[0], ids);
  return found?.sources.map(({ utf8 }) => Buffer.from(utf8).toString()) ?? [];
}

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `<p>${'word '.repeat(number + 2)} text number ${number}</p>`);

describe('retention', () => {
  it('keeps the newest, and the first of each month', async () => {
    const index = await opened(2);
    // 1, 11, 21 and 31 March; 10, 20 and 30 April; 10 and 20 May.
    const versions = await visited(index, numbered(9), { days: 10 });
    expect(versions.map(({ firstSeen }) => new Date(firstSeen).toISOString().slice(5, 10))).toEqual([
      '05-20',
      '05-10',
      '04-30',
      '04-10',
      '03-01',
    ]);
    expect(await textsOf(index)).toEqual([8, 7, 6, 4, 0].map((number) => numbered(9)[number]));
    await index.close();
    await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
  });

  it('reads the first of forty versions, and counts them', async () => {
    const index = await opened(1_000);
    await visited(index, numbered(40));
    expect(await textsOf(index)).toEqual(numbered(40).toReversed());
    expect((await index.stats()).versions).toBe(39);
    await index.delete(DOMAIN);
    expect(await index.stats()).toMatchObject({ versions: 0, versionBytes: 0 });
    await index.close();
    await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
  });

  it('gives up what was kept once none is to be kept and the page changes', async () => {
    const before = await opened(10);
    await visited(before, numbered(4));
    await before.close();
    const after = await opened(0);
    expect(await textsOf(after)).toEqual(numbered(4).toReversed());
    await visited(after, ['<p>another</p>'], { from: 5 });
    expect(await textsOf(after)).toEqual(['<p>another</p>']);
    expect((await after.stats()).versions).toBe(0);
    await after.close();
    await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
  });

  it('keeps nothing unless it is to', async () => {
    const index = await opened(0);
    expect(await visited(index, numbered(4))).toHaveLength(1);
    await index.close();
  });
});

it('takes no noise for a version: a counter of each visit, once three visits showed it', async () => {
  const index = await opened(10);
  const page = (count: number): string => `<p>Seen <b>${count}</b> times</p><p>by all</p>`;
  const versions = await visited(index, [17, 29, 31, 54, 77].map(page));
  expect(versions).toMatchObject([{ firstSeen: START, lastSeen: null }]);
  expect(await textsOf(index)).toEqual([page(77)]);
  await index.close();
});

it('keeps three versions of a page that changes little in less than 0.15 of their compressed size', async () => {
  const index = await opened(10);
  const words = Array.from({ length: 3_000 }, (_, at) => ((at * 2_654_435_761) % 2 ** 32).toString(36));
  const page = (visit: number): string =>
    `<title>Shop</title>${words.map((word, at) => `<a href="/${word}">${at === visit * 7 ? 'Sold out' : word}</a>`).join('\n')}`;
  await visited(index, [page(1), page(2), page(3), page(4)]);
  const { versions, versionBytes, compressedBytes } = await index.stats();
  expect(versions).toBe(3);
  expect(versionBytes).toBeLessThan(0.15 * 3 * compressedBytes);
  await index.close();
});

it('keeps what scripts wrote, and texts of any size', async () => {
  const index = await opened(10);
  const contents = [
    ['<p>one</p>', '<i>by scripts: one</i>'],
    ['', ''],
    ['<p>two</p>', undefined],
    ['<p>x</p>'.repeat(400_000), '<i>large and rendered</i>'],
    ['😀', '<i>by scripts: five</i>'],
  ] as const;
  for (const [day, [source, rendered]] of contents.entries()) {
    const at = START + day * 24 * HOUR;
    await index.put([putOf([pageOf(URLS[0], source, at, rendered)], at, { removed: 'others' })]);
  }
  expect(await textsOf(index)).toEqual(contents.map(([source]) => source).toReversed());
  const listed = (await index.versions(DOMAIN, URLS[0]))?.versions ?? [];
  const ids = listed.map(({ id }) => id);
  const rendered = await index.versionSources(DOMAIN, URLS[0], ids, 'rendered');
  expect(rendered?.sources.map(({ utf8 }) => Buffer.from(utf8).toString())).toEqual(
    contents.flatMap(([, one]) => one ?? []).toReversed(),
  );
  expect(listed.map(({ renderedBytes }) => renderedBytes)).toEqual(
    contents.map(([, one]) => (one === undefined ? null : Buffer.byteLength(one))).toReversed(),
  );
  await index.close();
  await expect(verifyTextIndex(dataDir, () => {})).resolves.toBeDefined();
});

describe('damage', () => {
  const damage = (statement: string): void => {
    const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
    db.exec(statement);
    db.close();
  };

  it.each([
    ['a changed source', "UPDATE version SET packed = CAST('x' || substr(packed, 2) AS BLOB)"],
    ['a lost source', 'DELETE FROM version WHERE id = (SELECT min(id) FROM version)'],
    ['a source of another version', 'UPDATE version SET packed = (SELECT max(packed) FROM version)'],
    ['another past', "UPDATE past SET body = CAST('x' || substr(body, 2) AS BLOB)"],
  ])('%s is found by readers and by the check', async (_, statement) => {
    const index = await opened(10);
    await visited(index, numbered(4));
    await index.close();
    damage(statement);
    const again = await opened(10);
    await expect(textsOf(again)).rejects.toThrow(StorageCorrupt);
    await again.close();
    await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
  });

  it.each([
    ['a lost past', 'DELETE FROM past'],
    ['a source too many', 'INSERT INTO version SELECT id + 1000, domain, packed, crc FROM version LIMIT 1'],
  ])('%s is found by the check', async (_, statement) => {
    const index = await opened(10);
    await visited(index, numbered(4));
    await index.close();
    damage(statement);
    await expect(verifyTextIndex(dataDir, () => {})).rejects.toThrow(StorageCorrupt);
  });
});
