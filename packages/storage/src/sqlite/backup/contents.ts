// A backup is a folder with the databases and the segments of a data folder as of one moment, and beside them
//   backup.json   its description, with the schemas that it needs
//   SHA256SUMS    the checksum of every other file, as `sha256sum --check SHA256SUMS` reads it
// It has both only when it is complete.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { StorageCorrupt, StorageMisconfigured } from '../../errors.ts';
import { DOMAIN_SCHEMA } from '../domains/database.ts';
import { RECORD_SCHEMA } from '../records/database.ts';

/** Description of a backup: the contents of backup.json. */
export interface BackupDescription {
  readonly format: number;
  /** Version of the sitegrep that made it. */
  readonly version: string;
  /** ISO 8601 time of the backup. */
  readonly createdAt: string;
  /** Version of each database's schema. */
  readonly schemas: { readonly domains: number; readonly records: number };
  readonly domains: number;
  readonly pages: number;
  /** Size of all files except backup.json and SHA256SUMS. */
  readonly bytes: number;
}

/** A file of a backup; its path has slashes on every system. */
export interface ListedFile {
  readonly path: string;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

export const DESCRIPTION_FILE = 'backup.json';
export const SUMS_FILE = 'SHA256SUMS';
/** Version of the form of a backup. */
export const FORMAT = 1;
const SUMS_LINE = /^([0-9a-f]{64}) {2}(\S.*)$/;
/** Paths that files of a backup may have: nothing else that a changed list could name is written. */
const KNOWN_PATH =
  /^(?:backup\.json|(?:domains|records)\.sqlite|segments(?:-past)?\/(?:manifest|\d+\.(?:log|segment|dead)))$/;
const ANOTHER_BACKUP = 'restore another backup';

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function sumsOf(files: readonly ListedFile[]): string {
  return files.map(({ path, sha256: sum }) => `${sum}  ${path}\n`).join('');
}

/**
 * Reads the description of a backup and the list of its files, without `backup.json` itself.
 *
 * @throws StorageMisconfigured if the folder is not a complete backup, or one that this version can't read
 * @throws StorageCorrupt if the description or the list was changed
 */
export function readBackup(folder: string): {
  readonly description: BackupDescription;
  readonly files: readonly ListedFile[];
} {
  if (!existsSync(folder)) throw new StorageMisconfigured(`there is no folder ${resolve(folder)}`);
  const [sumsFile, descriptionFile] = [join(folder, SUMS_FILE), join(folder, DESCRIPTION_FILE)];
  for (const file of [sumsFile, descriptionFile]) {
    if (existsSync(file)) continue;
    throw new StorageMisconfigured(
      `${resolve(folder)} is not a backup, or one that was not finished: it has no ${posix.basename(file)}`,
    );
  }
  const listed = readSums(sumsFile);
  const bytes = readFileSync(descriptionFile);
  if (listed.find(({ path }) => path === DESCRIPTION_FILE)?.sha256 !== sha256(bytes)) {
    throw damagedBackup(descriptionFile, `its checksum is not the one in ${SUMS_FILE}`);
  }
  const description = parseDescription(bytes.toString(), descriptionFile);
  const files = listed.filter(({ path }) => path !== DESCRIPTION_FILE);
  for (const path of ['domains.sqlite', 'records.sqlite']) {
    if (!files.some((file) => file.path === path)) throw damagedBackup(sumsFile, `it does not name ${path}`);
  }
  return { description, files };
}

export function damagedBackup(file: string, problem: string): StorageCorrupt {
  return new StorageCorrupt(`${file} of the backup is damaged: ${problem}: ${ANOTHER_BACKUP}`);
}

function readSums(file: string): ListedFile[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  if (lines.pop() !== '') throw damagedBackup(file, 'its last line is truncated');
  const listed = lines.map((line, at) => {
    const [, sum = '', path = ''] = SUMS_LINE.exec(line) ?? [];
    if (!KNOWN_PATH.test(path)) throw damagedBackup(file, `line ${at + 1} is not one that was written`);
    return { path, sha256: sum };
  });
  if (new Set(listed.map(({ path }) => path)).size !== listed.length) {
    throw damagedBackup(file, 'it names a file twice');
  }
  return listed;
}

function parseDescription(json: string, file: string): BackupDescription {
  // Its checksum was right, so it is what a version of sitegrep wrote.
  const description = JSON.parse(json) as BackupDescription;
  const { format, version, schemas } = description;
  for (const [what, written, known] of [
    ['format', format, FORMAT],
    ['schema of domains.sqlite', schemas.domains, DOMAIN_SCHEMA.version],
    ['schema of records.sqlite', schemas.records, RECORD_SCHEMA.version],
  ] as const) {
    if (written === known) continue;
    throw new StorageMisconfigured(
      `${file}: sitegrep ${version} made this backup, with ${what} ${written}, and this version reads ${what} ${known}: ` +
        (written > known
          ? 'upgrade sitegrep and restore it then'
          : 'restore it with the version that made it'),
    );
  }
  return description;
}
