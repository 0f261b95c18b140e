// A put of one page of a site: which of the others are read.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DomainDocument } from '@sitegrep/site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { documentOf } from '../../../../test/conformance/documents.ts';
import { pattern, text } from '../../../../test/conformance/expressions.ts';
import { newSearch, searchReads } from '../../../../test/conformance/saved-search-reads.ts';
import type { DomainIndex, DomainPut } from '../../../domains.ts';
import { StorageCorrupt } from '../../../errors.ts';
import { conclusionsOf, wholeSite } from '../../../puts.ts';
import { openDomainIndex } from '../domain-index.ts';

let dataDir: string;
let index: DomainIndex;
/** The revision of the last put. */
let revision: number;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-'));
  index = await openDomainIndex({ dataDir, readers: 1 });
});
afterEach(async () => {
  await index.close();
  await rm(dataDir, { recursive: true });
});
const { save, eventsAfter, lastEvent } = searchReads(() => index);

const PAGES = 40;
const LAST = PAGES - 1;
/** A page that no search finds, and that no look for the URL of the last one comes across. */
const UNREAD = 7;

/** @param last source of the last page */
function siteOf(last: string): DomainDocument {
  const sources = Array.from({ length: PAGES }, (_, number) =>
    number % 2 === 1 ? `otter ${number}` : `beaver ${number}`,
  );
  return documentOf('a.test', sources.with(UNREAD, 'nothing').with(LAST, last));
}

async function putLastPage(last: string): Promise<void> {
  const document = siteOf(last);
  await put({
    domain: 'a.test',
    visits: [],
    ...conclusionsOf(document),
    pages: document.pages.slice(LAST),
    removed: [],
    ifRevision: revision,
  });
}

async function put(site: DomainPut): Promise<void> {
  const [result] = await index.put([site]);
  if (result?.stored !== true) throw new TypeError('it was not stored');
  revision = result.revision;
}

/** Changes the database while nobody has it open. */
async function changeStored(sql: string): Promise<void> {
  await index.close();
  const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
  db.exec(sql);
  db.close();
  index = await openDomainIndex({ dataDir, readers: 1 });
}

const SPOIL = `UPDATE page SET source = zeroblob(length(source))
  WHERE id = (SELECT id FROM page ORDER BY url LIMIT 1 OFFSET ${UNREAD})`;

it('only those that a pattern needs are read, and what all have is known', async () => {
  await save(
    newSearch('otters', 'page', text('otter')),
    newSearch('beaver', 'domain', pattern('beaver 2[0-9]')),
    newSearch('vole', 'domain', text('vole')),
  );
  await put(wholeSite(siteOf('nothing')));
  const last = await lastEvent();
  await changeStored(SPOIL);
  await putLastPage('otter and vole');
  const events = await eventsAfter(last);
  expect(events.map(({ search, kind, total }) => `${search} ${kind} ${total}`).toSorted()).toEqual([
    'otters changed 19',
    'vole appeared 1',
  ]);
  await putLastPage('otter alone');
  expect((await eventsAfter(last)).slice(2)).toMatchObject([
    { search: 'otters', kind: 'changed' },
    { search: 'vole', kind: 'disappeared' },
  ]);
});

it('all are read of which nothing is known', async () => {
  await save(newSearch('otters', 'page', text('otter')));
  await put(wholeSite(siteOf('nothing')));
  await changeStored(`${SPOIL}; DELETE FROM page_hits`);
  await expect(putLastPage('otter')).rejects.toThrow(StorageCorrupt);
});

it('all are read once for a search that came later', async () => {
  await save(newSearch('otters', 'page', text('otter')));
  await put(wholeSite(siteOf('nothing')));
  await save(newSearch('beavers', 'page', text('beaver')));
  const last = await lastEvent();
  await putLastPage('otter');
  await changeStored(SPOIL);
  await putLastPage('beaver');
  expect(
    (await eventsAfter(last)).map(({ search, kind, total }) => `${search} ${kind} ${total}`).toSorted(),
  ).toEqual(['beavers changed 21', 'otters changed 18', 'otters changed 19']);
});

it('what is known of them goes with the domain, and with the last search', async () => {
  const rows = async (): Promise<unknown> => {
    await index.close();
    const db = new DatabaseSync(join(dataDir, 'domains.sqlite'));
    const count = db.prepare('SELECT count(*) AS rows FROM page_hits').get()?.['rows'];
    db.close();
    index = await openDomainIndex({ dataDir, readers: 1 });
    return count;
  };
  await save(newSearch('otters', 'page', text('otter')));
  await index.put([wholeSite(siteOf('nothing')), wholeSite(documentOf('b.test', ['otter', 'beaver']))]);
  await index.put([wholeSite(documentOf('c.test', ['otter']))]);
  expect(await rows()).toBe(2);
  await index.delete('b.test');
  expect(await rows()).toBe(1);
  await index.searches.delete('otters');
  expect(await rows()).toBe(0);
});
