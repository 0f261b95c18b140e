import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '@sitegrep/config';
import { holderOf, inspectDatabases, inspectIndex, refuseUnfinishedRestore } from '@sitegrep/storage/sqlite';
import { counted, formatBytes } from '../terminal.ts';
import { checksOf, failedCheck, type Check } from './check.ts';

const { ok, warn, fail } = checksOf('data folder');

const LITTLE_BYTES = 2 ** 30;
const TOO_LITTLE_BYTES = 64 * 2 ** 20;

/** Looks at the data folder and what is in it; changes nothing. */
export function checkDataFolder(config: Config): readonly Check[] {
  const folder = resolve(config.dataDir);
  const written = checkWritable(folder, 'SITEGREP_DATA_DIR');
  const warc = config.warcDir === null ? [] : [checkWritable(resolve(config.warcDir), 'SITEGREP_WARC_DIR')];
  const room = checkRoom(nearestFolder(folder));
  if (written.status === 'fail' || !existsSync(folder)) return [written, ...warc, room];
  return [
    written,
    ...warc,
    room,
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

/** Asks the system for what this user may do; root may write wherever the file system lets anybody. */
function checkWritable(folder: string, variable: string): Check {
  const found = nearestFolder(folder);
  if (!statSync(found).isDirectory()) {
    return fail(
      `${folder} can't be ${found === folder ? 'used' : 'made'}: ${found} is a file, no folder`,
      `set ${variable} to a folder`,
    );
  }
  try {
    accessSync(found, constants.W_OK | constants.X_OK | constants.R_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return fail(
      `${folder} can't be written (${code} at ${found})`,
      `give this user (${process.getuid?.() ?? 'unknown'}) the right to write there, or set ${variable} to another folder`,
    );
  }
  return ok(found === folder ? `${folder} can be written` : `${folder} will be made at the first start`);
}

/** The folder itself, or the nearest above it that is there. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

function checkRoom(folder: string): Check {
  const { bavail, bsize, blocks } = statfsSync(folder);
  const free = bavail * bsize;
  const told = `${formatBytes(free)} free of ${formatBytes(blocks * bsize)}`;
  const remedy = 'free some space, or move SITEGREP_DATA_DIR to a larger disk';
  if (free < TOO_LITTLE_BYTES) return fail(told, remedy);
  return free < LITTLE_BYTES ? warn(told, remedy) : ok(told);
}

function checkHolder(folder: string): readonly Check[] {
  const holder = holderOf(folder);
  if (holder.kind === 'free') return [ok('no process has it')];
  return [ok(`${holder.pid === null ? 'a process' : `process ${holder.pid}`} has it and works with it`)];
}

function refused(folder: string): readonly Check[] {
  refuseUnfinishedRestore(folder);
  return [];
}

function checkVersions(folder: string): readonly Check[] {
  const databases = inspectDatabases(folder);
  return [ok(databases === 0 ? 'nothing is stored in it yet' : 'its databases are of this version')];
}

/** Logs that a builder does not keep up with, or gave up on. */
const MANY_LOGS = 4;

function checkIndex(folder: string): readonly Check[] {
  const index = inspectIndex(folder);
  const { ok: fine, warn: slow } = checksOf('index');
  if (index === null) return [];
  const { domains, segments, waitingLogs } = index;
  const told = `${counted(domains, 'domain', 'domains')} in ${counted(segments, 'segment', 'segments')}; every file is the one that was written ("sitegrep index verify" reads all of them)`;
  if (waitingLogs < MANY_LOGS) return [fine(told)];
  return [
    slow(
      `${waitingLogs} logs wait to be built into segments, which makes searches slow`,
      'the log of the process that writes says why; "sitegrep index merge" builds them while no other process has the folder',
    ),
  ];
}
