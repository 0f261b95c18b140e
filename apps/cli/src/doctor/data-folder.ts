import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '@sitegrep/config';
import { inspectDatabases, inspectIndex } from '@sitegrep/storage/maintenance';
import { holderOf, refuseUnfinishedRestore } from '@sitegrep/storage/sqlite';
import { OTHERS } from '../file-modes.ts';
import { counted, formatBytes } from '../terminal.ts';
import { checksOf, failedCheck, type Check } from './check.ts';

const { ok, warn, fail } = checksOf('data folder');

/** Free space in bytes below which a warning is due. */
const LOW_BYTES = 2 ** 30;
/** Free space in bytes below which nothing works. */
const MIN_BYTES = 64 * 2 ** 20;

/** Checks the data folder and its content; changes nothing. */
export function checkDataFolder(config: Config): readonly Check[] {
  const folder = resolve(config.dataDir);
  const isReadable = existsSync(folder) && isAllowed(folder, constants.R_OK | constants.X_OK);
  const writable = checkWritable(folder, 'SITEGREP_DATA_DIR');
  const written = isReadable && writable.status === 'fail' ? onlyRead(writable) : writable;
  const warc = config.warcDir === null ? [] : [checkWritable(resolve(config.warcDir), 'SITEGREP_WARC_DIR')];
  const space = checkSpace(nearestFolder(folder));
  if (written.status === 'fail' || !existsSync(folder)) return [written, ...warc, space];
  return [
    written,
    ...warc,
    space,
    ...attempted('data folder', () => checkModes(folder)),
    ...attempted('data folder', () => checkHolder(folder)),
    ...attempted('data folder', () => refused(folder)),
    ...(config.storage === 'sqlite' ? attempted('data folder', () => checkVersions(folder)) : []),
    ...(config.storage === 'sqlite' ? attempted('index', () => checkIndex(folder)) : []),
  ];
}

function attempted(area: Check['area'], check: () => readonly Check[]): readonly Check[] {
  try {
    return check();
  } catch (error) {
    return [failedCheck(area, error)];
  }
}

/** Asks the system whether this user may write to a folder; root may, wherever the file system is writable at all. */
function checkWritable(folder: string, variable: string): Check {
  const found = nearestFolder(folder);
  if (!statSync(found).isDirectory()) {
    return fail(
      `${folder} can't be ${found === folder ? 'used' : 'created'}: ${found} is a file, not a folder`,
      `set ${variable} to a folder`,
    );
  }
  try {
    accessSync(found, constants.W_OK | constants.X_OK | constants.R_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return fail(
      `${folder} can't be written (${code} at ${found})`,
      `allow this user (${process.getuid?.() ?? 'unknown'}) to write there, or set ${variable} to another folder`,
    );
  }
  return ok(found === folder ? `${folder} can be written` : `${folder} will be created by the first start`);
}

/** A warning in place of the failure that a folder whose data can be read can't be written. */
function onlyRead({ finding, remedy }: Check): Check {
  return warn(
    `${finding}: searches and other commands that only read work, all others do not`,
    `if more is wanted, ${remedy}`,
  );
}

function isAllowed(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode);
    return true;
  } catch {
    return false;
  }
}

/** @returns the folder itself, or its nearest parent that exists */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function checkSpace(folder: string): Check {
  const { bavail, bsize, blocks } = statfsSync(folder);
  const free = bavail * bsize;
  const finding = `${formatBytes(free)} free of ${formatBytes(blocks * bsize)}`;
  const remedy = 'free some space, or move SITEGREP_DATA_DIR to a larger disk';
  if (free < MIN_BYTES) return fail(finding, remedy);
  return free < LOW_BYTES ? warn(finding, remedy) : ok(finding);
}

/** Number of files that a finding names. */
const NAMED = 3;

/** Looks for what other users of the machine may read or write. Where only access lists count, modes say nothing. */
function checkModes(folder: string): readonly Check[] {
  if (process.platform === 'win32') return [];
  // No other user comes into a folder without these bits, whatever is in it.
  if ((statSync(folder).mode & OTHERS) === 0) return [ok('only its user may read it')];
  const wide = [folder, ...pathsIn(folder)].flatMap((path) => {
    const mode = (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
    return (mode & OTHERS) === 0 ? [] : [`${path} (${mode.toString(8)})`];
  });
  const more = wide.length <= NAMED ? '' : ` and ${wide.length - NAMED} more`;
  return [
    warn(
      `other users of this machine may read ${wide.slice(0, NAMED).join(', ')}${more}`,
      `take that from them: chmod -R go= ${folder}`,
    ),
  ];
}

function pathsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

function checkHolder(folder: string): readonly Check[] {
  const holder = holderOf(folder);
  if (holder.kind === 'free') return [ok('no process uses it')];
  return [ok(`${holder.pid === null ? 'a process' : `process ${holder.pid}`} uses it`)];
}

function refused(folder: string): readonly Check[] {
  refuseUnfinishedRestore(folder);
  return [];
}

function checkVersions(folder: string): readonly Check[] {
  const databases = inspectDatabases(folder);
  return [ok(databases === 0 ? 'it is empty' : 'its databases are of this version')];
}

/** So many pending logs mean that the builder does not keep up, or has failed. */
const MANY_LOGS = 4;

function checkIndex(folder: string): readonly Check[] {
  const index = inspectIndex(folder);
  const { ok: fine, warn: slow } = checksOf('index');
  if (index === null) return [];
  const { domains, segments, pendingLogs } = index;
  const finding = `${counted(domains, 'domain')} in ${counted(segments, 'segment')}; no file is missing or truncated ("sitegrep index verify" reads all of them)`;
  if (pendingLogs < MANY_LOGS) return [fine(finding)];
  return [
    slow(
      `${pendingLogs} logs are not yet built into segments, which makes searches slow`,
      'see the log of the process that writes; "sitegrep index merge" builds them while no other process uses the folder',
    ),
  ];
}
