import { randomUUID } from 'node:crypto';
import { describeFeeding } from '../test/feeder-suite.ts';

describeFeeding(async () => {
  const url = process.env['TEST_REDIS'];
  if (url === undefined) throw new Error('TEST_REDIS is not set: run npm run test:integration');
  return { kind: 'redis', url, prefix: `test-${randomUUID()}` };
});
