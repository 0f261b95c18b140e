// How much memory `sitegrep up` takes under mixed use: the real command on an index of captured pages, with every kind of
// request in turn for a number of minutes, and then beside extracts on hostile pages.
//
//   npm run bench:memory -- [--minutes 20] [--clients 4] [--hostile-minutes 2] [--data DIR] [--setting SITEGREP_NAME=VALUE]
//     [--out FILE.json] [FILE.warc.gz…]
//
// With --data the index is made in DIR, and used as it is if DIR is there. Ends with 1 if a figure misses its bound.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, startServer } from '../../support/server-process.ts';
import { atMost, type Goal, reportGoals } from '../harness/figures.ts';
import { integer, readOptions, refuse, settings, text } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { HOSTILE_USE, putHostilePages } from './hostile-use.ts';
import { MIXED_USE } from './mixed-use.ts';
import { servePages } from './made-pages.ts';
import { keepAsking } from './keep-asking.ts';
import { MemoryLog } from './memory-log.ts';

/** Minutes after which memory is to be flat. */
const SETTLED_MINUTES = 10;
const BOUND_MIB = 900;
/** Growth that does not count: heaps breathe by as much. */
const BREATH_MIB = 50;

const options = readOptions(
  {
    minutes: integer(20),
    clients: integer(4),
    'hostile-minutes': integer(2, 0),
    data: text(null),
    setting: settings,
  },
  'files or none',
);
const { files, minutes, clients } = options;
const dataDir = options.data ?? temporaryFolder('memory');
if (!existsSync(join(dataDir, 'domains.sqlite')) && files.length === 0) refuse('name at least one WARC file');
if (files.length > 0) await runCommand(['import', ...files], dataDir, { SITEGREP_LOG_LEVEL: 'error' });

await using closers = new AsyncDisposableStack();
const pages = await servePages();
closers.defer(() => pages.close());
const reports = temporaryFolder('memory-reports');
const server = await startServer(dataDir, {
  SITEGREP_LOG_LEVEL: 'error',
  SITEGREP_CRAWL_DELAY: '0s',
  SITEGREP_HTTP_PROXY: pages.url,
  SITEGREP_HTTP_PROXY_GUARD: 'proxy',
  ...MemoryLog.environment(reports),
  ...options.setting,
});
closers.defer(() => server.stop());

const log = new MemoryLog(server.pid, reports);
await log.look('start');
const mixed = keepAsking(server, MIXED_USE, clients, minutes * 60_000);
await log.lookUntil(mixed.ended, (at) => `${at} min`);
const end = await log.look('end');
console.table(mixed.counts());
const hostile = options['hostile-minutes'];
if (hostile > 0) {
  await putHostilePages(server);
  const beside = keepAsking(server, [...HOSTILE_USE, ...MIXED_USE], clients, hostile * 60_000);
  await log.lookUntil(beside.ended, (at) => `hostile, ${at} min`);
  await log.look('hostile, end');
  console.table(beside.counts());
}
console.table(log.rows());

const settled = log.peakBetween(0, SETTLED_MINUTES);
const later = log.peakBetween(SETTLED_MINUTES, end.minute);
const goals: Goal[] = [
  atMost('peak of mixed use, MiB', log.peakBetween(0, end.minute).residentMiB, BOUND_MIB),
  ...(minutes > SETTLED_MINUTES
    ? [
        atMost(
          `peak after ${SETTLED_MINUTES} minutes beyond that before, MiB`,
          later.residentMiB - settled.residentMiB,
          BREATH_MIB,
        ),
      ]
    : []),
  ...(hostile > 0
    ? [
        atMost(
          'peak beside hostile extracts, MiB',
          log.peakBetween(end.minute, Infinity).residentMiB,
          BOUND_MIB,
        ),
      ]
    : []),
];
reportGoals(goals);
await writeRecord(options, { minutes, clients, answers: mixed.counts(), rows: log.rows(), goals });
if (!goals.every(({ isMet }) => isMet)) process.exitCode = 1;
