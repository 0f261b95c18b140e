import { afterAll } from 'vitest';
import { openTestStorage } from '../../../../../packages/storage/test/elasticsearch/test-storage.ts';
import { testSamples } from '../../../test/samples.ts';

const closers = new AsyncDisposableStack();
afterAll(() => closers.disposeAsync());

testSamples('elasticsearch', async () => (await openTestStorage(closers)).domains);
