// Times each step of a page alone, in one thread: from the bytes of its body to what an index stores of it. Each step runs over all
// pages before the next one begins, and before it is timed, so that nothing is compiled meanwhile. Prints microseconds a page.
//
//   npm run bench:page -- [--pages 300] [--rounds 5] [--out FILE.json] FILE.warc.gz
import { readWarc } from '@sitegrep/warc';
import type { Page } from '@sitegrep/site';
import { median, rounded } from '../harness/figures.ts';
import { integer, readOptions } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { pageSteps } from './steps.ts';

const options = readOptions({ pages: integer(300), rounds: integer(5) });
const pages: Page[] = [];
for (const file of options.files) {
  for await (const page of readWarc(file)) {
    if (pages.length < options.pages) pages.push(page);
  }
}
const steps = await pageSteps(pages);
const times = new Map(Object.keys(steps).map((name) => [name, [] as number[]]));
for (let round = 0; round <= options.rounds; round++) {
  for (const [name, step] of Object.entries(steps)) {
    const startedAt = process.cpuUsage();
    for (let index = 0; index < pages.length; index++) step(index);
    const { user, system } = process.cpuUsage(startedAt);
    // The first round compiles.
    if (round > 0) times.get(name)?.push((user + system) / pages.length);
  }
}
const figures = Object.fromEntries(Array.from(times, ([name, all]) => [name, rounded(median(all), 1)]));
console.table(figures);
const bytes = pages.reduce((sum, { body }) => sum + body.length, 0);
await writeRecord(options, {
  pages: pages.length,
  bytes_a_page: rounded(bytes / pages.length, 1),
  processor_us_a_page: figures,
});
