import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { describeQueues } from '../../test/conformance/queues.ts';
import { describeSchedules } from '../../test/conformance/schedules.ts';

const url = process.env['TEST_REDIS'] ?? '';
beforeAll(() => {
  if (url === '') throw new Error('TEST_REDIS is not set: give it the url of a Redis for tests');
});

describeQueues('redis', async () => ({ kind: 'redis', url, prefix: `test-${randomUUID()}` }));
describeSchedules('redis', async () => ({ kind: 'redis', url, prefix: `test-${randomUUID()}` }), {
  shared: true,
});
