import { afterAll } from 'vitest';
import { openDeliveries } from '../../../storage/src/elasticsearch/records/deliveries.ts';
import { openTestIndexes } from '../../../storage/test/elasticsearch/test-indexes.ts';
import { describeTelling } from '../../test/telling-suite.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

describeTelling(
  'elasticsearch',
  async () => {
    const options = indexes.options();
    return async () => ({
      deliveries: await openDeliveries(indexes.client, options),
      close: () => Promise.resolve(),
    });
  },
  { searches: 20, events: 60 },
);
