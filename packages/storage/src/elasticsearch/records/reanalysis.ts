import type { Client } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import type { Reanalysis, ReanalysisStore } from '../../reanalysis.ts';
import { changeDocument, readDocument, tryChange } from '../documents.ts';
import { type LeaseTiming, openLeases } from '../leases.ts';
import { openIndex } from '../versioned-index.ts';
import { type ReanalysisDocument, type RecordOptions, smallIndexes } from './mappings.ts';

/** Id of the document with the run, and name of the lease of its work. */
const RUN = 'reanalysis';
const WORK = 'reanalysis work';

const BEGIN = `
  if (ctx._source.reanalysis.state == 'running') { ctx.op = 'none' }
  else { ctx._source.reanalysis = params.run }`;
const CHANGE = `
  def run = ctx._source.reanalysis;
  if (run.id != params.id || run.state != 'running') { ctx.op = 'none' }
  else { run.putAll(params.changed) }`;

/**
 * Opens the run that analyses stored pages again: one document, among the leases.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openReanalysis(
  client: Client,
  options: Omit<RecordOptions, 'recordShards'>,
  timing?: LeaseTiming,
): Promise<ReanalysisStore> {
  const index = await openIndex(client, smallIndexes(options).leases);
  const leases = await openLeases(client, options, timing);

  async function change(id: string, changed: Partial<Reanalysis>): Promise<boolean> {
    const done = await tryChange<ReanalysisDocument>(client, {
      index,
      id: RUN,
      script: CHANGE,
      params: { id, changed },
    });
    if (done === null) return false;
    // A script that ran again after a lost answer finds its own change.
    const { reanalysis } = done.document;
    return done.changed || (reanalysis.id === id && isWith(reanalysis, changed));
  }

  return {
    get: async () => (await readDocument<ReanalysisDocument>(client, index, RUN))?.reanalysis ?? null,
    async begin(run) {
      const changed = await changeDocument<ReanalysisDocument>(client, {
        index,
        id: RUN,
        script: BEGIN,
        params: { run },
        upsert: { reanalysis: run },
      });
      if (changed === null) throw new StorageUnavailable('the run was removed while it was begun');
      return changed.reanalysis;
    },
    note: (id, progress) => change(id, progress),
    end: (id, end) => change(id, { ...end }),
    alone: (work) => leases.alone(WORK, work),
  };
}

/** Tells whether a run has these values. */
function isWith(run: Reanalysis, values: Partial<Reanalysis>): boolean {
  return Object.entries(values).every(([name, value]) => run[name as keyof Reanalysis] === value);
}
