// Copies a data folder while it is in use. The order makes the copy consistent: records first, then the index, since a
// site's document is durable before its outcome is. The index is copied as one transaction of the database sees it, which
// states up to which operation the segments are copied. The queue is left out: it is filled from the records at the next start.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { nodeDisk, snapshotIndex, type IndexSnapshot } from '@sitegrep/segments';
import { StorageCorrupt, StorageMisconfigured } from '../../errors.ts';
import { inSnapshot, requireSchema, type Schema } from '../connection.ts';
import { RESTORE, storageError } from '../failure.ts';
import { readMark, requireCommits } from '../commit-mark.ts';
import { pastSegmentsFolder, segmentsFolder } from '../domains/options.ts';
import { DOMAIN_SCHEMA } from '../domains/database.ts';
import { requireBuilt, stateReader, type State } from '../domains/state.ts';
import { LOCK_FILES, lockFolder, requireData } from '../lock.ts';
import { verifyTextIndex } from '../maintenance/verify.ts';
import { isWritable, openToRead, type ReadDatabase } from '../reading.ts';
import { addRowChecks } from '../records/checked-rows.ts';
import { RECORD_SCHEMA } from '../records/database.ts';
import { commitsOf } from '../records/record-commits.ts';
import {
  DESCRIPTION_FILE,
  FORMAT,
  sha256,
  SUMS_FILE,
  sumsOf,
  type BackupDescription,
  type ListedFile,
} from './contents.ts';
import { checksumOf, requireSpace, syncFolder, writeCopy, writeError } from './copy-file.ts';

export interface BackUpOptions {
  readonly dataDir: string;
  /** A folder that is not there yet, or is empty. */
  readonly target: string;
  /** Version of the program. */
  readonly version: string;
  /** Whether every record and the complete index are read back after they were written. */
  readonly verify: boolean;
  readonly onProgress: (progress: BackUpProgress) => void;
}

/** Progress in bytes. */
export interface BackUpProgress {
  readonly step: 'copying' | 'verifying';
  readonly done: number;
  readonly of: number;
}

/**
 * Backs up a data folder while other processes may read and write it. `target` appears with the last step and is complete
 * then. The next run removes what a killed one left (`<target>.incomplete`).
 *
 * @returns the description of the backup
 * @throws StorageMisconfigured if the target can't be used, or the data folder has another schema or is being rebuilt
 * @throws StorageCorrupt if what was copied is damaged; StorageUnavailable if a disk is full; other storage errors
 */
export async function backUpDataFolder(options: BackUpOptions): Promise<BackupDescription> {
  const [dataDir, target] = [resolve(options.dataDir), resolve(options.target)];
  requireData(dataDir);
  requireTarget(dataDir, target);
  const { folder, release } = takeFolder(target);
  try {
    const description = await copyAndVerify({ ...options, dataDir }, folder);
    renameSync(folder, target);
    syncFolder(dirname(target));
    for (const name of LOCK_FILES) rmSync(join(target, name), { force: true });
    return description;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}

function requireTarget(dataDir: string, target: string): void {
  if (`${target}${sep}`.startsWith(`${dataDir}${sep}`)) {
    throw new StorageMisconfigured(
      `the backup can't be in the data folder itself (${target}): choose another folder`,
    );
  }
  if (!existsSync(dirname(target))) {
    throw new StorageMisconfigured(
      `there is no folder ${dirname(target)} that a backup could be made in: make it first`,
    );
  }
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory() || readdirSync(target).length > 0) {
    throw new StorageMisconfigured(
      `${target} is there already and ${found.isDirectory() ? 'not empty' : 'no folder'}: choose a folder that is not there yet`,
    );
  }
}

/** Makes the folder into which the backup is written, and locks it for this process. */
function takeFolder(target: string): { readonly folder: string; readonly release: () => void } {
  const folder = `${target}.incomplete`;
  const [lockFile = ''] = LOCK_FILES;
  if (existsSync(folder) && !existsSync(join(folder, lockFile)) && readdirSync(folder).length > 0) {
    throw new StorageMisconfigured(
      `${folder} is needed to write the backup, and has other files in it: move them, or choose another folder`,
    );
  }
  makeFolder(folder);
  const release = lockFolder(
    folder,
    () =>
      new StorageMisconfigured(
        `another backup is being written to ${target}: wait for its end, or choose another folder`,
      ),
  );
  for (const name of readdirSync(folder)) {
    if (!LOCK_FILES.includes(name)) rmSync(join(folder, name), { recursive: true });
  }
  return { folder, release };
}

/** Makes the folder in one that exists. `recursive: true` would never return where a file system refuses as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new StorageMisconfigured(
      `the backup can't be written, as ${folder} can't be made (${String(error.code)}): choose another folder`,
    );
  }
}

async function copyAndVerify(options: BackUpOptions, folder: string): Promise<BackupDescription> {
  const { dataDir, version, verify, onProgress } = options;
  const createdAt = new Date().toISOString();
  const copied = await copyAll(dataDir, folder, onProgress);
  if (verify) {
    await verifyTextIndex(folder, (done, of) => onProgress({ step: 'verifying', done, of }));
  }
  const databases = await Promise.all(
    ['domains.sqlite', 'records.sqlite'].map(async (path) => ({
      path,
      sha256: await checksumOf(join(folder, path)),
    })),
  );
  const files = [...databases, ...copied.segments];
  const bytes = files.reduce((sum, { path }) => sum + statSync(join(folder, path)).size, 0);
  const { domains, pages } = copied.state;
  const description: BackupDescription = {
    format: FORMAT,
    version,
    createdAt,
    schemas: { domains: DOMAIN_SCHEMA.version, records: RECORD_SCHEMA.version },
    domains,
    pages,
    bytes,
  };
  const json = Buffer.from(`${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(join(folder, DESCRIPTION_FILE), json, { flush: true });
  const listed = [{ path: DESCRIPTION_FILE, sha256: sha256(json) }, ...files];
  writeFileSync(join(folder, SUMS_FILE), sumsOf(listed), { flush: true });
  syncFolder(folder);
  return description;
}

async function copyAll(
  dataDir: string,
  folder: string,
  onProgress: BackUpOptions['onProgress'],
): Promise<{ readonly state: State; readonly segments: readonly ListedFile[] }> {
  using stack = new DisposableStack();
  const [recordsFile, domainsFile] = [join(dataDir, 'records.sqlite'), join(dataDir, 'domains.sqlite')];
  try {
    // Read before the database, as below.
    const marked = readMark(recordsFile);
    const records = openSource(recordsFile, RECORD_SCHEMA, stack);
    // A transaction sees one state from its first read on.
    records.db.exec('BEGIN');
    addRowChecks(records.db);
    requireCommits(recordsFile, marked, commitsOf(records.db));
    const recordBytes = bytesOf(records.db);
    const domains = openDomainsSource(domainsFile, stack);
    const { indexes, state } = domains;
    const indexBytes = indexes.flatMap(({ index }) => index.files).reduce((sum, { bytes }) => sum + bytes, 0);
    const of = recordBytes + bytesOf(domains.db) + indexBytes;
    requireSpace(folder, of);
    let done = 0;
    const copyDatabase = async (db: DatabaseSync, name: string): Promise<void> => {
      const before = done;
      await backup(db, join(folder, name), {
        rate: PAGES_AT_A_TIME,
        progress: ({ totalPages, remainingPages }) => {
          done = before + Math.round((bytesOf(db) * (totalPages - remainingPages)) / Math.max(1, totalPages));
          onProgress({ step: 'copying', done, of });
        },
      });
      done = before + bytesOf(db);
      onProgress({ step: 'copying', done, of });
    };
    await copyDatabase(records.db, 'records.sqlite');
    await copyDatabase(domains.db, 'domains.sqlite');
    const segments: ListedFile[] = [];
    for (const { name, index } of indexes) {
      if (index.files.length === 0) continue;
      mkdirSync(join(folder, name));
      for (const file of index.files) {
        const path = `${name}/${file.name}`;
        const sum = await writeCopy(file, join(folder, path), (count) => {
          done += count;
          onProgress({ step: 'copying', done, of });
        });
        segments.push({ path, sha256: sum });
      }
      syncFolder(join(folder, name));
    }
    records.requireUnchanged();
    domains.requireUnchanged();
    return { state, segments };
  } catch (error) {
    throw storageError(writeError(error, folder), domainsFile);
  }
}

/** Pages of one step of the copy, after which the event loop is yielded. */
const PAGES_AT_A_TIME = 1_024;

/** How often the index may get ahead of a transaction that was just begun. */
const ATTEMPTS = 100;

/** The files of an index in a folder of that name. */
interface NamedIndex {
  readonly name: string;
  readonly index: IndexSnapshot;
}

/** Begins a transaction on the database, and opens the files of its indexes as of then. */
function openDomainsSource(
  file: string,
  stack: DisposableStack,
): ReadDatabase & { readonly state: State; readonly indexes: readonly NamedIndex[] } {
  // Read before the database: a process that writes marks each commit after it.
  const marked = readMark(file);
  const { db, requireUnchanged } = openSource(file, DOMAIN_SCHEMA, stack);
  for (let attempt = 1; ; attempt++) {
    db.exec('BEGIN');
    const state = stateReader(db)();
    requireCommits(file, marked, state.commits);
    requireBuilt(state);
    const indexes = snapshotIndexes([
      { folder: segmentsFolder(file), sequence: state.sequence },
      { folder: pastSegmentsFolder(file), sequence: state.pastSequence },
    ]);
    if (indexes !== null) {
      for (const { index } of indexes) stack.defer(() => index.close());
      return { db, state, indexes, requireUnchanged };
    }
    db.exec('COMMIT');
    if (attempt === ATTEMPTS) {
      throw new StorageCorrupt(`${segmentsFolder(file)} is newer than ${file}: run "sitegrep index rebuild"`);
    }
  }
}

/** @returns null if one of the folders is ahead of its sequence number */
function snapshotIndexes(
  folders: readonly { readonly folder: string; readonly sequence: number }[],
): readonly NamedIndex[] | null {
  const opened: NamedIndex[] = [];
  try {
    for (const { folder, sequence } of folders) {
      const index = snapshotIndex(nodeDisk, folder, sequence);
      if (index === null) break;
      opened.push({ name: basename(folder), index });
    }
    if (opened.length === folders.length) return opened.splice(0);
    return null;
  } finally {
    for (const { index } of opened) index.close();
  }
}

/** Opens a database of this schema for reading only. */
function openSource(file: string, schema: Schema, stack: DisposableStack): ReadDatabase {
  if (!existsSync(file)) throw new StorageCorrupt(`${file} is missing: ${RESTORE}`);
  const opened = isWritable(dirname(file))
    ? { db: new DatabaseSync(file, { timeout: 10_000 }), requireUnchanged: () => undefined }
    : openToRead(file, { cacheBytes: 2 << 20 });
  const { db } = opened;
  stack.defer(() => db.close());
  db.exec('PRAGMA query_only = TRUE');
  inSnapshot(db, () => requireSchema(db, file, schema));
  return opened;
}

function bytesOf(db: DatabaseSync): number {
  const numberIn = (pragma: string): number => Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  return numberIn('page_count') * numberIn('page_size');
}
