// Where sources of pages may lie: in a column of SQLite, in a stored field of Elasticsearch, or in packs, large files with the sources
// of many pages one after the other, in a folder or in a store that is asked over HTTP. Puts copies of captured pages, reads single
// ones and 200 at a time, replaces a share of them day by day, backs up and takes sites down. Prints what each takes.
//
//   npm run bench:packs -- [--pages 50000] [--stores columns,folder,objects,sources,locations] [--days 5] [--permille 10]
//     [--pack-mb 32] [--latency 20] [--bandwidth 90] [--out FILE.json] FILE.warc.gz…
//
// --permille: pages of a thousand that are replaced on each day. --latency, --bandwidth: of the modelled store of objects, in
// milliseconds of a request and megabytes a second of a connection. `sources` and `locations` are documents of Elasticsearch
// with the sources of their pages, and with locations in packs: TEST_ELASTICSEARCH names it, or it is started.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { measuredElasticsearch } from '../../../infra/dev/elasticsearch.ts';
import { ensureRunning } from '../../../infra/dev/lifecycle.ts';
import { rounded } from '../harness/figures.ts';
import { integer, readOptions, someOf } from '../harness/options.ts';
import { writeRecord } from '../harness/record.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { openColumns } from './columns.ts';
import { openCluster, processOf } from './elasticsearch.ts';
import { type Measured, measure, siteOf } from './measure.ts';
import { startObjectServer } from './object-server.ts';
import { folderStore, httpStore, type Traffic } from './objects.ts';
import { Packs } from './packs.ts';
import { MadeSites } from './pages.ts';

const options = readOptions({
  pages: integer(50_000),
  stores: someOf(['columns', 'folder', 'objects', 'sources', 'locations']),
  days: integer(5),
  permille: integer(10),
  'pack-mb': integer(32),
  latency: integer(20, 0),
  bandwidth: integer(90),
});
type StoreName = (typeof options.stores)[number];
type Figures = Measured & { readonly traffic?: Traffic };

const { days, permille, latency, bandwidth } = options;
const sites = await MadeSites.read(options.files, options.pages);
const starts = Array.from(sites.all(), ({ pages: [first] }) => first?.id ?? 0);
const packBytes = options['pack-mb'] << 20;
const root = temporaryFolder('packs');
const results: Record<string, Figures> = {};
for (const name of options.stores) {
  const figures = await measureStore(name);
  results[name] = figures;
  console.error(`${name}: ${JSON.stringify(figures)}`);
}
const ratios = sites.ratios();
console.log(
  `${sites.pages} pages of ${sites.sites} sites; a page: ${rounded(ratios.source / 1e3)} KB of source, ` +
    `${rounded(ratios.alone / 1e3)} KB compressed alone, ${rounded(ratios.together / 1e3)} KB with its site; ` +
    `further pages of a site: ${rounded(ratios.furtherAlone / 1e3)} KB alone, ${rounded(ratios.furtherWithFirst / 1e3)} KB with the first as dictionary`,
);
console.table(Object.fromEntries(Object.entries(results).map(([name, figures]) => [name, rowOf(figures)])));
for (const [name, { traffic }] of Object.entries(results))
  if (traffic !== undefined) console.log(name, traffic);
await writeRecord(options, {
  sites: sites.sites,
  ratios,
  packBytes,
  days,
  permille,
  latency,
  bandwidth,
  results,
});

async function measureStore(name: StoreName): Promise<Figures> {
  const folder = join(root, name);
  mkdirSync(folder);
  await using closers = new AsyncDisposableStack();
  closers.defer(() => rmSync(folder, { recursive: true, force: true }));
  const processes = [process.pid];
  const common = {
    sites,
    processes,
    days,
    dailyShare: permille / 1e3,
    isReadable: name !== 'locations',
    progress: (line: string) => console.error(`${name}: ${line}`),
  };
  if (name === 'columns') return await measure({ ...common, store: closers.use(openColumns(folder)) });
  if (name === 'folder' || name === 'objects') {
    const objects = name === 'folder' ? folderStore(folder) : await openObjects(folder, closers);
    const store = closers.use(new Packs({ folder, objects, packBytes }));
    return { ...(await measure({ ...common, store })), traffic: objects.traffic };
  }
  const { endpoint: node } = await ensureRunning(measuredElasticsearch, null);
  processes.push(await processOf(node));
  const cluster = await openCluster({ node, siteOf: (page) => siteOf(starts, page), stored: name });
  return await measure({ ...common, store: closers.use(cluster) });
}

async function openObjects(
  folder: string,
  closers: AsyncDisposableStack,
): Promise<ReturnType<typeof httpStore>> {
  const bucket = join(folder, 'bucket');
  mkdirSync(bucket);
  const server = closers.use(await startObjectServer({ folder: bucket, latencyMs: latency, bandwidth }));
  const objects = httpStore(server.url);
  closers.defer(() => objects.close());
  return objects;
}

function rowOf({
  pages,
  put,
  replacing,
  firstBackup,
  backupAfterADay,
  takedown,
  ...figures
}: Figures): object {
  return {
    'put, processor ms a page': rounded((put.processorSeconds * 1e3) / pages),
    'put, ms a page': rounded((put.seconds * 1e3) / pages),
    'put, KB written a page': rounded((put.writtenMB * 1e3) / pages),
    'stored KB a page': rounded((figures.storedMB * 1e3) / pages),
    'read p50': figures.readWarm?.p50,
    'read p95': figures.readWarm?.p95,
    'cold p50': figures.readCold?.p50,
    'cold p95': figures.readCold?.p95,
    '200 pages p50': figures.readCandidates?.p50,
    'replaced, processor ms a page': rounded((replacing.processorSeconds * 1e3) / replacing.pages),
    'replaced, written × their bytes': rounded(replacing.writtenMB / replacing.sourceMB),
    'stored after the days, KB a page': rounded((figures.storedAfterMB * 1e3) / pages),
    'first backup, MB': firstBackup.copiedMB,
    'backup after a day, MB': backupAfterADay.copiedMB,
    'the least of it, MB': backupAfterADay.leastMB,
    'takedown, MB written': takedown.writtenMB,
    'takedown, s': takedown.seconds,
  };
}
