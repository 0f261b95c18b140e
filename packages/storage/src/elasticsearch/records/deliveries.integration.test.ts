import { afterAll, expect, it } from 'vitest';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openDeliveries } from './deliveries.ts';
import { smallIndexes } from './mappings.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

it('a process goes on where one was killed while it told, and gives a sign of life soon', async () => {
  const options = indexes.options();
  const deliveries = await openDeliveries(indexes.client, options);
  const { alias: index } = smallIndexes(options).leases;
  // As a process leaves it that is killed.
  const left = { owner: 'killed', beat: 17, round: 4 };
  await indexes.client.index({ index, id: 'telling', document: left, require_alias: true });
  let looks = 0;
  await expect
    .poll(
      async () => {
        looks++;
        return await deliveries.alone(async () => {
          const stateOf = async (): Promise<unknown> =>
            (await indexes.client.get<typeof left>({ index, id: 'telling' }))._source;
          expect(await stateOf()).toMatchObject({ beat: 0, round: 5 });
          await expect.poll(stateOf, { timeout: 60_000 }).toMatchObject({ beat: 1, round: 5 });
          return 'told';
        });
      },
      { interval: 1_000, timeout: 60_000 },
    )
    .toBe('told');
  // Nobody took it at the first look: it might have been alive.
  expect(looks).toBeGreaterThan(1);
}, 180_000);
