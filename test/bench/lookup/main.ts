// How many domains a server looks up: the real command on captured pages, asked for ten thousand of its domains at a time over
// HTTP, as fast as this process reads the answers. Each round asks for other domains in another order.
//
//   npm run bench:lookup -- [--rounds 10] [--entries 10000] [--out FILE.json] FILE.warc.gz…
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { numberOf, refuse } from '../arguments.ts';
import { readProcessorMs } from '../crawl/processor-time.ts';
import { readMemory } from '../resident.ts';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { runRecord } from '../run-record.ts';
import { runCommand, startServer, type RunningServer } from '../../support/server-process.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    entries: { type: 'string', default: '10000' },
    out: { type: 'string' },
  },
});
if (files.length === 0) refuse('name at least one WARC file');
const [rounds, entries] = [numberOf('rounds', values.rounds), numberOf('entries', values.entries)];

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

const temporary = await openTemporaryIndex('sqlite');
try {
  const { settings } = temporary;
  await runCommand(['import', ...files], settings.SITEGREP_DATA_DIR, settings);
  const server = await startServer(settings.SITEGREP_DATA_DIR, settings);
  try {
    const known = await domainsOf(server);
    const figures: Figures[] = [];
    // The first round compiles, and does not count.
    for (let round = 0; round <= rounds; round++) figures.push(await lookUp(server, listOf(known, round)));
    await report(known.length, figures);
  } finally {
    await server.stop();
  }
} finally {
  await temporary.remove();
}

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

async function report(known: number, all: readonly Figures[]): Promise<void> {
  const [first, ...counted] = all;
  const median = (field: keyof Figures): number => {
    const sorted = counted.map((one) => one[field]).sort((a, b) => a - b);
    return sorted[sorted.length >>> 1] ?? 0;
  };
  const summary = {
    'domains in the index': known,
    'entries a lookup': entries,
    'domains/s': Math.round(median('perSecond')),
    'processor ms a domain': Number(median('processor').toFixed(3)),
    'bytes a domain': Math.round(median('bytes') / entries),
    'resident MiB after the first lookup': Math.round(first?.residentMiB ?? 0),
    'resident MiB after the last': Math.round(all.at(-1)?.residentMiB ?? 0),
    'peak MiB': Math.round(all.at(-1)?.peakMiB ?? 0),
  };
  console.table(summary);
  if (values.out === undefined) return;
  const record = { ...(await runRecord(files)), rounds, summary, figures: all };
  await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
}
