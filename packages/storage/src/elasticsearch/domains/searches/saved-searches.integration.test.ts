import { afterAll, beforeEach, afterEach, expect, it } from 'vitest';
import { documentOf, put } from '../../../../test/conformance/documents.ts';
import { openTestIndexes } from '../../../../test/elasticsearch/test-indexes.ts';
import { domainsOf, EventConsumer, pagesOf, searchFor } from '../../../../test/saved-searches.ts';
import type { DomainIndex } from '../../../domains.ts';
import { openDomainIndex } from '../domain-index.ts';

const indexes = await openTestIndexes();
let index: DomainIndex;
beforeEach(async () => {
  const options = { ...indexes.options(), fullText: false, refreshInterval: '50ms' };
  index = await openDomainIndex(indexes.client, { ...options, bulkBytes: 1 << 20, bulkConcurrency: 2 });
});
afterEach(() => index.close());
afterAll(() => indexes.close());

it('knows what is stored after a fill without events, and tells of what comes and goes', async () => {
  await put(
    index,
    documentOf('old.test', ['has cargo', 'nothing', 'cargo too']),
    documentOf('other.test', ['no']),
  );
  await index.searches.put(searchFor('sites', 'domain', 'cargo'));
  const saved = await index.searches.put(searchFor('pages', 'page', 'cargo'));
  expect(saved).toMatchObject({ id: 'pages', generation: 1, filled: false, definition: { text: 'cargo' } });
  expect(await domainsOf(index, 'sites')).toEqual([]);
  await index.searches.fill();
  expect(await index.searches.get('pages')).toEqual({ ...saved, filled: true });
  expect(await domainsOf(index, 'sites')).toEqual(['old.test']);
  expect(await pagesOf(index, 'pages')).toEqual(['https://old.test/000000', 'https://old.test/000002']);
  expect(await index.searches.count('sites')).toBe(1);
  const consumer = new EventConsumer();
  await consumer.read(index);
  expect(consumer.events).toEqual([]);

  await put(index, documentOf('new.test', ['x', 'cargo']), documentOf('old.test', ['none any more']));
  await put(index, documentOf('new.test', ['x', 'cargo, changed']));
  await index.delete('new.test');
  await consumer.read(index);
  const shown = consumer.events.map(({ number: _number, at: _at, revision: _revision, ...event }) => event);
  const gone = { kind: 'disappeared', pages: [], total: 0 };
  expect(new Set(shown)).toEqual(
    new Set([
      { search: 'sites', domain: 'old.test', ...gone, by: 'visit' },
      { search: 'pages', domain: 'old.test', ...gone, by: 'visit' },
      { search: 'sites', domain: 'new.test', ...gone, by: 'deletion' },
      { search: 'pages', domain: 'new.test', ...gone, by: 'deletion' },
    ]),
  );
  expect(await domainsOf(index, 'sites')).toEqual([]);
  expect(await index.searches.delete('sites')).toBe(true);
  await expect(domainsOf(index, 'sites')).rejects.toThrow(/no saved search sites/);
  expect((await index.searches.events({ after: 0, limit: 10 })).map(({ search }) => search)).toEqual([
    'pages',
    'pages',
  ]);
});
