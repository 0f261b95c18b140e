import { createMetrics } from '@sitegrep/metrics';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { watchClocks, type StoreClock } from './clock-watch.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
}

async function watched(ahead: readonly (number | null | Error)[]) {
  const lines: Line[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line) as Line) });
  const metrics = createMetrics({ version: 'test' });
  const clocks = ahead.map((one, number): StoreClock => ({
    service: number === 0 ? 'elasticsearch' : 'redis',
    aheadMs: () => (one instanceof Error ? Promise.reject(one) : Promise.resolve(one)),
  }));
  await watchClocks(clocks, { logger, metrics })();
  const exposition = await metrics.text();
  const gauges = [...exposition.matchAll(/^sitegrep_clock_ahead_seconds\{service="(\w+)"\} (\S+)$/gm)];
  return {
    lines: lines.map(({ level, msg }) => [level, msg]),
    gauges: gauges.map(([, service, value]) => [service, Number(value)]),
  };
}

test('a clock within ten seconds is a metric and nothing else', async () => {
  expect(await watched([10_000, -9_999])).toEqual({
    lines: [],
    gauges: [
      ['elasticsearch', 10],
      ['redis', -9.999],
    ],
  });
});

test('one that is further away is a line of the log', async () => {
  expect((await watched([10_001, -61_500])).lines).toEqual([
    [40, "the clock of elasticsearch is 10.0 s ahead of this machine's; run NTP on both"],
    [40, "the clock of redis is 61.5 s behind this machine's; run NTP on both"],
  ]);
});

test('one that can not be read is neither, and the next is read', async () => {
  const { lines, gauges } = await watched([new Error('away'), 20_000]);
  expect(lines.map(([level]) => level)).toEqual([20, 40]);
  expect(gauges).toEqual([['redis', 20]]);
  expect((await watched([null, null])).gauges).toEqual([]);
});
