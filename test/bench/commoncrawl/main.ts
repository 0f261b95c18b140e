// Imports three made crawls from a server in this process into the command, by ranges: pages an hour by the clock, and the memory of
// the importing process as the pages come.
//
//   npm run bench:commoncrawl -- [--sites 4900] [--out FILE.json]
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SitegrepClient } from '@sitegrep/client';
import { madeArchive } from '../../../packages/commoncrawl/test/made-crawl.ts';
import { serveCrawls } from '../../common-crawl/server.ts';
import { CRAWL_IDS, crawledSite, threeCrawls } from '../../common-crawl/three-crawls.ts';
import { startServer } from '../../support/server-process.ts';
import { readMemory } from '../harness/memory.ts';
import { integer, readOptions } from '../harness/options.ts';
import { printRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

/** Pages of each site in each crawl. */
const PAGES = 7;
/** Time between two looks at the memory, in milliseconds. */
const LOOK_MS = 2_000;
/** Parts of the run of which the highest memory is told apart. */
const PARTS = 5;

const options = readOptions({ sites: integer(4_900) }, 'no files');
const crawls = threeCrawls({ sites: options.sites, pages: PAGES });
const total = crawls.reduce((sum, { records }) => sum + records.length, 0);
const archive = await serveCrawls(madeArchive(crawls).files);
const server = await startServer(join(temporaryFolder('commoncrawl'), 'data'), {
  SITEGREP_LOG_LEVEL: 'warn',
  SITEGREP_COMMONCRAWL_URL: archive.url,
  SITEGREP_ALLOWED_ADDRESSES: '127.0.0.1/32',
  SITEGREP_CONTACT: 'https://contact.example/',
});
try {
  const { commonCrawl } = new SitegrepClient({ baseUrl: server.url, key: server.key }).admin;
  await commonCrawl.start({
    crawls: CRAWL_IDS,
    hosts: Array.from({ length: options.sites }, (_, site) => crawledSite(site)),
  });
  const highest = Array.from({ length: PARTS }, () => 0);
  let readingSince: number | null = null;
  for (;;) {
    const { run } = await commonCrawl.last();
    if (run === null) throw new Error('there is no import');
    if (run.records > 0) readingSince ??= performance.now();
    const part = Math.min(PARTS - 1, Math.floor((PARTS * run.records) / total));
    highest[part] = Math.max(highest[part] ?? 0, Math.round(readMemory(server.pid).residentMiB));
    if (run.state === 'failed' || run.state === 'stopped') throw new Error(run.reason ?? run.state);
    if (run.state !== 'finished') {
      await delay(LOOK_MS);
      continue;
    }
    const hours = (performance.now() - (readingSince ?? Infinity)) / 3_600_000;
    await printRecord(options, {
      records: run.records,
      outcomes: run.outcomes,
      requests: run.sent.requests,
      bytes: run.sent.bytes,
      pages_an_hour: Math.round(run.records / hours),
      highest_resident_mib_by_fifths: highest,
    });
    break;
  }
} finally {
  await server.stop();
  await archive.close();
}
