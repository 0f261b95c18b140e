import type { Client } from '@elastic/elasticsearch';
import { type CommonCrawlImport, type CommonCrawlStore, HOSTS_PART } from '../../commoncrawl.ts';
import { StorageUnavailable } from '../../errors.ts';
import { IDEMPOTENT } from '../client.ts';
import { changeDocument, readDocument, refreshIndex, tryChange } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { type LeaseTiming, openLeases } from '../leases.ts';
import { openIndex } from '../versioned-index.ts';
import {
  type CommonCrawlDocument,
  type CommonCrawlPartDocument,
  type RecordOptions,
  smallIndexes,
} from './mappings.ts';

/** Id of the document with the import, and name of the lease of its work. */
const RUN = 'commoncrawl';
const WORK = 'commoncrawl work';

const BEGIN = `
  if (ctx._source.commoncrawl.state == 'running') { ctx.op = 'none' }
  else { ctx._source.commoncrawl = params.run }`;
const CHANGE = `
  def run = ctx._source.commoncrawl;
  if (run.id != params.id || run.state != 'running') { ctx.op = 'none' }
  else { run.putAll(params.changed) }`;

/**
 * Opens the import from Common Crawl: one document, and one for each part, among the leases.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openCommonCrawl(
  client: Client,
  options: Omit<RecordOptions, 'recordShards'>,
  timing?: LeaseTiming,
): Promise<CommonCrawlStore> {
  const index = await openIndex(client, smallIndexes(options).leases);
  const leases = await openLeases(client, options, timing);

  const get = async (): Promise<CommonCrawlImport | null> =>
    (await readDocument<CommonCrawlDocument>(client, index, RUN))?.commoncrawl ?? null;

  async function change(id: string, changed: Partial<CommonCrawlImport>): Promise<boolean> {
    const done = await tryChange<CommonCrawlDocument>(client, {
      index,
      id: RUN,
      script: CHANGE,
      params: { id, changed },
    });
    if (done === null) return false;
    // A script that ran again after a lost answer finds its own change.
    const { commoncrawl } = done.document;
    return done.changed || (commoncrawl.id === id && isWith(commoncrawl, changed));
  }

  /** Removes the parts of all imports but one that goes on: a process that was silent for long may write one late. */
  async function removeParts(except: string | null): Promise<void> {
    await refreshIndex(client, index);
    const query = {
      bool: {
        filter: [{ exists: { field: 'commoncrawl_part_of' } }],
        must_not: except === null ? [] : [{ term: { commoncrawl_part_of: except } }],
      },
    };
    await asStorageErrors(client.deleteByQuery({ index, query, conflicts: 'proceed', refresh: true }));
  }

  async function writePart(id: string, name: string, bytes: Uint8Array): Promise<void> {
    const document: CommonCrawlPartDocument = {
      commoncrawl_part_of: id,
      commoncrawl_part: Buffer.from(bytes).toString('base64'),
    };
    await asStorageErrors(
      client.index({ index, id: partIdOf(id, name), document, require_alias: true }, IDEMPOTENT),
    );
  }

  return {
    get,
    async begin(run, hosts) {
      // Whoever works on it finds it complete; if another one goes on, the part goes again.
      if (hosts !== null) await writePart(run.id, HOSTS_PART, hosts);
      const changed = await changeDocument<CommonCrawlDocument>(client, {
        index,
        id: RUN,
        script: BEGIN,
        params: { run },
        upsert: { commoncrawl: run },
      });
      if (changed === null) throw new StorageUnavailable('the import was removed while it was begun');
      await removeParts(changed.commoncrawl.id);
      return changed.commoncrawl;
    },
    note: (id, progress) => change(id, progress),
    async end(id, end) {
      const isEnded = await change(id, { ...end });
      if (isEnded) await removeParts(null);
      return isEnded;
    },
    async setPart(id, name, bytes) {
      const run = await get();
      if (run?.id !== id || run.state !== 'running') return false;
      await writePart(id, name, bytes);
      return true;
    },
    async part(id, name) {
      const document = await readDocument<CommonCrawlPartDocument>(client, index, partIdOf(id, name));
      return document === null ? null : Buffer.from(document.commoncrawl_part, 'base64');
    },
    alone: (work) => leases.alone(WORK, work),
  };
}

function partIdOf(id: string, name: string): string {
  return `${id} part ${name}`;
}

/** Tells whether an import has these values. */
function isWith(run: CommonCrawlImport, values: Partial<CommonCrawlImport>): boolean {
  return Object.entries(values).every(
    ([name, value]) => JSON.stringify(run[name as keyof CommonCrawlImport]) === JSON.stringify(value),
  );
}
