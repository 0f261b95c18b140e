import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../test/own-redis.ts';

/** A process that opens everything on an unreachable Redis, closes it, and then has nothing more to do. */
const SCRIPT = `
  import { openQueues } from ${JSON.stringify(join(import.meta.dirname, '..', 'index.ts'))};
  import { openHostSlots } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
  const [url, topology, connecting] = JSON.parse(process.argv[1]);
  const backend = { kind: 'redis', url, prefix: 'test', topology };
  const errors = [];
  const onError = ({ message }) => errors.push(message);
  const queues = await openQueues({ backend, onError, onFatal: onError });
  const slots = await openHostSlots(backend, { onError });
  queues.work({ site: { process: async () => {}, gaveUp: async () => {} } });
  // Until the connections are between two attempts, or at one.
  await new Promise((resolve) => setTimeout(resolve, connecting ? 0 : 300));
  await queues.close({ deadlineMs: 3_600_000 });
  slots.close();
  process.on('exit', () => console.log(errors.length));
`;

const sentinel = { kind: 'sentinel', group: 'main', further: [], username: null, password: null };

test.each([
  { topology: { kind: 'single' }, connecting: false },
  { topology: { kind: 'single' }, connecting: true },
  { topology: sentinel, connecting: false },
  { topology: { kind: 'cluster', further: [] }, connecting: false },
])(
  'a process whose Redis was never there closes and ends by itself: %o',
  async ({ topology, connecting }) => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    const argument = JSON.stringify([url, topology, connecting]);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', SCRIPT, argument],
      { encoding: 'utf8', timeout: 100_000 },
    );
    // Each of them reported the outage once.
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '2\n', stderr: '' });
  },
);
