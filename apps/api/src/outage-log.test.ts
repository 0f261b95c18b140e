import { pino } from 'pino';
import { expect, test } from 'vitest';
import { watchOutages } from './outage-log.ts';

test('an outage has one line for its begin and one for its end, whoever notices it, and each service its own', () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const [one, other] = [watchOutages(log, 'Redis'), watchOutages(log, 'Redis')];
  const elsewhere = watchOutages(log, 'Elasticsearch');
  one.back();
  expect(lines).toEqual([]);
  one.away(new Error('refused'));
  one.away(new Error('refused again'));
  other.away(new Error('timed out'));
  elsewhere.away(new Error('no route'));
  one.back();
  elsewhere.back();
  other.back();
  other.back();
  const told = lines.map((line) => JSON.parse(line) as { level: number; service: string; msg: string });
  expect(told.map(({ level, service, msg }) => [level, service, msg])).toEqual([
    [40, 'Redis', 'a dependency is away; it is tried again'],
    [40, 'Elasticsearch', 'a dependency is away; it is tried again'],
    [30, 'Elasticsearch', 'the dependency is back'],
    [30, 'Redis', 'the dependency is back'],
  ]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'refused' } });
  expect(lines.join('')).not.toContain('.ts:');
  one.away(new Error('another time'));
  expect(lines).toHaveLength(5);
});

test('the line of an outage has what caused it, each once', () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const cause = new Error('the store does not answer (connect ECONNREFUSED)', {
    cause: new Error('connect ECONNREFUSED'),
  });
  watchOutages(log, 'Elasticsearch').away(new Error('the cluster is away', { cause }));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { message: 'the cluster is away: the store does not answer (connect ECONNREFUSED)' },
  });
});
