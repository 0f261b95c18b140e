// Exports all domains of captures over HTTP, again and again, while every document is being replaced. Prints how many
// records came, whether any domain came twice or was missing, and what memory the serving process took; exits with 1 if a
// domain did, or the memory grew by more than the bound.
//
//   npm run bench:export -- [--storage sqlite,elasticsearch] [--exports 20] [--grow-mib 50] FILE.warc.gz…
//   npm run bench:export -- --data-dir DIR …
//
// With --data-dir, what was imported there is exported, and replaced.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { existingFolder, isStorageKind, openPlace, type Place } from '../place.ts';
import { readMemory } from '../resident.ts';
import { runCommand } from '../server-process.ts';
import { startExportServer, type ExportServer } from './export-server.ts';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    storage: { type: 'string', default: 'sqlite' },
    exports: { type: 'string', default: '20' },
    'grow-mib': { type: 'string', default: '50' },
    'data-dir': { type: 'string' },
  },
});
const kinds = values.storage.split(',').filter(isStorageKind);
const count = Number(values.exports);
const bound = Number(values['grow-mib']);
if (
  (files.length === 0 && values['data-dir'] === undefined) ||
  kinds.length === 0 ||
  !(count >= 1) ||
  !(bound > 0)
) {
  console.error(
    'Usage: npm run bench:export -- [--storage sqlite,elasticsearch] [--exports 20] FILE.warc.gz…',
  );
  process.exit(2);
}

/** Stands in every document once it was replaced. */
const TERM = '<!-- round ';
const SAMPLE_MS = 20;
const EXPORTS = ['application/x-ndjson', 'text/csv'] as const;

const existing = values['data-dir'];
for (const kind of existing === undefined ? kinds : ['sqlite' as const]) {
  const place = existing === undefined ? await openPlace(kind) : existingFolder(existing);
  try {
    if (existing === undefined)
      await runCommand(['import', ...files], place.settings.SITEGREP_DATA_DIR, place.settings);
    if (!(await measure(place))) process.exitCode = 1;
  } finally {
    await place.remove();
  }
}

async function measure(place: Place): Promise<boolean> {
  const all = await domainsIn(place);
  const server = await startExportServer(place.settings);
  try {
    // A whole round beside searches: from then on, all that replacing and searching take has been taken, threads and their
    // caches included, and every document has the term.
    const before = await highest(server, async () => {
      while (server.replaced() < all.size) {
        await answered(server, 'application/json', { search_terms: [TERM], limit: 100 });
        await delay(SAMPLE_MS);
      }
    });
    const replacedBefore = server.replaced();
    let [records, twice, missing, bytes] = [0, 0, 0, 0];
    const during = await highest(server, async () => {
      for (let at = 0; at < count; at++) {
        const { domains, size } = await exported(server, EXPORTS[at % EXPORTS.length] ?? EXPORTS[0]);
        const seen = new Set(domains);
        records += domains.length;
        bytes += size;
        twice += domains.length - seen.size;
        for (const domain of all) if (!seen.has(domain)) missing++;
      }
    });
    const grown = during - before;
    const replaced = server.replaced() - replacedBefore;
    console.log(
      `${place.kind}: ${count} exports of ${all.size} domains, ${records} records (${(bytes / 2 ** 20).toFixed(1)} MiB), ` +
        `${twice} twice, ${missing} missing, while ${replaced} documents were replaced; resident memory at most ` +
        `${before.toFixed(1)} MiB before, ${during.toFixed(1)} MiB during: ${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MiB`,
    );
    return twice === 0 && missing === 0 && grown < bound;
  } finally {
    await server.stop();
  }
}

async function domainsIn(place: Place): Promise<ReadonlySet<string>> {
  const storage = await place.openStorage();
  try {
    return new Set(await Array.fromAsync(storage.domains.names()));
  } finally {
    await storage.close();
  }
}

/** The most memory that the server had while something was done, in MiB. */
async function highest(server: ExportServer, work: () => Promise<void>): Promise<number> {
  let most = 0;
  const look = (): void => {
    most = Math.max(most, readMemory(server.pid).residentMiB);
  };
  const timer = setInterval(look, SAMPLE_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return most;
}

async function exported(
  server: ExportServer,
  accept: (typeof EXPORTS)[number],
): Promise<{ readonly domains: readonly string[]; readonly size: number }> {
  const text = await answered(server, accept, { search_terms: [TERM] });
  const pattern =
    accept === 'text/csv'
      ? /^domain_technology_item,([^,]*),/gm
      : /^\{"type":"domain_technology_item","domain":"([^"]*)"/gm;
  return { domains: Array.from(text.matchAll(pattern), ([, domain = '']) => domain), size: text.length };
}

/** @throws if it is not answered 200 */
async function answered({ url, key }: ExportServer, accept: string, body: object): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/html-source-code-search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, accept },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.ok) return text;
    if (answer.status !== 503) throw new Error(`the search answered ${answer.status}: ${text}`);
    // The process that serves is as busy with replacing as it can be.
    await delay(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}
