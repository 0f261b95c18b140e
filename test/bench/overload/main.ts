// What sitegrep does under more load than it can bear, and what others may do to a key: the real command on an index of
// captured pages. The server has one core, and the clients, which are processes of their own, have another.
//
//   npm run bench:overload -- [--seconds 30] [--connections 1000] [--idle 10100] [--data DIR] [--out FILE.json] [FILE.warc.gz…]
//
// With --data the index is made in DIR, and used as it is if DIR is there. Ends with 1 if a figure misses its bound.
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, startServer, type RunningServer } from '../../support/server-process.ts';
import { numberOf, refuse } from '../arguments.ts';
import { readProcessorMs } from '../crawl/processor-time.ts';
import { readMemory } from '../resident.ts';
import { runRecord } from '../run-record.ts';
import { generate, pinServer } from './generate.ts';
import { type Goal, goalTable, isMet } from './goals.ts';
import { measureCostly, measureIdle, measureStrangers, newKey } from './neighbours.ts';
import { findSustainable, type Load, measureOverload, summary } from './open-loop.ts';
import { refusedOf, searchRequest } from './plan.ts';

/** Terms as people search for them: rare and common, short and long, with and without punctuation. */
const TERMS = [
  'jquery',
  'google-analytics.com',
  'gtm.js?id=GTM-',
  'wp-content/plugins',
  '<meta name="generator" content="WordPress',
  'cdn.shopify.com',
  'zzqqxx',
  'class="',
  '<div',
  '="',
];

/** Clients that each wait for their answer; all of them are to be served. */
const PATIENT_CLIENTS = 128;

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '30' },
    connections: { type: 'string', default: '1000' },
    idle: { type: 'string', default: '10100' },
    data: { type: 'string' },
    out: { type: 'string' },
  },
});
const seconds = numberOf('seconds', values.seconds);
const connections = numberOf('connections', values.connections);
const idle = numberOf('idle', values.idle);

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'sitegrep-overload-')));
if (!existsSync(join(dataDir, 'domains.sqlite')) && files.length === 0) {
  refuse('Usage: npm run bench:overload -- [--data DIR] [--seconds 30] FILE.warc.gz…');
}
try {
  if (files.length > 0) await runCommand(['import', ...files], dataDir, { SITEGREP_LOG_LEVEL: 'error' });
  const server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'error' });
  try {
    pinServer(server.pid, '0');
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  if (values.data === undefined) await rm(dataDir, { recursive: true });
}

async function measure(server: RunningServer): Promise<void> {
  const requests = TERMS.map((term) =>
    searchRequest(server.url, server.key, { search_terms: [term], limit: 10 }),
  );
  const load: Load = (phases) =>
    generate({ url: server.url, requests, connections, phases, lastAnswersMs: 2_000 });
  const sustainable = await findSustainable(load);
  const half = (halfSeconds: number) => load([{ rate: sustainable / 2, seconds: halfSeconds }]);
  const memoryMiB = [readMemory(server.pid).residentMiB];
  const usedBefore = readProcessorMs(server.pid);
  const goals: Goal[] = [];
  const records: object[] = [];
  for (const times of [3, 10]) {
    const measured = await measureOverload(load, sustainable, times, seconds);
    goals.push(...measured.goals);
    records.push(measured.record);
    memoryMiB.push(readMemory(server.pid).residentMiB);
  }
  const serverProcessorMs = readProcessorMs(server.pid) - usedBefore;
  const [patient] = (await load([{ clients: PATIENT_CLIENTS, seconds }])).phases;
  if (patient === undefined) throw new Error('a phase is missing');
  goals.push({
    name: `${PATIENT_CLIENTS} patient clients: refused or broken`,
    value: refusedOf(patient) + patient.broken,
    bound: { max: 0 },
  });
  goals.push(...(await measureStrangers(server, half, seconds)));
  goals.push(...(await measureIdle(server, half, idle, seconds)));
  // Its threads share one core by the time slices of the system, which are longer than most searches.
  pinServer(server.pid, '0,1');
  const costly = await measureCostly(server, await newKey(server), TERMS, seconds);
  goals.push(...costly.goals);
  const record = {
    ...(await runRecord(files)),
    sustainablePerSecond: Math.round(sustainable),
    overloads: records,
    serverProcessorMs,
    patient: summary(patient),
    costly: costly.record,
    memoryMiB: memoryMiB.map(Math.round),
    goals,
  };
  const { goals: _, ...rest } = record;
  console.log(JSON.stringify(rest, null, 2));
  console.table(goalTable(goals));
  if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
  if (!goals.every(isMet)) process.exitCode = 1;
}
