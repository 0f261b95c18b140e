import { expect, test } from 'vitest';
import { MemoryFiles } from '../test/memory-files.ts';
import { type Crawl, crawlsNamed, listCrawls } from './collections.ts';

const signal = new AbortController().signal;

/** Entries in the form of the published list. */
function listOf(ids: readonly string[]): MemoryFiles {
  const entries = ids.map((id) => ({
    id,
    name: `${id} Index`,
    timegate: `https://index.commoncrawl.org/${id}/`,
    'cdx-api': `https://index.commoncrawl.org/${id}-index`,
    from: `${id.slice(8, 12)}-0${id.at(-1)}-01T00:00:00`,
    to: `${id.slice(8, 12)}-0${id.at(-1)}-20T12:30:00`,
  }));
  return new MemoryFiles(new Map([['collinfo.json', Buffer.from(JSON.stringify(entries))]]));
}

const IDS = ['CC-MAIN-2026-08', 'CC-MAIN-2026-04', 'CC-MAIN-2025-48', 'CC-MAIN-2019-31', 'CC-MAIN-2013-21'];

test('crawls come in the order of their dates, each once, however they are written', async () => {
  const crawls = await listCrawls(listOf(IDS), signal);
  const named = crawlsNamed(crawls, [
    'CC-MAIN-2026-08',
    'cc-main-2013-21',
    ' CC-MAIN-2026-08',
    'CC-MAIN-2025-48',
  ]);
  expect(named.map(({ id }) => id)).toEqual(['CC-MAIN-2013-21', 'CC-MAIN-2025-48', 'CC-MAIN-2026-08']);
  expect(named[2]).toEqual({
    id: 'CC-MAIN-2026-08',
    title: 'CC-MAIN-2026-08 Index',
    from: Date.UTC(2026, 7, 1),
    to: Date.UTC(2026, 7, 20, 12, 30),
  });
});

test.each([
  ['CC-MAIN-2026-05', 'CC-MAIN-2026-04, CC-MAIN-2026-08, CC-MAIN-2025-48'],
  ['CC-MAIN-2018', 'CC-MAIN-2019-31, CC-MAIN-2013-21, CC-MAIN-2025-48'],
  ['2026-08', 'CC-MAIN-2026-08, CC-MAIN-2026-04, CC-MAIN-2025-48'],
  ['CC-MIAN', 'CC-MAIN-'],
])('a crawl %s that there is not is refused with the nearest ones', async (name, nearest) => {
  const crawls: readonly Crawl[] = await listCrawls(listOf(IDS), signal);
  expect(() => crawlsNamed(crawls, ['CC-MAIN-2026-08', name])).toThrow(
    `there is no crawl "${name}"; the nearest are ${nearest}`,
  );
});

test.each([
  ['<html>', 'Unexpected token'],
  ['{}', 'it is not a list'],
  ['[{"name": "x"}]', 'an entry has no id'],
  ['[]', 'it is empty'],
])('a list %s is refused', async (text, problem) => {
  const files = new MemoryFiles(new Map([['collinfo.json', Buffer.from(text)]]));
  await expect(listCrawls(files, signal)).rejects.toThrow(problem);
  await expect(listCrawls(files, signal)).rejects.toThrow('SITEGREP_COMMONCRAWL_URL must name');
});
