import { afterAll, beforeAll } from 'vitest';
import { describeQueues } from '../../test/conformance/queues.ts';
import { describeSchedules } from '../../test/conformance/schedules.ts';
import { makeQueueFolders, type QueueFolders } from '../../test/queue-folders.ts';

let folders: QueueFolders;
beforeAll(async () => {
  folders = await makeQueueFolders();
});
afterAll(() => folders.removeAll());

describeQueues('sqlite', async () => ({ kind: 'sqlite', dataDir: folders.fresh() }));
describeSchedules('sqlite', async () => ({ kind: 'sqlite', dataDir: folders.fresh() }), { shared: false });
