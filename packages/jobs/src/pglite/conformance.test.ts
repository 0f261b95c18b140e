import { afterAll, beforeAll } from 'vitest';
import { describeQueues } from '../conformance/queues.ts';
import { describeSchedules } from '../conformance/schedules.ts';
import { makeQueueFolders, type QueueFolders } from './folder.fixture.ts';

let folders: QueueFolders;
beforeAll(async () => {
  folders = await makeQueueFolders();
});
afterAll(() => folders.removeAll());

describeQueues('pglite', async () => ({ kind: 'pglite', dataDir: await folders.fresh() }));
describeSchedules('pglite', async () => ({ kind: 'pglite', dataDir: await folders.fresh() }), {
  shared: false,
});
