// What sitegrep does under more load than it can bear, and what others may do to a key: the real command on an index of
// captured pages. The server has one core, and the clients, which are processes of their own, have another.
//
//   npm run bench:overload -- [--seconds 30] [--connections 1000] [--idle 10100] [--data DIR] [--out FILE.json] [FILE.warc.gz…]
//
// With --data the index is made in DIR, and used as it is if DIR is there. Ends with 1 if a figure misses its bound.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningServer, runCommand, startServer } from '../../support/server-process.ts';
import { atMost, type Goal, reportGoals } from '../harness/figures.ts';
import { readMemory } from '../harness/memory.ts';
import { integer, readOptions, refuse, text } from '../harness/options.ts';
import { readProcessorMs } from '../harness/processor-time.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { TERMS } from '../harness/terms.ts';
import { generate, pinServer } from './generate.ts';
import { COSTLY, measureCostly, measureIdle, measureStrangers } from './neighbours.ts';
import { findSustainable, type Load, measureOverload, summary } from './open-loop.ts';
import { only, refusedOf, searchRequest } from './plan.ts';

/** Clients that each wait for their answer; all of them are to be served. */
const PATIENT_CLIENTS = 128;

const options = readOptions(
  { seconds: integer(30), connections: integer(1_000), idle: integer(10_100), data: text(null) },
  'files or none',
);
const { files, seconds, connections } = options;
const dataDir = options.data ?? temporaryFolder('overload');
if (!existsSync(join(dataDir, 'domains.sqlite')) && files.length === 0) refuse('name at least one WARC file');
if (files.length > 0) await runCommand(['import', ...files], dataDir, { SITEGREP_LOG_LEVEL: 'error' });
const server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'error' });
try {
  pinServer(server.pid, '0');
  await measure(server);
} finally {
  await server.stop();
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
  const patient = only(await load([{ clients: PATIENT_CLIENTS, seconds }]));
  const unserved = refusedOf(patient) + patient.broken;
  goals.push(atMost(`${PATIENT_CLIENTS} patient clients: refused or broken`, unserved, 0));
  goals.push(...(await measureStrangers(server, half, seconds)));
  goals.push(...(await measureIdle(server, half, options.idle, seconds)));
  // Its threads share one core by the time slices of the system, which are longer than most searches.
  pinServer(server.pid, '0,1');
  const costly: object[] = [];
  for (const kind of COSTLY) {
    const measured = await measureCostly(server, kind, TERMS, seconds);
    goals.push(...measured.goals);
    costly.push(measured.record);
  }
  const figures = {
    sustainablePerSecond: Math.round(sustainable),
    overloads: records,
    serverProcessorMs,
    patient: summary(patient),
    costly,
    memoryMiB: memoryMiB.map(Math.round),
  };
  console.log(JSON.stringify(figures, null, 2));
  reportGoals(goals);
  await writeRecord(options, { ...figures, goals });
  if (!goals.every(({ isMet }) => isMet)) process.exitCode = 1;
}
