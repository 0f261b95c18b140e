// What the API costs a search that its index answers at once, beside Fastify's hello world: the real command on captured
// pages, asked for a term again and again, whose matches it therefore knows; one that no page has, and one that most have,
// with ten of them in the answer. They alternate, and the clients are in a process of their own.
//
//   npm run bench:api -- [--seconds 5] [--clients 16] [--rounds 5] [--out FILE.json] FILE.warc.gz…
import { type RunningServer, runCommand, startServer } from '../../support/server-process.ts';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { startChild } from '../harness/child.ts';
import { inRounds, median, rounded } from '../harness/figures.ts';
import { integer, readOptions } from '../harness/options.ts';
import { readProcessorMs } from '../harness/processor-time.ts';
import { writeRecord } from '../harness/record.ts';
import type { LoadFigures } from './load.ts';
import { postRequest, runLoad } from './run-load.ts';

const options = readOptions({ seconds: integer(5), clients: integer(16), rounds: integer(5) });
const { seconds, clients, rounds } = options;

/** A server, and what it is answered. */
interface Answered {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  readonly request: string;
}

interface Figures extends LoadFigures {
  /** Milliseconds a request of the server's process, all threads. */
  readonly processor: number;
}

await using closers = new AsyncDisposableStack();
const temporary = await openTemporaryIndex('sqlite');
closers.defer(() => temporary.remove());
// Hello world writes no line of log for each request either.
const settings = { ...temporary.settings, SITEGREP_LOG_LEVEL: 'warn' };
await runCommand(['import', ...options.files], temporary.settings.SITEGREP_DATA_DIR, settings);
const server = await startServer(temporary.settings.SITEGREP_DATA_DIR, settings);
closers.defer(() => server.stop());
const hello = closers.use(startChild(new URL('./hello-server.ts', import.meta.url)));
const url = String(await hello.told());
const answered: readonly Answered[] = [
  { name: 'hello world', pid: hello.pid, url, request: postRequest('/', url, {}) },
  search(server, 'none', 'zzqqxx'),
  search(server, 'ten', 'class="'),
];
const figures = await inRounds(rounds, answered, measure);
const [hellos = []] = figures;
const summary = answered.map(({ name }, at) => {
  const medianOf = (field: keyof Figures, of: readonly Figures[] = figures[at] ?? []): number =>
    median(of.map((one) => one[field]));
  return {
    server: name,
    'requests/s': Math.round(medianOf('perSecond')),
    'times hello world': rounded(medianOf('perSecond') / medianOf('perSecond', hellos), 1_000),
    'p50 ms': rounded(medianOf('p50')),
    'p99 ms': rounded(medianOf('p99')),
    'processor ms a request': rounded(medianOf('processor'), 1_000),
    'bytes an answer': medianOf('bytes'),
  };
});
console.table(summary);
await writeRecord(options, { clients, seconds, rounds, summary, figures });

function search(server: RunningServer, answer: 'none' | 'ten', term: string): Answered {
  const headers = { 'x-api-key': server.key };
  const request = postRequest('/html-source-code-search', server.url, { search_terms: [term] }, headers);
  return { name: `search, ${answer} in the answer`, pid: server.pid, url: server.url, request };
}

async function measure({ pid, url, request }: Answered): Promise<Figures> {
  const before = readProcessorMs(pid);
  const figures = await runLoad({ url, requests: [request], clients, seconds });
  const used = readProcessorMs(pid) - before;
  return { ...figures, processor: used / (figures.perSecond * seconds) };
}
