// A process that is what `sitegrep up` is, but for the crawling side: in its place it puts documents as the benchmark asks,
// taken from a folder of captures, which its argument names. Ends when the benchmark disconnects.
import { ensureAdminKey } from '@sitegrep/api/keys';
import { createMetrics } from '@sitegrep/metrics';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { openLogger, openWritableStorage } from '../../../apps/cli/src/instance.ts';
import { readConfig } from '../../../apps/cli/src/read-config.ts';
import { openConfiguredQueues } from '../../../apps/cli/src/queues.ts';
import { serveApi } from '../../../apps/cli/src/serve-api.ts';
import { marked } from './marks.ts';
import { wholeSite } from '@sitegrep/storage';

/** Puts the documents of some domains as they are in a round. Each is answered when they are durable, in order. */
export interface ReplaceRequest {
  readonly round: number;
  readonly domains: readonly { readonly domain: string; readonly number: number }[];
}

const [capturesDir = ''] = process.argv.slice(2);
const config = readConfig();
const logger = openLogger(config);
await using closers = new AsyncDisposableStack();
const storage = await openWritableStorage(config, closers);
const captures = await openSqliteStorage({ dataDir: capturesDir, readers: 1, mustExist: true });
closers.defer(() => captures.close());
const queues = await openConfiguredQueues(config, logger, { onFatal: fail, onLost: () => undefined });
closers.defer(() => queues.close({ deadlineMs: config.shutdownTimeout }));
if (config.adminKey !== null) await ensureAdminKey(storage, config.adminKey);
const metrics = createMetrics({ version: 'bench' });

let writing: Promise<void> = Promise.resolve();
process.on('message', (request: ReplaceRequest) => {
  // Read while what was requested before is being written, as pages are analysed while others are.
  const documents = documentsOf(request);
  documents.catch(fail);
  writing = writing
    .then(async () => storage.domains.put((await documents).map(wholeSite)))
    .then(() => void process.send?.('replaced'));
  writing.catch(fail);
});
const disconnected = new Promise<void>((resolve) => process.once('disconnect', resolve));
const { url } = await serveApi(config, logger, { storage, queues, metrics, isHolder: false }, closers);
process.send?.(url);
await disconnected;
await writing;

async function documentsOf({ round, domains }: ReplaceRequest): Promise<ReturnType<typeof marked>[]> {
  const documents: ReturnType<typeof marked>[] = [];
  for (const { domain, number } of domains) {
    const stored = await captures.domains.get(domain);
    if (stored === null) throw new Error(`there is no capture of ${domain}`);
    documents.push(marked(stored, round, number));
  }
  return documents;
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}
