import { expect, test, vi } from 'vitest';
import { createReadiness, type Dependency, type Probe } from './readiness.ts';

const needed = (probe: Probe, service = 'store'): Dependency => ({ probe, service, isEssential: true });

test('reports the state of each dependency, and each service that is away once, with the first reason', async () => {
  const told: string[] = [];
  const readiness = createReadiness({
    dependencies: new Map<string, Dependency>([
      ['well', needed(() => Promise.resolve('up'), 'well')],
      ['no space', needed(() => Promise.resolve('full'), 'disk')],
      ['broken', needed(() => Promise.reject(new Error('no route to host')))],
      [
        'throwing',
        needed(() => {
          throw new Error('not opened yet');
        }),
      ],
      ['silent', { ...needed(() => new Promise(() => undefined), 'Redis'), isEssential: false }],
    ]),
    timeoutMs: 20,
    onAway: (service, error) => told.push(`${service}: ${String(error)}`),
    onBack: (service) => told.push(`${service} is back`),
  });
  for (let n = 0; n < 2; n += 1) {
    expect(await readiness()).toEqual({
      dependencies: { well: 'up', 'no space': 'full', broken: 'down', throwing: 'down', silent: 'down' },
      down: ['broken', 'throwing'],
      degraded: ['no space', 'silent'],
    });
  }
  expect(told).toEqual(['store: Error: no route to host', 'Redis: Error: no answer in 20 ms']);
});

test('concurrent calls share a result, later ones get a new one', async () => {
  let requested = 0;
  let up = false;
  const readiness = createReadiness({
    dependencies: new Map([
      [
        'index',
        needed(async () => {
          requested += 1;
          if (!up) throw new Error('down');
          return 'up';
        }),
      ],
    ]),
    timeoutMs: 1_000,
    onAway: () => undefined,
    onBack: () => undefined,
  });
  const down = { dependencies: { index: 'down' }, down: ['index'], degraded: [] };
  expect(await Promise.all([readiness(), readiness(), readiness()])).toEqual([down, down, down]);
  expect(requested).toBe(1);
  up = true;
  expect(await readiness()).toEqual({ dependencies: { index: 'up' }, down: [], degraded: [] });
  expect(requested).toBe(2);
});

test('the return of a service is noticed although nobody asks', async () => {
  const told: string[] = [];
  let up = false;
  const readiness = createReadiness({
    dependencies: new Map([
      ['queue', needed(() => (up ? Promise.resolve('up') : Promise.reject(new Error('gone'))), 'Redis')],
    ]),
    timeoutMs: 1_000,
    lookAgainMs: 5,
    onAway: (service) => told.push(`${service} is away`),
    onBack: (service) => told.push(`${service} is back`),
  });
  await readiness();
  expect(told).toEqual(['Redis is away']);
  up = true;
  await vi.waitFor(() => expect(told).toEqual(['Redis is away', 'Redis is back']), 60_000);
});
