import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseExposition } from '../test/exposition.ts';
import { type MonitoringListener, openMonitoringListener } from './listener.ts';
import { createMetrics } from './metrics.ts';
import type { ReadinessReport } from './readiness.ts';

let listener: MonitoringListener;
let report: ReadinessReport = {
  dependencies: { index: 'up', disk: 'full', queue: 'down' },
  down: [],
  degraded: ['disk', 'queue'],
};
beforeAll(async () => {
  listener = await openMonitoringListener(createMetrics({ version: '9' }), () => Promise.resolve(report), {
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

test('is ready while nothing essential is down, and alive in any case', async () => {
  const ready = await fetch(at('/readyz'));
  expect([ready.status, await ready.json()]).toEqual([
    200,
    {
      status: 'ready',
      degraded: ['disk', 'queue'],
      dependencies: { index: 'up', disk: 'full', queue: 'down' },
    },
  ]);
  report = { dependencies: { index: 'down', disk: 'up' }, down: ['index'], degraded: [] };
  const notReady = await fetch(at('/readyz'));
  expect([notReady.status, await notReady.json()]).toEqual([
    503,
    { status: 'not ready', degraded: [], dependencies: { index: 'down', disk: 'up' } },
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
  const taken = openMonitoringListener(createMetrics({ version: '9' }), () => Promise.resolve(report), {
    host: '127.0.0.1',
    port: listener.address.port,
  });
  await expect(taken).rejects.toThrow('EADDRINUSE');
});
