// Records of many sites, in a folder of SQLite and on one node of Elasticsearch: writes crawls until there are as many
// sites as asked for or the time is over, then times counts, lists and feeding among them, and the removal of crawls.
// Exits with 1 if a count is wrong.
//
//   npm run bench:records -- [--sites 10000000] [--crawls 10] [--seconds 240] [--storage sqlite,elasticsearch] [--out FILE.json]
import { measuredElasticsearch } from '../../../infra/dev/elasticsearch.ts';
import { openTemporaryIndex } from '../../support/temporary-index.ts';
import { rounded } from '../harness/figures.ts';
import { integer, readOptions, someOf } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { type Figures, runRecords } from './run.ts';

const options = readOptions(
  {
    sites: integer(10_000_000, 1_000),
    crawls: integer(10, 2),
    seconds: integer(240),
    storage: someOf(['sqlite', 'elasticsearch']),
  },
  'no files',
);

const found: Record<string, Figures> = {};
for (const kind of options.storage) {
  await using closers = new AsyncDisposableStack();
  const index = await openTemporaryIndex(kind, measuredElasticsearch);
  closers.defer(() => index.remove());
  const storage = await index.openStorage();
  closers.defer(() => storage.close());
  found[kind] = await runRecords(storage.crawls, options, (line) => console.error(`${kind}: ${line}`));
}
for (const [kind, { times, problems, ...counts }] of Object.entries(found)) {
  console.log(kind);
  console.table(counts);
  console.table(
    times.map(({ name, medianMs, maxMs }) => ({ name, median: rounded(medianMs), max: rounded(maxMs) })),
  );
  for (const problem of problems) console.log(`WRONG: ${kind}: ${problem}`);
}
await writeRecord(options, { found });
process.exitCode = Object.values(found).every(({ problems }) => problems.length === 0) ? 0 : 1;
