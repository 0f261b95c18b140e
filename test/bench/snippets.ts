// What snippets cost: the time of answers of 10 and of 100 items with and without them, in turns, and the processor time
// of the serving process. Each answer has other items, as those of a walk by token have, until the walk begins anew.
//
//   node test/bench/snippets.ts [--storage sqlite,elasticsearch] [--rounds 60] [--terms jquery,…] FILE.warc.gz…
//   node test/bench/snippets.ts --data-dir DIR
import { parseArgs } from 'node:util';
import { numberOf, refuse } from './arguments.ts';
import { existingFolder, isStorageKind, openPlace, type Place } from './place.ts';
import { readProcessorMs } from './crawl/processor-time.ts';
import { runCommand, startServer, type RunningServer } from './server-process.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    storage: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '60' },
    terms: { type: 'string', default: 'jquery' },
    'data-dir': { type: 'string' },
  },
});
const kinds = values.storage.split(',').filter(isStorageKind);
const rounds = numberOf('rounds', values.rounds);
const existing = values['data-dir'];
if (kinds.length === 0) refuse('--storage takes sqlite, elasticsearch or both, with a comma');
if (files.length === 0 && existing === undefined) refuse('Give captures to import, or --data-dir.');

for (const kind of existing === undefined ? kinds : ['sqlite' as const]) {
  const place = existing === undefined ? await openPlace(kind) : existingFolder(existing);
  try {
    if (existing === undefined)
      await runCommand(['import', ...files], place.settings.SITEGREP_DATA_DIR, place.settings);
    await measure(place);
  } finally {
    await place.remove();
  }
}

async function measure({ kind, settings }: Place): Promise<void> {
  const server = await startServer(settings.SITEGREP_DATA_DIR, settings);
  try {
    for (const limit of [10, 100]) {
      const walks = [false, true].map((snippets) => walkOf(server, limit, snippets));
      for (const walk of walks) await walk();
      const times: [number[], number[]] = [[], []];
      const used = [0, 0];
      for (let round = 0; round < rounds; round++) {
        for (const [at, walk] of walks.entries()) {
          const usedBefore = readProcessorMs(server.pid);
          const startedAt = performance.now();
          await walk();
          times[at]?.push(performance.now() - startedAt);
          used[at] = (used[at] ?? 0) + readProcessorMs(server.pid) - usedBefore;
        }
      }
      const [plain, shown] = times.map((all, at) => {
        const median = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
        return `${median.toFixed(1)} ms, processor ${((used[at] ?? 0) / rounds).toFixed(1)} ms`;
      });
      console.log(`${kind}, ${values.terms}, ${limit} items: without ${plain}; with snippets ${shown}`);
    }
  } finally {
    await server.stop();
  }
}

/** Asks for the next page of a walk, and begins anew behind the last one. */
function walkOf(server: RunningServer, limit: number, snippets: boolean): () => Promise<void> {
  let token = '';
  return async () => {
    const { offset_token } = await server.search({
      search_terms: values.terms.split(','),
      limit,
      snippets,
      ...(token === '' ? {} : { offset_token: token }),
    });
    token = offset_token;
  };
}
