import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { openTestStorage } from '../../../packages/storage/test/elasticsearch/test-storage.ts';
import { describeAccess } from '../test/access-matrix.ts';

const indexPrefix = `test-${randomUUID()}`;
const closers = new AsyncDisposableStack();
afterAll(() => closers.disposeAsync());

// access-matrix.test.ts calls all operations with keys of every state: here it is their storage that differs.
describeAccess('elasticsearch', () => openTestStorage(closers, { indexPrefix }), 'first of each kind');
