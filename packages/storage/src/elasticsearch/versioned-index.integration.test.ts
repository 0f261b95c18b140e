import { afterAll, expect, it } from 'vitest';
import { openTestIndexes } from '../../test/elasticsearch/test-indexes.ts';
import { StorageMisconfigured } from '../errors.ts';
import { createDocument, readDocument } from './documents.ts';
import { openIndex, type VersionedIndex } from './versioned-index.ts';

const indexes = await openTestIndexes();
const { client } = indexes;
afterAll(() => indexes.close());

it('adds the properties of a newer mapping in place, for programs of both versions', async () => {
  const alias = `${indexes.options().indexPrefix}-notes`;
  const older: VersionedIndex = {
    alias,
    version: 1,
    mappings: { dynamic: 'strict', properties: { text: { type: 'keyword' } } },
    settings: { number_of_replicas: 0 },
  };
  const newer: VersionedIndex = {
    ...older,
    version: 2,
    extends: [1],
    mappings: {
      dynamic: 'strict',
      properties: { text: { type: 'keyword' }, language: { type: 'keyword' } },
    },
  };
  const before = await openIndex(client, older);
  await createDocument(client, before, 'one', { text: 'of the older version' });
  const [after, another] = await Promise.all([openIndex(client, newer), openIndex(client, newer)]);
  expect(another).toBe(after);
  await createDocument(client, after, 'two', { text: 'of the newer version', language: 'en' });
  await createDocument(client, before, 'three', { text: 'of the older version' });
  expect(await readDocument(client, after, 'three')).toEqual({ text: 'of the older version' });
  expect(await readDocument(client, before, 'two')).toEqual({ text: 'of the newer version', language: 'en' });
  // A process of the older version that starts again goes on as well; one that is older still does not.
  expect(await openIndex(client, older)).toBe(before);
  await expect(openIndex(client, { ...older, version: 0 })).rejects.toThrow(StorageMisconfigured);
});
