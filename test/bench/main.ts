// The whole way of the data on captured pages: WARC → analysis → index, then searches over HTTP from many clients; the
// same over each storage named, and at several times the number of documents (variants.ts). Prints tables and, with
// --out, writes the figures as JSON.
//
//   npm run bench -- [--storage sqlite,elasticsearch] [--sizes 1,4,16] [--clients 16] [--requests 2000]
//     [--out FILE.json] FILE.warc.gz…
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { StoredDomain } from '@sitegrep/storage';
import { measureImport, measureSize, type ImportFigures, type SizeFigures } from './import-figures.ts';
import { isStorageKind, openPlace, type Place, type StorageKind } from './place.ts';
import { readResidentMiB } from './resident.ts';
import { PEOPLES_TERMS } from './peoples-terms.ts';
import { runRecord } from './run-record.ts';
import { measureSearch, type SearchFigures } from './search-figures.ts';
import { startServer } from './server-process.ts';
import { fill, type FillFigures } from './variants.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    storage: { type: 'string', default: 'sqlite' },
    sizes: { type: 'string', default: '1' },
    clients: { type: 'string', default: '16' },
    requests: { type: 'string', default: '2000' },
    out: { type: 'string' },
  },
});
const kinds = values.storage.split(',').filter(isStorageKind);
const sizes = values.sizes.split(',').map(Number);
const rising =
  sizes[0] === 1 && sizes.every((size, n) => Number.isInteger(size) && size > (sizes[n - 1] ?? 0));
if (files.length === 0 || kinds.length !== values.storage.split(',').length || !rising) {
  console.error('Usage: npm run bench -- [--storage sqlite,elasticsearch] [--sizes 1,4,16] FILE.warc.gz…');
  process.exit(2);
}

interface GrownFigures {
  /** Times the number of documents of the captures. */
  readonly size: number;
  /** Of the documents that were added to come here; null at the first size, which is imported. */
  readonly filled: FillFigures | null;
  readonly stored: SizeFigures;
  readonly serverResidentMiB: number;
  readonly searched: readonly SearchFigures[];
}

interface StorageFigures {
  readonly storage: StorageKind;
  readonly imported: ImportFigures;
  readonly grown: readonly GrownFigures[];
}

const measured: StorageFigures[] = [];
for (const kind of kinds) {
  const place = await openPlace(kind);
  try {
    measured.push(await measure(place));
  } finally {
    await place.remove();
  }
}
await writeOut();

async function measure(place: Place): Promise<StorageFigures> {
  const imported = await measureImport(files, place);
  reportImport(place.kind, imported);
  const originals = sizes.length > 1 ? await readAll(place) : [];
  const grown: GrownFigures[] = [];
  let before = 1;
  for (const size of sizes) {
    const filled = size === before ? null : await grow(place, originals, { from: before + 1, to: size });
    before = size;
    const stored = await measureSize(place);
    const figures = { size, filled, stored, ...(await measureServer(place)) };
    grown.push(figures);
    reportGrown(place.kind, figures);
  }
  return { storage: place.kind, imported, grown };
}

async function readAll(place: Place): Promise<StoredDomain[]> {
  const storage = await place.openStorage();
  try {
    return await Array.fromAsync(storage.domains.scan());
  } finally {
    await storage.close();
  }
}

async function grow(
  place: Place,
  originals: readonly StoredDomain[],
  copies: { readonly from: number; readonly to: number },
): Promise<FillFigures> {
  const storage = await place.openStorage();
  try {
    return await fill(storage, originals, copies);
  } finally {
    await storage.close();
  }
}

async function measureServer(place: Place): Promise<Pick<GrownFigures, 'serverResidentMiB' | 'searched'>> {
  const server = await startServer(place.settings.SITEGREP_DATA_DIR, place.settings);
  try {
    const searched = await measureSearch(
      server,
      PEOPLES_TERMS,
      Number(values.clients),
      Number(values.requests),
    );
    return { searched, serverResidentMiB: await readResidentMiB(server.pid) };
  } finally {
    await server.stop();
  }
}

function reportImport(kind: StorageKind, imported: ImportFigures): void {
  const names = files.map((file) => basename(file)).join(', ');
  console.log(`\n${kind}: ${names}: ${imported.pages} pages, ${imported.domains} domains`);
  console.table({
    'import, pages/s': round(imported.pagesPerSecond),
    'import, MB/s of source': round(imported.megabytesPerSecond),
    'import, peak resident MiB': round(imported.peakResidentMiB),
  });
}

function reportGrown(kind: StorageKind, { size, filled, stored, ...rest }: GrownFigures): void {
  console.log(`${kind}, ${size} ×: ${stored.domains} domains`);
  console.table({
    ...(filled === null ? {} : { 'added, MB/s of source': round(filled.megabytesPerSecond) }),
    'index × source': round(stored.indexRatio),
    'stored sources × source': round(stored.compressedRatio),
    'server, resident MiB': round(rest.serverResidentMiB),
  });
  console.log(`search over HTTP, ${values.clients} clients, limit 10, milliseconds`);
  console.table(
    rest.searched.map(({ term, total, first, p50, p99, requests, perSecond }) => ({
      term,
      domains: total,
      first: round(first),
      p50: round(p50),
      p99: round(p99),
      requests,
      'requests/s': round(perSecond),
    })),
  );
}

async function writeOut(): Promise<void> {
  if (values.out === undefined) return;
  const record = {
    ...(await runRecord(files)),
    clients: Number(values.clients),
    storages: measured,
  };
  await writeFile(values.out, `${JSON.stringify(record, null, 2)}\n`);
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
