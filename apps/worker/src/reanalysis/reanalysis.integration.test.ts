import { openTestStorage } from '../../../../packages/storage/test/elasticsearch/test-storage.ts';
import { describeReanalysing } from '../../test/reanalysis-suite.ts';

describeReanalysing('elasticsearch', async () => {
  const closers = new AsyncDisposableStack();
  const storage = await openTestStorage(closers, { shards: 2 });
  return { storage, remove: () => closers.disposeAsync() };
});
