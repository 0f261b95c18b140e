import { openTestStorage } from '../../packages/storage/test/elasticsearch/test-storage.ts';
import { describeQueryTechnologies } from './query-technologies-suite.ts';

describeQueryTechnologies('elasticsearch', async () => {
  const closers = new AsyncDisposableStack();
  const storage = await openTestStorage(closers, { shards: 2 });
  return { storage, close: () => closers.disposeAsync() };
});
