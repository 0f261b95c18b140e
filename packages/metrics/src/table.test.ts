import { expect, test } from 'vitest';
import { everyLabelling } from './metrics.ts';
import { METRICS } from './table.ts';

const TABLE = Object.entries(METRICS);

test('names follow the conventions of Prometheus', () => {
  for (const [name, { type }] of TABLE) {
    expect(name).toMatch(/^sitegrep(_[a-z]+)+$/);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect([name, type]).not.toEqual([
      expect.stringMatching(/_(milliseconds|ms|kib|kilobytes|minutes)(_|$)/),
      type,
    ]);
    expect([name, name.endsWith('_duration_seconds')]).toEqual([name, type === 'histogram']);
  }
});

test('every metric is described in a sentence', () => {
  for (const [, { help }] of TABLE) expect(help).toMatch(/^[A-Z][^\n]+\.$/);
});

test('buckets rise', () => {
  for (const [name, metric] of TABLE) {
    if (metric.type !== 'histogram') continue;
    const sorted = [...new Set(metric.buckets)].sort((a, b) => a - b);
    expect([name, metric.buckets]).toEqual([name, sorted]);
  }
});

test('no label can take a value from the web or from a client', () => {
  const open = TABLE.flatMap(([, { labels }]) =>
    Object.entries(labels).flatMap(([label, values]) => (values === null ? [label] : [])),
  );
  expect(new Set(open)).toEqual(new Set(['version', 'method', 'route', 'status', 'provider']));
});

test('labels make few series', () => {
  for (const [name, { labels }] of TABLE) {
    expect([name, everyLabelling(labels).length]).toEqual([
      name,
      expect.toSatisfy((count: number) => count <= 16),
    ]);
  }
});

test('labellings are all combinations of listed values, or none if some are not listed', () => {
  expect(everyLabelling({})).toEqual([{}]);
  expect(everyLabelling({ a: ['1', '2'], b: ['x', 'y'] })).toEqual([
    { a: '1', b: 'x' },
    { a: '1', b: 'y' },
    { a: '2', b: 'x' },
    { a: '2', b: 'y' },
  ]);
  expect(everyLabelling({ a: ['1', '2'], route: null })).toEqual([]);
});
