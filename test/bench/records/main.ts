// Records of many sites, in a folder of SQLite and on one node of Elasticsearch: writes crawls until there are as many
// sites as asked for or the time is over, then times counts, lists and feeding among them, and the removal of crawls.
// Exits with 1 if a count is wrong.
//
//   npm run bench:records -- [--sites 10000000] [--crawls 10] [--seconds 240] [--storage sqlite,elasticsearch] [--out FILE.json]
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measuredElasticsearch } from '../../../infra/dev/elasticsearch.ts';
import { isStorageKind, openTemporaryIndex } from '../../support/temporary-index.ts';
import { numberOf, refuse } from '../arguments.ts';
import { runRecord } from '../run-record.ts';
import { type Figures, runRecords } from './run.ts';

const { values } = parseArgs({
  options: {
    sites: { type: 'string', default: '10000000' },
    crawls: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '240' },
    storage: { type: 'string', default: 'sqlite,elasticsearch' },
    out: { type: 'string' },
  },
});
const limits = {
  sites: numberOf('sites', values.sites, 1_000),
  crawls: numberOf('crawls', values.crawls, 2),
  seconds: numberOf('seconds', values.seconds),
};
const kinds = values.storage
  .split(',')
  .map((kind) =>
    isStorageKind(kind) ? kind : refuse(`--storage takes sqlite and elasticsearch, not ${kind}`),
  );

const found: Record<string, Figures> = {};
for (const kind of kinds) {
  const index = await openTemporaryIndex(kind, measuredElasticsearch);
  try {
    const storage = await index.openStorage();
    try {
      found[kind] = await runRecords(storage.crawls, limits, (line) => console.error(`${kind}: ${line}`));
    } finally {
      await storage.close();
    }
  } finally {
    await index.remove();
  }
}

for (const [kind, { sites, crawls, sitesWrittenASecond, times, problems, ...rest }] of Object.entries(
  found,
)) {
  console.log(
    `${kind}: ${sites} sites in ${crawls} crawls, ${sitesWrittenASecond.toFixed(0)} written a second`,
  );
  for (const { name, medianMs, maxMs } of times) {
    console.log(
      `  ${name.padEnd(48)} ${medianMs.toFixed(1).padStart(9)} ms ${maxMs.toFixed(1).padStart(9)} ms`,
    );
  }
  const { cancelledASecond, removedASecond, removedCrawls, removedSites } = rest;
  console.log(`  sites cancelled a second  ${cancelledASecond.toFixed(0)}`);
  console.log(
    `  sites removed a second    ${removedASecond.toFixed(0)} (${removedSites} of ${removedCrawls} crawls)`,
  );
  for (const problem of problems) console.log(`WRONG: ${kind}: ${problem}`);
}
if (values.out !== undefined) {
  await writeFile(values.out, `${JSON.stringify({ ...(await runRecord([])), found }, null, 2)}\n`);
}
process.exitCode = Object.values(found).every(({ problems }) => problems.length === 0) ? 0 : 1;
