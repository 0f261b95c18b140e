import { afterAll } from 'vitest';
import { openTestStorage } from '../../storage/test/elasticsearch/test-storage.ts';
import { describeImports } from '../test/import-suite.ts';

const closers = new AsyncDisposableStack();
afterAll(() => closers.disposeAsync());

describeImports('elasticsearch', () => openTestStorage(closers));
