// What the API costs a search that its index answers at once, beside Fastify's hello world: the real command on captured
// pages, asked for a term again and again, whose matches it therefore knows; one that no page has, and one that most have,
// with ten of them in the answer. They alternate, and the clients are in a process of their own.
//
//   npm run bench:api -- [--seconds 5] [--clients 16] [--rounds 5] [--out FILE.json] FILE.warc.gz…
import { fork } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { numberOf, refuse } from '../arguments.ts';
import { readProcessorMs } from '../crawl/processor-time.ts';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { runRecord } from '../run-record.ts';
import { runCommand, startServer, type RunningServer } from '../../support/server-process.ts';
import type { LoadFigures } from './load.ts';
import { postRequest, runLoad, told } from './run-load.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    out: { type: 'string' },
  },
});
if (files.length === 0) refuse('name at least one WARC file');
const [seconds, clients, rounds] = [
  numberOf('seconds', values.seconds),
  numberOf('clients', values.clients),
  numberOf('rounds', values.rounds),
];

/** A server, and what it is answered. */
interface Answered {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  readonly request: string;
}

interface Figures extends LoadFigures {
  readonly name: string;
  /** Milliseconds a request of the server's process, all threads. */
  readonly processor: number;
}

const temporary = await openTemporaryIndex('sqlite');
try {
  // Hello world writes no line of log for each request either.
  const settings = { ...temporary.settings, SITEGREP_LOG_LEVEL: 'warn' };
  await runCommand(['import', ...files], temporary.settings.SITEGREP_DATA_DIR, settings);
  const server = await startServer(temporary.settings.SITEGREP_DATA_DIR, settings);
  const hello = fork(new URL('./hello-server.ts', import.meta.url));
  try {
    const [url] = (await told(hello, 'hello world')) as [string];
    const answered: readonly Answered[] = [
      { name: 'hello world', pid: hello.pid ?? 0, url, request: postRequest('/', url, {}) },
      search(server, 'none', 'zzqqxx'),
      search(server, 'ten', 'class="'),
    ];
    await report(await measureAll(answered));
  } finally {
    hello.kill();
    await server.stop();
  }
} finally {
  await temporary.remove();
}

function search(server: RunningServer, answer: 'none' | 'ten', term: string): Answered {
  const headers = { 'x-api-key': server.key };
  const request = postRequest('/html-source-code-search', server.url, { search_terms: [term] }, headers);
  return { name: `search, ${answer} in the answer`, pid: server.pid, url: server.url, request };
}

/** The first round compiles, and does not count. */
async function measureAll(answered: readonly Answered[]): Promise<readonly Figures[]> {
  const figures: Figures[] = [];
  for (let round = 0; round <= rounds; round++) {
    for (const one of answered) {
      const measured = await measure(one);
      if (round > 0) figures.push(measured);
    }
  }
  return figures;
}

async function measure({ name, pid, url, request }: Answered): Promise<Figures> {
  const before = readProcessorMs(pid);
  const figures = await runLoad({ url, requests: [request], clients, seconds });
  const used = readProcessorMs(pid) - before;
  return { ...figures, name, processor: used / (figures.perSecond * seconds) };
}

async function report(figures: readonly Figures[]): Promise<void> {
  const names = [...new Set(figures.map(({ name }) => name))];
  const median = (name: string, field: Exclude<keyof Figures, 'name'>): number => {
    const sorted = figures.flatMap((one) => (one.name === name ? [one[field]] : [])).sort((a, b) => a - b);
    return sorted[sorted.length >>> 1] ?? 0;
  };
  const [hello = ''] = names;
  const summary = names.map((name) => ({
    server: name,
    'requests/s': Math.round(median(name, 'perSecond')),
    'times hello world': Number((median(name, 'perSecond') / median(hello, 'perSecond')).toFixed(3)),
    'p50 ms': Number(median(name, 'p50').toFixed(2)),
    'p99 ms': Number(median(name, 'p99').toFixed(2)),
    'processor ms a request': Number(median(name, 'processor').toFixed(3)),
    'bytes an answer': median(name, 'bytes'),
  }));
  console.table(summary);
  if (values.out === undefined) return;
  const record = { ...(await runRecord(files)), clients, seconds, rounds, summary, figures };
  await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
}
