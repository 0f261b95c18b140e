// A data folder with any number of made changes: small documents are put, then records are written by the storage's own writer, as
// many to a transaction as one run of lists has.
import { join } from 'node:path';
import { type ChangeRecord, foldSite } from '@sitegrep/site';
import { wholeSite } from '@sitegrep/storage';
import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { changeWriter } from '../../../packages/storage/src/sqlite/domains/changes/change-writer.ts';
import { openDomains } from '../../../packages/storage/src/sqlite/domains/database.ts';
import { stateKeeper } from '../../../packages/storage/src/sqlite/domains/state.ts';
import { inTransaction } from '../../../packages/storage/src/sqlite/connection.ts';
import { madeSite } from '../harness/made-sites.ts';
import { rounded } from '../harness/figures.ts';
import { type ChangePlan, type MadeChange, madeChanges } from './made-changes.ts';

interface FilledChanges {
  readonly domains: number;
  readonly changes: number;
  readonly documentSeconds: number;
  readonly changeSeconds: number;
}

/** Documents of one put. */
const SITES_A_PUT = 512;
/** Records of a transaction. */
const RECORDS = 65_536;
const MAX_SITE_BYTES = 2 ** 20;

/**
 * Fills a folder.
 *
 * @param dataDir a folder that is empty
 * @param onRecord is told each record that is written
 */
export async function fillChanges(
  dataDir: string,
  plan: ChangePlan,
  seed: string,
  onRecord: (record: ChangeRecord) => void = () => {},
): Promise<FilledChanges> {
  const startedAt = performance.now();
  const storage = await openSqliteStorage({ dataDir, readers: 1 });
  for (let first = 0; first < plan.domains; first += SITES_A_PUT) {
    const count = Math.min(SITES_A_PUT, plan.domains - first);
    await storage.domains.put(
      Array.from({ length: count }, (_, at) => {
        const { domain, pages } = madeSite(first + at, { pages: 1, pageBytes: 1 });
        return wholeSite(foldSite(domain, pages, { maxSiteBytes: MAX_SITE_BYTES }));
      }),
    );
  }
  await storage.close();
  const filledAt = performance.now();
  const changes = writeChanges(join(dataDir, 'domains.sqlite'), plan, seed, onRecord);
  const endedAt = performance.now();
  return {
    domains: plan.domains,
    changes,
    documentSeconds: rounded((filledAt - startedAt) / 1e3),
    changeSeconds: rounded((endedAt - filledAt) / 1e3),
  };
}

/** @returns the number of records that are there */
function writeChanges(
  file: string,
  plan: ChangePlan,
  seed: string,
  onRecord: (record: ChangeRecord) => void,
): number {
  const db = openDomains(file);
  try {
    const state = stateKeeper(db);
    const writer = changeWriter(db, state);
    const documents = db
      .prepare('SELECT id, domain FROM domain ORDER BY id')
      .all()
      .map(({ id, domain }) => ({ id: Number(id), domain: String(domain) }));
    const left = madeChanges(plan, seed);
    for (let some = taken(left); some.length > 0; some = taken(left)) {
      inTransaction(db, () => {
        for (const { domain: number, record } of some) {
          const { id, domain } = documents[number] ?? { id: 0, domain: '' };
          writer.write(id, domain, record);
          onRecord(record);
        }
        writer.prepare();
        state.write();
      });
    }
    return state.get().changes;
  } finally {
    db.close();
  }
}

function taken(left: Iterator<MadeChange>): readonly MadeChange[] {
  const some: MadeChange[] = [];
  while (some.length < RECORDS) {
    const { done, value } = left.next();
    if (done === true) break;
    some.push(value);
  }
  return some;
}
