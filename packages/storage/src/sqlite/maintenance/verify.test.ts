import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceText } from '@sitegrep/search';
import { documentOf } from '../../../test/conformance/documents.ts';
import { wholeSite } from '../../puts.ts';
import { StorageCorrupt } from '../../errors.ts';
import { openSqliteStorage } from '../storage.ts';
import { verifyTextIndex } from './verify.ts';

/** More domains than one thread checks at a time, with two pages each, and another with one. */
const DOMAINS = 450;

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-'));
  dataDir = join(folder, 'sound');
  await mkdir(dataDir);
  const storage = await openSqliteStorage({ dataDir, readers: 1, fullText: true });
  await storage.domains.put(
    Array.from({ length: DOMAINS }, (_, at) =>
      wholeSite(documentOf(`a${at}.test`, [`<p>otters ${at}</p>`, `<p>beavers and voles ${at}</p>`])),
    ),
  );
  const { searches } = storage.domains;
  const where = sourceText('otters');
  await searches.put({ id: 'otters', level: 'page', where, definition: null, at: 1 });
  await searches.fill();
  await storage.domains.put([wholeSite(documentOf('b.test', ['otters', 'voles']))]);
  await storage.close();
});
afterAll(() => rm(folder, { recursive: true }));

it('checks many domains in several threads, and reports how far it is', async () => {
  const reports: number[] = [];
  let all = 0;
  const verified = await verifyTextIndex(dataDir, (done, of) => {
    reports.push(done);
    all = of;
  });
  expect(verified).toMatchObject({
    rows: { domains: DOMAINS + 1, pages: 2 * DOMAINS + 2, bytes: all },
    // The source and the address of each page.
    segments: { documents: 4 * DOMAINS + 4 },
  });
  expect(reports.length).toBeGreaterThan(2);
  expect(reports).toEqual(reports.toSorted((a, b) => a - b));
  expect(reports.at(-1)).toBe(all);
});

it.each([
  ['a page in the middle', `UPDATE page SET facts = zeroblob(length(facts)) WHERE id = 500`],
  ['the last page', 'DELETE FROM page WHERE id = (SELECT max(id) FROM page)'],
  ['labels', `UPDATE label SET body = '[]' WHERE revision = (SELECT max(revision) FROM label)`],
  [
    'a word that stands on another page',
    'UPDATE word_data SET block = zeroblob(length(block)) WHERE id > 100',
  ],
  ['a saved search', `UPDATE search SET criteria = '{"kind":"constant","value":true}'`],
  ['a saved search that is lost', 'DELETE FROM search'],
  ['a domain that fulfils one', 'DELETE FROM fulfilled WHERE domain = 7'],
  ['pages of it', `UPDATE fulfilled SET pages = x'0109' WHERE domain = 7`],
  ['literals of its pages', 'UPDATE page_hits SET hits = zeroblob(length(hits))'],
  ['literals of the pages of no domain', 'UPDATE page_hits SET domain = domain + 1'],
  ['an event', 'DELETE FROM search_event'],
  ['what an event says', `UPDATE search_event SET domain = 'c.test'`],
  ['a block', `INSERT INTO block (domain, created_at, takedown, crc) VALUES ('b.test', 1, 0, 1)`],
])('finds damage: %s', async (_, sql) => {
  const damaged = join(folder, 'damaged');
  await cp(dataDir, damaged, { recursive: true });
  const db = new DatabaseSync(join(damaged, 'domains.sqlite'), { defensive: false });
  db.exec(sql);
  db.close();
  await expect(verifyTextIndex(damaged, () => {})).rejects.toThrow(StorageCorrupt);
  await rm(damaged, { recursive: true });
});

it('ends when it is told to give up', async () => {
  const stop = (): never => {
    throw new Error('given up');
  };
  await expect(verifyTextIndex(dataDir, stop)).rejects.toThrow('given up');
});
