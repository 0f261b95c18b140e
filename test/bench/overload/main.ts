// What sitegrep does under ten times the load that it can bear: the real command on an index of captured pages, searched
// by a process that doesn't wait for answers. First it finds the load that is borne without a refusal, then runs at half
// of it, at ten times it, and at half again, and prints times, refusals, memory and how long it takes to recover.
//
//   npm run bench:overload -- [--seconds 60] [--times 10] [--connections 1000] [--data DIR] [--out FILE.json] [FILE.warc.gz…]
//
// With --data the index is made in DIR, and used as it is if DIR is there.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { readMemory } from '../resident.ts';
import { runRecord } from '../run-record.ts';
import { runCommand, startServer, type RunningServer } from '../../support/server-process.ts';
import type { Figures, PhaseFigures, Plan } from './plan.ts';

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

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    times: { type: 'string', default: '10' },
    connections: { type: 'string', default: '1000' },
    data: { type: 'string' },
    out: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const times = Number(values.times);
/** Seconds at half the load, before and after. */
const HALF_SECONDS = 15;
/** Refusals in a thousand that count as none. */
const BORNE_SHARE = 0.001;

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'sitegrep-overload-')));
if (!existsSync(join(dataDir, 'domains.sqlite')) && files.length === 0) {
  console.error('Usage: npm run bench:overload -- [--data DIR] [--seconds 60] FILE.warc.gz…');
  process.exit(2);
}
try {
  if (files.length > 0) await runCommand(['import', ...files], dataDir, { SITEGREP_LOG_LEVEL: 'error' });
  const server = await startServer(dataDir, { SITEGREP_LOG_LEVEL: 'error' });
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  if (values.data === undefined) await rm(dataDir, { recursive: true });
}

async function measure(server: RunningServer): Promise<void> {
  const load = (phases: Plan['phases']): Promise<Figures> => generate(server, phases);
  // Twice: the first time warms caches and code.
  await load([{ clients: 4, seconds: 3 }]);
  const [closed] = await load([{ clients: 4, seconds: 5 }]);
  let sustainable = (closed?.accepted ?? 0) / 5;
  for (const least = 0.4 * sustainable; sustainable > least; sustainable *= 0.9) {
    const [tried] = await load([{ rate: sustainable, seconds: 5 }]);
    if (tried !== undefined && refusedOf(tried) <= tried.sent * BORNE_SHARE) break;
  }

  const memory: number[] = [];
  const sampling = setInterval(() => memory.push(readMemory(server.pid).residentMiB), 1_000);
  const figures = await load([
    { rate: sustainable / 2, seconds: HALF_SECONDS },
    { rate: sustainable * times, seconds },
    { rate: sustainable / 2, seconds: HALF_SECONDS },
  ]);
  clearInterval(sampling);
  const [half, over, after] = figures;
  if (half === undefined || over === undefined || after === undefined) throw new Error('a phase is missing');
  const boundMs = 3 * half.p99Ms;
  const badAfter = badTenths(after, boundMs);
  const overMemory = memory.slice(HALF_SECONDS, HALF_SECONDS + seconds);
  const record = {
    ...(await runRecord(files)),
    sustainablePerSecond: Math.round(sustainable),
    half: { ...summary(half), badMs: badTenths(half, boundMs) },
    over: summary(over),
    after: { ...summary(after), badMs: badAfter },
    p99Ratio: round(over.p99Ms / half.p99Ms),
    recoveryMs: recoveryMs(badAfter),
    memoryMiB: {
      before: round(memory[0] ?? 0),
      overAfter10s: round(overMemory[10] ?? 0),
      overHighest: round(Math.max(...overMemory)),
      overAtEnd: round(overMemory.at(-1) ?? 0),
      after: round(memory.at(-1) ?? 0),
    },
    isWell: (await server.ask('/healthz')).status === 200,
  };
  console.log(JSON.stringify(record, null, 2));
  if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
}

async function generate({ url, key }: RunningServer, phases: Plan['phases']): Promise<Figures> {
  const connections = Number(values.connections);
  const plan: Plan = { url, key, terms: TERMS, connections, phases, lastAnswersMs: 2_000 };
  const script = fileURLToPath(new URL('load.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(plan)], {
    maxBuffer: 2 ** 30,
  });
  return JSON.parse(stdout) as Figures;
}

function refusedOf({ refusals }: PhaseFigures): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0);
}

function summary(figures: PhaseFigures): object {
  const { sent, unsent, accepted, refusals, withoutRetryAfter, broken, p50Ms, p99Ms } = figures;
  const times = { p50Ms: round(p50Ms), p99Ms: round(p99Ms) };
  return { sent, unsent, accepted, refusals, withoutRetryAfter, broken, ...times };
}

/** How long it takes from the start of a phase until a whole second passes without a tenth that is bad. */
function recoveryMs(badMs: readonly number[]): number {
  let end = 0;
  for (const ms of badMs) if (ms - end <= 1_000) end = ms;
  return end;
}

/**
 * The tenths of a second with more than one request in ten that was refused or took too long, as milliseconds from the
 * start of the phase to their end. After the overload the first of them are its recovery; half the load before it shows
 * how many there are anyway.
 */
function badTenths({ timeline, refusedAt }: PhaseFigures, boundMs: number): readonly number[] {
  const tenth = (ms: number): number => Math.floor(ms / 100);
  const all = new Map<number, number>();
  const bad = new Map<number, number>();
  const add = (map: Map<number, number>, ms: number): unknown =>
    map.set(tenth(ms), (map.get(tenth(ms)) ?? 0) + 1);
  for (const [due, ms] of timeline) {
    add(all, due);
    if (ms > boundMs) add(bad, due);
  }
  for (const due of refusedAt) {
    add(all, due);
    add(bad, due);
  }
  const late = [...bad]
    .filter(([at, count]) => count > 0.1 * (all.get(at) ?? 0))
    .map(([at]) => (at + 1) * 100);
  return late.sort((a, b) => a - b);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
