import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseExposition } from '../test/exposition.ts';
import {
  createReadiness,
  downIn,
  type MonitoringListener,
  openMonitoringListener,
  type Probe,
  type States,
} from './listener.ts';
import { createMetrics } from './metrics.ts';

let listener: MonitoringListener;
let states: States = { index: 'up', disk: 'full' };
beforeAll(async () => {
  listener = await openMonitoringListener(createMetrics({ version: '9' }), () => Promise.resolve(states), {
    host: '127.0.0.1',
    port: 0,
  });
});
afterAll(() => listener.close());

const at = (path: string): string => `http://127.0.0.1:${listener.address.port}${path}`;

test('serves the metrics in the text format', async () => {
  const answer = await fetch(at('/metrics?x=1'));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  expect(parseExposition(await answer.text()).has('sitegrep_build_info')).toBe(true);
});

test('is ready while nothing is down, and alive in any case', async () => {
  const ready = await fetch(at('/readyz'));
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', dependencies: states }]);
  states = { index: 'down', disk: 'up', queue: 'down' };
  const notReady = await fetch(at('/readyz'));
  expect([notReady.status, await notReady.json()]).toEqual([
    503,
    { status: 'not ready', dependencies: states },
  ]);
  const alive = await fetch(at('/healthz'));
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'alive' }]);
});

test('serves nothing else', async () => {
  expect((await fetch(at('/'))).status).toBe(404);
  expect((await fetch(at('/constructor'))).status).toBe(404);
  expect((await fetch(at('/metrics/'))).status).toBe(404);
  const posted = await fetch(at('/metrics'), { method: 'POST', body: 'x' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
});

test('a port that is taken is an error', async () => {
  const taken = openMonitoringListener(createMetrics({ version: '9' }), () => Promise.resolve({}), {
    host: '127.0.0.1',
    port: listener.address.port,
  });
  await expect(taken).rejects.toThrow('EADDRINUSE');
});

test('reports the state of each dependency, and why a probe rejected, threw or timed out', async () => {
  const told: [string, string][] = [];
  const readiness = createReadiness({
    probes: new Map<string, Probe>([
      ['well', () => Promise.resolve('up')],
      ['no space', () => Promise.resolve('full')],
      ['broken', () => Promise.reject(new Error('no route to host'))],
      [
        'throwing',
        () => {
          throw new Error('not opened yet');
        },
      ],
      ['silent', () => new Promise(() => undefined)],
    ]),
    timeoutMs: 20,
    onDown: (name, error) => told.push([name, String(error)]),
  });
  const found = await readiness();
  expect(found).toEqual({
    well: 'up',
    'no space': 'full',
    broken: 'down',
    throwing: 'down',
    silent: 'down',
  });
  expect(downIn(found)).toEqual(['broken', 'throwing', 'silent']);
  expect(new Map(told)).toEqual(
    new Map([
      ['broken', 'Error: no route to host'],
      ['throwing', 'Error: not opened yet'],
      ['silent', 'Error: no answer in 20 ms'],
    ]),
  );
});

test('concurrent calls share a result, later ones get a new one', async () => {
  let requested = 0;
  let up = false;
  const readiness = createReadiness({
    probes: new Map<string, Probe>([
      [
        'index',
        async () => {
          requested += 1;
          if (!up) throw new Error('down');
          return 'up';
        },
      ],
    ]),
    timeoutMs: 1_000,
    onDown: () => undefined,
  });
  expect(await Promise.all([readiness(), readiness(), readiness()])).toEqual(
    Array.from({ length: 3 }, () => ({ index: 'down' })),
  );
  expect(requested).toBe(1);
  up = true;
  expect(await readiness()).toEqual({ index: 'up' });
  expect(requested).toBe(2);
});
