import { expect, test } from 'vitest';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { runRecords } from './run.ts';

test('a small run writes what it is asked for, counts it right and removes the crawl that ended', async () => {
  const index = await openTemporaryIndex('sqlite');
  const storage = await index.openStorage();
  try {
    const figures = await runRecords(storage.crawls, { sites: 6_000, crawls: 3, seconds: 60 }, () => {});
    expect(figures).toMatchObject({ sites: 8_010, crawls: 5, removedCrawls: 1, removedSites: 2_000 });
    expect(figures.problems).toEqual([]);
    expect((await storage.crawls.list({ limit: 100 })).items).toHaveLength(4);
  } finally {
    await storage.close();
    await index.remove();
  }
});
