import { afterAll, beforeAll } from 'vitest';
import { describeQueues } from '../conformance/queues.ts';
import { describeSchedules } from '../conformance/schedules.ts';
import { makeQueueFolders, type QueueFolders } from './folders.fixture.ts';

let folders: QueueFolders;
beforeAll(async () => {
  folders = await makeQueueFolders();
});
afterAll(() => folders.removeAll());

describeQueues('sqlite', async () => ({ kind: 'sqlite', dataDir: folders.fresh() }));
describeSchedules('sqlite', async () => ({ kind: 'sqlite', dataDir: folders.fresh() }), { shared: false });
