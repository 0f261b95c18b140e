import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseExposition } from '../test/exposition.ts';
import { createReadiness, type MonitoringListener, openMonitoringListener } from './listener.ts';
import { createMetrics } from './metrics.ts';

let listener: MonitoringListener;
let down: readonly string[] = [];
beforeAll(async () => {
  listener = await openMonitoringListener(createMetrics({ version: '9' }), () => Promise.resolve(down), {
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
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
  down = ['index', 'queue'];
  const notReady = await fetch(at('/readyz'));
  expect([notReady.status, await notReady.json()]).toEqual([503, { status: 'not ready', down }]);
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
  const taken = openMonitoringListener(createMetrics({ version: '9' }), () => Promise.resolve([]), {
    host: '127.0.0.1',
    port: listener.address.port,
  });
  await expect(taken).rejects.toThrow('EADDRINUSE');
});

test('names the probes that reject, throw or time out, with the reason', async () => {
  const told: [string, string][] = [];
  const down = createReadiness({
    probes: new Map([
      ['well', () => Promise.resolve('anything')],
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
  expect(await down()).toEqual(['broken', 'throwing', 'silent']);
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
  const down = createReadiness({
    probes: new Map([
      [
        'index',
        async () => {
          requested += 1;
          if (!up) throw new Error('down');
        },
      ],
    ]),
    timeoutMs: 1_000,
    onDown: () => undefined,
  });
  expect(await Promise.all([down(), down(), down()])).toEqual([['index'], ['index'], ['index']]);
  expect(requested).toBe(1);
  up = true;
  expect(await down()).toEqual([]);
  expect(requested).toBe(2);
});
