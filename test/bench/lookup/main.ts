// How many domains a server looks up: the real command on captured pages, asked for ten thousand of its domains at a time over
// HTTP, as fast as this process reads the answers. Each round asks for other domains in another order.
//
//   npm run bench:lookup -- [--rounds 10] [--entries 10000] [--out FILE.json] FILE.warc.gz…
import { type RunningServer, runCommand, startServer } from '../../support/server-process.ts';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { median, rounded } from '../harness/figures.ts';
import { readMemory } from '../harness/memory.ts';
import { integer, readOptions } from '../harness/options.ts';
import { readProcessorMs } from '../harness/processor-time.ts';
import { writeRecord } from '../harness/record.ts';

const options = readOptions({ rounds: integer(10), entries: integer(10_000) });
const { rounds, entries, files } = options;

/** A lookup as its client sees it, and what it took of the server. */
interface Figures {
  readonly perSecond: number;
  readonly bytes: number;
  /** Milliseconds a domain of the server's process, all threads. */
  readonly processor: number;
  /** Memory of the server after it. */
  readonly residentMiB: number;
  readonly peakMiB: number;
}

await using closers = new AsyncDisposableStack();
const temporary = await openTemporaryIndex('sqlite');
closers.defer(() => temporary.remove());
const { settings } = temporary;
await runCommand(['import', ...files], settings.SITEGREP_DATA_DIR, settings);
const server = await startServer(settings.SITEGREP_DATA_DIR, settings);
closers.defer(() => server.stop());
const known = await domainsOf(server);
const figures: Figures[] = [];
// The first round compiles, and does not count.
for (let round = 0; round <= rounds; round++) figures.push(await lookUp(server, listOf(known, round)));
const medianOf = (field: keyof Figures): number => median(figures.slice(1).map((one) => one[field]));
const summary = {
  'domains in the index': known.length,
  'entries a lookup': entries,
  'domains/s': Math.round(medianOf('perSecond')),
  'processor ms a domain': rounded(medianOf('processor'), 1_000),
  'bytes a domain': Math.round(medianOf('bytes') / entries),
  'resident MiB after the first lookup': Math.round(figures[0]?.residentMiB ?? 0),
  'resident MiB after the last': Math.round(figures.at(-1)?.residentMiB ?? 0),
  'peak MiB': Math.round(figures.at(-1)?.peakMiB ?? 0),
};
console.table(summary);
await writeRecord(options, { rounds, summary, figures });

async function domainsOf({ url, key }: RunningServer): Promise<readonly string[]> {
  const response = await fetch(`${url}/search/export`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', columns: ['domain'] }),
  });
  const lines = (await response.text()).split('\r\n').slice(1, -1);
  return lines.map((line) => line.slice(1, -1));
}

/** A list of known domains, which are not neighbours in the index. */
function listOf(known: readonly string[], round: number): readonly string[] {
  return Array.from({ length: entries }, (_, at) => known[(at * 7_919 + round) % known.length] ?? '');
}

async function lookUp({ url, key, pid }: RunningServer, domains: readonly string[]): Promise<Figures> {
  const processorBefore = readProcessorMs(pid);
  const startedAt = performance.now();
  const response = await fetch(`${url}/domains/lookup`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'text/plain' },
    body: domains.join('\n'),
  });
  let [bytes, lines] = [0, 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  if (response.status !== 200 || lines !== domains.length)
    throw new Error(`${response.status} with ${lines} lines for ${domains.length} domains`);
  return {
    perSecond: domains.length / seconds,
    bytes,
    processor: (readProcessorMs(pid) - processorBefore) / domains.length,
    ...readMemory(pid),
  };
}
