// Files of an archive: their names, complete records only, and the completion of files that an earlier process left open.
import { createReadStream } from 'node:fs';
import { open, readdir, rename, stat, truncate, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { gunzip } from './gunzip.ts';
import { warcinfoRecord, type WarcInfo } from './written-records.ts';

/** The process that writes a file. */
export interface Writer {
  readonly host: string;
  readonly pid: number;
}

/** Suffix of a file while its process still writes to it. */
const OPEN = '.open';

/** Matches the names that `archiveName` gives, while the file is open. */
const NAME = /^sitegrep-\d{14}-\d{5,}-(.+)-(\d+)\.warc\.gz\.open$/;

/**
 * Name of a file, such as sitegrep-20261122071831-00000-crawler1-812.warc.gz.
 *
 * @param serial number of the file among the writer's, from 0
 */
export function archiveName(date: Date, serial: number, { host, pid }: Writer): string {
  const digits = date.toISOString().replace(/\D/g, '').slice(0, 14);
  return `sitegrep-${digits}-${String(serial).padStart(5, '0')}-${hostPart(host)}-${pid}.warc.gz`;
}

/** The writer of an open file; null if sitegrep does not write a file of this name. */
function writerOf(name: string): Writer | null {
  const [, host, pid] = NAME.exec(name) ?? [];
  return host === undefined || pid === undefined ? null : { host, pid: Number(pid) };
}

/** A host's name as it stands in file names. */
function hostPart(host: string): string {
  return host.replace(/[^A-Za-z0-9.-]/g, '_').slice(0, 100) || 'host';
}

/** A WARC file that is being written: complete records only, one gzip member each. */
export class ArchiveFile {
  /** Id of its warcinfo record. */
  readonly warcinfoId: string;
  readonly #path: string;
  readonly #file: FileHandle;
  /** Bytes of complete members. */
  #size = 0;

  private constructor(path: string, file: FileHandle, warcinfoId: string) {
    this.#path = path;
    this.#file = file;
    this.warcinfoId = warcinfoId;
  }

  /** @param path the name that the file gets when it is complete */
  static async create(path: string, info: WarcInfo): Promise<ArchiveFile> {
    const file = await open(path + OPEN, 'wx', 0o644);
    try {
      const { id, bytes } = warcinfoRecord(basename(path), info);
      const archive = new ArchiveFile(path, file, id);
      await archive.append([await compressed(bytes)]);
      await syncFolder(dirname(path));
      return archive;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  /** Resolves when the members are on the disk. */
  async append(members: readonly Buffer[]): Promise<void> {
    const bytes = Buffer.concat(members);
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#size + at);
      at += bytesWritten;
    }
    await this.#file.datasync();
    this.#size += bytes.length;
  }

  /** Shows other processes that use the folder that this writer is alive. */
  async touch(): Promise<void> {
    const now = new Date();
    await this.#file.utimes(now, now);
  }

  /** Gives the file its name, and removes bytes that a failed `append` left after the last complete record. */
  async complete(): Promise<void> {
    try {
      await this.#file.truncate(this.#size);
      await this.#file.datasync();
    } finally {
      await this.#file.close();
    }
    await rename(this.#path + OPEN, this.#path);
    await syncFolder(dirname(this.#path));
  }
}

const compress = promisify(gzip);

/** A record as a gzip member, compressed outside of this thread. */
export function compressed(record: Buffer): Promise<Buffer> {
  return compress(record);
}

/** Makes new and renamed files of a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file to a folder and removes it again. */
export async function probeFolder(folder: string, name: string): Promise<void> {
  const path = join(folder, name);
  const file = await open(path, 'w', 0o644);
  try {
    await file.writeFile('sitegrep\n');
    await file.datasync();
  } finally {
    await file.close();
    await unlink(path);
  }
}

/** Time after which a writer that has not touched its file counts as dead, in milliseconds; see `TOUCH_MS`. */
const DEAD_AFTER_MS = 15 * 60_000;

/** Interval at which a writer touches its file, in milliseconds. */
export const TOUCH_MS = 60_000;

/**
 * Completes the files in a folder whose writers are gone: those of this host whose process does not run, and those that
 * have not been touched for a quarter of an hour. A file is truncated after its last complete record and renamed.
 *
 * @param self is about to write, and has no file open yet
 * @returns names of the files that were completed
 */
export async function completeInterrupted(folder: string, self: Writer): Promise<readonly string[]> {
  const completed: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const writer = writerOf(name);
    if (writer === null || !(await isGone(writer, self, join(folder, name)))) continue;
    const path = join(folder, name);
    const end = await endOfRecords(path);
    if (end === 0) await unlink(path);
    else {
      if (end < (await stat(path)).size) await truncate(path, end);
      await rename(path, path.slice(0, -OPEN.length));
      completed.push(name.slice(0, -OPEN.length));
    }
  }
  return completed;
}

async function isGone({ host, pid }: Writer, self: Writer, path: string): Promise<boolean> {
  if (host === hostPart(self.host) && (pid === self.pid || !isRunning(pid))) return true;
  return Date.now() - (await stat(path)).mtimeMs > DEAD_AFTER_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** End of the last complete gzip member; 0 if there is none. */
async function endOfRecords(path: string): Promise<number> {
  /** Start of the damage that no complete member follows. */
  let damagedFrom: number | null = null;
  /** Offset of the member that has begun, and may be complete. */
  let member: number | null = null;
  for await (const piece of gunzip(createReadStream(path, { highWaterMark: 256 * 1024 }))) {
    if (piece.kind === 'bytes') continue;
    if (member !== null && member !== piece.offset) damagedFrom = null;
    if (piece.kind === 'member') member = piece.offset;
    else {
      damagedFrom ??= piece.offset;
      member = null;
    }
  }
  if (member !== null) damagedFrom = null;
  return damagedFrom ?? (await stat(path)).size;
}
