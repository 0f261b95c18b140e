// Usage: node test/chaos/host-pace/main.ts [sites] [delay in ms] [url of a Redis; without it a single process
// crawls]
import { randomUUID } from 'node:crypto';
import { measurePace } from './measure.ts';

const [sites = '200', delay = '200', url] = process.argv.slice(2);
const figures = await measurePace({
  sites: Number(sites),
  crawlDelayMs: Number(delay),
  redis: url === undefined ? null : { url, prefix: `pace-${randomUUID()}` },
  processes: url === undefined ? 1 : 2,
  killAfter: url === undefined ? null : Number(sites) / 2,
});
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
process.exitCode = figures.tooClose.length + figures.overlapping.length > 0 ? 1 : 0;
