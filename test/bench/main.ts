// The whole way of the data on captured pages: WARC → analysis → index, then searches over HTTP from many clients.
// Prints a table and, with --out, writes the figures as JSON.
//
//   npm run bench -- [--clients 16] [--requests 2000] [--out FILE.json] FILE.warc.gz…
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureImport, type ImportFigures } from './import-figures.ts';
import { measureSearch, type SearchFigures } from './search-figures.ts';
import { startServer } from './server-process.ts';
import { readResidentMiB } from './resident.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: 'string', default: '16' },
    requests: { type: 'string', default: '2000' },
    out: { type: 'string' },
  },
});
if (files.length === 0) {
  console.error('Name one or more WARC files: npm run bench -- FILE.warc.gz…');
  process.exit(2);
}

/** What people look for: rare and common, short and long, with and without punctuation. */
const TERMS = [
  'jquery',
  'google-analytics.com',
  'gtm.js?id=GTM-',
  'wp-content/plugins',
  '<meta name="generator" content="WordPress',
  'cdn.shopify.com',
  'zzqqxx',
  'class="',
  '<div',
  '="',
];

const dataDir = await mkdtemp(join(tmpdir(), 'sitegrep-bench-'));
try {
  const imported = await measureImport(files, dataDir);
  const server = await startServer(dataDir);
  let searched: readonly SearchFigures[];
  let resident: number;
  try {
    searched = await measureSearch(server, TERMS, Number(values.clients), Number(values.requests));
    resident = await readResidentMiB(server.pid);
  } finally {
    await server.stop();
  }
  await report(imported, searched, resident);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function report(
  imported: ImportFigures,
  searched: readonly SearchFigures[],
  serverResidentMiB: number,
): Promise<void> {
  console.log(
    `\n${files.map((file) => basename(file)).join(', ')}: ${imported.pages} pages, ${imported.domains} domains`,
  );
  console.table({
    'pages/s': round(imported.pagesPerSecond),
    'MB/s of source': round(imported.megabytesPerSecond),
    'index × source': round(imported.indexRatio),
    'stored sources × source': round(imported.compressedRatio),
    'import, peak resident MiB': round(imported.peakResidentMiB),
    'server, resident MiB': round(serverResidentMiB),
  });
  console.log(`search over HTTP, ${values.clients} clients, limit 10, milliseconds`);
  console.table(
    searched.map(({ term, total, p50, p99, perSecond }) => ({
      term,
      domains: total,
      p50: round(p50),
      p99: round(p99),
      'requests/s': round(perSecond),
    })),
  );
  if (values.out === undefined) return;
  const record = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: {
      cores: cpus().length,
      model: cpus()[0]?.model ?? 'unknown',
      memoryGiB: Math.round(totalmem() / 2 ** 30),
    },
    corpus: await Promise.all(
      files.map(async (file) => ({ file: basename(file), bytes: (await stat(file)).size })),
    ),
    clients: Number(values.clients),
    imported,
    serverResidentMiB,
    searched,
  };
  await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
