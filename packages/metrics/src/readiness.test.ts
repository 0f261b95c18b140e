import { expect, test } from 'vitest';
import { createReadiness } from './readiness.ts';

test('names what rejects, throws or does not answer in time, and tells why', async () => {
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

test('those who ask at once share an answer, those who ask later get a new one', async () => {
  let asked = 0;
  let up = false;
  const down = createReadiness({
    probes: new Map([
      [
        'index',
        async () => {
          asked += 1;
          if (!up) throw new Error('down');
        },
      ],
    ]),
    timeoutMs: 1_000,
    onDown: () => undefined,
  });
  expect(await Promise.all([down(), down(), down()])).toEqual([['index'], ['index'], ['index']]);
  expect(asked).toBe(1);
  up = true;
  expect(await down()).toEqual([]);
  expect(asked).toBe(2);
});
