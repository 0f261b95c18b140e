import { afterAll, expect, it } from 'vitest';
import { openTestIndexes } from '../../test/elasticsearch/test-indexes.ts';
import { isFull } from './flood-stage.ts';
import { openKeyStore } from './records/key-store.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

it('is full while the flood-stage block is on an index, and not before or after', async () => {
  const { client } = indexes;
  const options = indexes.options();
  const keys = await openKeyStore(client, options);
  const block = (value: boolean | null): Promise<unknown> =>
    client.indices.putSettings({
      index: `${options.indexPrefix}-keys`,
      settings: { 'index.blocks.read_only_allow_delete': value },
    });
  try {
    const found = [await isFull(client, options.indexPrefix)];
    for (const value of [true, false, true, null]) {
      await block(value);
      found.push(await isFull(client, options.indexPrefix));
    }
    expect(found).toEqual([false, true, false, true, false]);
  } finally {
    await keys.close();
  }
});
