// A process that serves as `sitegrep up` does and, in place of crawling, puts every document again and again, each time
// with a comment of its own behind each page. Ends when the benchmark disconnects.
import { ensureAdminKey } from '@sitegrep/api/keys';
import { createMetrics } from '@sitegrep/metrics';
import type { DomainDocument } from '@sitegrep/site';
import { openLogger, openWritableStorage, readConfig } from '../../../apps/cli/src/instance.ts';
import { openConfiguredQueues } from '../../../apps/cli/src/queues.ts';
import { serveApi } from '../../../apps/cli/src/serve-api.ts';
import type { ExportServerMessage } from './export-server.ts';

/** Documents of one put. */
const AT_A_TIME = 20;

const config = readConfig();
const logger = openLogger(config);
await using closers = new AsyncDisposableStack();
const storage = await openWritableStorage(config, closers);
const stop = (error: Error): never => {
  throw error;
};
const queues = await openConfiguredQueues(config, logger, { onFatal: stop, onLost: () => undefined });
closers.defer(() => queues.close({ deadlineMs: config.shutdownTimeout }));
if (config.adminKey !== null) await ensureAdminKey(storage, config.adminKey);
const metrics = createMetrics({ version: 'bench' });
const connected = new AbortController();
process.once('disconnect', () => connected.abort());
tell({ kind: 'listening', url: await serveApi(config, logger, { storage, queues, metrics }, closers) });

for (let round = 1; !connected.signal.aborted; round++) {
  let some: DomainDocument[] = [];
  for await (const domain of storage.domains.names()) {
    const stored = await storage.domains.get(domain);
    if (stored === null || connected.signal.aborted) continue;
    const pages = stored.pages.map((page) => ({
      ...page,
      source: `${page.source.replace(/<!-- round \d+ -->$/, '')}<!-- round ${round} -->`,
    }));
    some.push({ domain, facts: stored.facts, pages });
    if (some.length < AT_A_TIME) continue;
    await put(some);
    some = [];
  }
  await put(some);
}

async function put(documents: readonly DomainDocument[]): Promise<void> {
  if (documents.length === 0) return;
  await storage.domains.put(documents.map((document) => ({ document })));
  tell({ kind: 'replaced', documents: documents.length });
}

function tell(message: ExportServerMessage): void {
  if (process.connected) process.send?.(message);
}
