// Replaces all documents of a data folder again and again while clients search it and walk by token, over HTTP. Every answer
// is judged: those that no replacement changes against a plain scan, those that name a round by what was requested and
// acknowledged meanwhile. Latencies beside those of the same index with nothing written, before and after; what lies on
// the disk in the end beside a folder that was made of the last documents at once. Exits with 1 if an answer is wrong.
//
//   npm run bench:change -- [--rounds 5] [--clients 16] [--pages N] [--seconds 60] [--rate N] [--write-rate N] [--seed 1]
//     [--out FILE.json] FILE.warc.gz…
//
// --rate: requests a second of all clients together; if absent, a third of what they get when each asks without a pause.
// --write-rate: documents that are replaced a second at most; if absent, as many as can be.
import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atMost, brief, quantile, reportGoals } from '../harness/figures.ts';
import { readResidentMiB } from '../harness/memory.ts';
import { integer, readOptions, refuse } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { type ChangingServer, replaceAll, whileServed } from './changing-server.ts';
import { importFirst, readCorpus } from './corpus.ts';
import { diskUse, settled } from './disk.ts';
import { Rounds } from './judge.ts';
import { MAX_ROUNDS } from './marks.ts';
import { type Answered, type Client, searchingClient, walkingClient } from './questions.ts';

const options = readOptions({
  rounds: integer(5),
  clients: integer(16),
  pages: integer(Infinity),
  seconds: integer(60),
  rate: integer(null),
  'write-rate': integer(Infinity),
  seed: integer(1),
});
if (options.rounds > MAX_ROUNDS) refuse(`--rounds: marks tell ${MAX_ROUNDS} at most`);

/** Share of the clients that walk by token; the others search. */
const WALKING = 0.25;
const SATURATION_SECONDS = 10;
const WARM_UP_SECONDS = 5;
/** Requests that clients get without a pause, for each that they make otherwise. */
const WITHOUT_PAUSE = 3;
const MAX_DISK = 1.3;
const MAX_P99 = 3;
const NAMED_FAULTS = 20;

type Timed = Pick<Answered, 'kind' | 'ms'>;

const folder = temporaryFolder('change');
const [captures, changedDir, freshDir] = ['captures', 'changed', 'fresh'].map((name) =>
  join(folder, name),
) as [string, string, string];
for (const made of [captures, changedDir, freshDir]) mkdirSync(made);
progress('import the captures');
await importFirst(options.files, options.pages, captures);
progress('look for the terms in a plain scan');
const corpus = await readCorpus(captures, String(options.seed));
const rounds = new Rounds(corpus.domains.length);
const faults: string[] = [];
const phases: Record<string, readonly Timed[]> = {};
const changed = await whileServed(changedDir, captures, measure);
const changedDisk = diskUse(changedDir);
progress('put the last documents into a fresh folder');
await whileServed(freshDir, captures, async (server) => {
  await replaceAll(server, corpus, new Rounds(corpus.domains.length), options.rounds);
  await settled(freshDir);
});
const freshDisk = diskUse(freshDir);

const { domains, bytes, terms } = corpus;
console.log(`${domains.length} domains, ${(bytes / 1e6).toFixed(0)} MB of source, ${terms.length} terms`);
const latencies = Object.fromEntries(
  Object.entries(phases).map(([phase, times]) => [phase, latencyOf(times)]),
);
console.log('milliseconds');
console.table(latencies);
console.log(changed);
console.log('megabytes on the disk');
console.table({ changed: changedDisk, fresh: freshDisk });
for (const fault of faults.slice(0, NAMED_FAULTS)) console.log(`wrong: ${fault}`);
const quiet = latencyOf([...(phases['quiet, before'] ?? []), ...(phases['quiet, after'] ?? [])]);
const goals = [
  atMost('wrong answers', faults.length, 0),
  atMost('disk, times a fresh folder', changedDisk.all / freshDisk.all, MAX_DISK),
  atMost('p99 while all is replaced, times quiet', (latencies['replaced']?.p99 ?? 0) / quiet.p99, MAX_P99),
];
reportGoals(goals);
const disk = { changed: changedDisk, fresh: freshDisk };
await writeRecord(options, { domains: domains.length, bytes, latencies, quiet, changed, disk, goals });
process.exitCode = faults.length === 0 ? 0 : 1;

/** The phases, one after the other: filled, quiet, changed, quiet again. */
async function measure(server: ChangingServer): Promise<object> {
  progress('put all documents');
  const fillSeconds = await replaceAll(server, corpus, rounds, 0);
  await settled(changedDir);
  progress('search without a pause');
  await load(server, 'warm-up', null, after(WARM_UP_SECONDS));
  await load(server, 'without a pause, quiet', null, after(SATURATION_SECONDS));
  const rate =
    options.rate ?? (phases['without a pause, quiet'] ?? []).length / SATURATION_SECONDS / WITHOUT_PAUSE;
  progress(`search ${rate.toFixed(0)} times a second, nothing written`);
  await load(server, 'quiet, before', rate, after(options.seconds));
  const seconds: number[] = [];
  let isWritten = false;
  const write = async (): Promise<void> => {
    for (let round = 1; round <= options.rounds; round++) {
      progress(`round ${round}`);
      seconds.push(await replaceAll(server, corpus, rounds, round, options['write-rate']));
    }
  };
  const writing = write().finally(() => (isWritten = true));
  await load(server, 'replaced', rate, () => isWritten);
  await writing;
  const load1 = loadavg()[0] ?? 0;
  progress('wait until merges end');
  await settled(changedDir);
  progress('search again, nothing written');
  await load(server, 'quiet, after', rate, after(options.seconds));
  delete phases['warm-up'];
  const megabytes = corpus.bytes / 1e6;
  return {
    requestsPerSecond: brief(rate),
    fillMBps: brief(megabytes / fillSeconds),
    roundSeconds: seconds.map(brief),
    replacedMBps: brief((megabytes * options.rounds) / seconds.reduce((sum, one) => sum + one, 0)),
    serverResidentMiB: Math.round(await readResidentMiB(server.pid)),
    load: load1,
  };
}

/** Clients ask until it is over, the same questions in each phase. @param rate null: each asks as soon as it has its answer */
async function load(
  { search }: ChangingServer,
  phase: string,
  rate: number | null,
  isOver: () => boolean,
): Promise<void> {
  const clients = Array.from({ length: options.clients }, (_, number): Client => {
    const own = { search, corpus, rounds, lastRound: options.rounds, seed: options.seed * 1_000 + number };
    return number < options.clients * WALKING ? walkingClient(own) : searchingClient(own);
  });
  const times: Timed[] = [];
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (ask, number) => {
      for (let n = 0; !isOver(); n++) {
        const due = rate === null ? 0 : startedAt + (1000 * (n * clients.length + number)) / rate;
        const early = due - performance.now();
        if (early > 0) await delay(early);
        const { kind, ms, fault } = await ask();
        times.push({ kind, ms });
        if (fault !== null) faults.push(`${kind}: ${fault}`);
      }
    }),
  );
  phases[phase] = times;
}

function latencyOf(
  times: readonly Timed[],
): Readonly<Record<'requests' | 'p50' | 'p95' | 'p99' | 'max', number>> {
  const at = (share: number): number =>
    brief(
      quantile(
        times.map(({ ms }) => ms),
        share,
      ),
    );
  return { requests: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

function after(seconds: number): () => boolean {
  const end = performance.now() + 1000 * seconds;
  return () => performance.now() >= end;
}

function progress(line: string): void {
  console.error(line);
}
