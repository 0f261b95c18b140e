import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OPEN } from './archive-name.ts';
import { NOINDEX } from './origin.ts';
import { writeRecord } from './write-record.ts';

const compress = promisify(gzip);

/** What a file's first record says of how it came about. */
export interface WarcInfo {
  /** Program and version. */
  readonly software: string;
  /** As the hosts got it. */
  readonly userAgent: string;
  /** Whether robots.txt was obeyed. */
  readonly robots: 'obey' | 'ignore';
  /** Whether pages were left out that ask not to be indexed. */
  readonly noindex: 'obey' | 'ignore';
}

/** A WARC file that is being written: whole records only, one gzip member each. */
export class ArchiveFile {
  /** Id of its warcinfo record. */
  readonly warcinfoId: string;
  readonly #path: string;
  readonly #file: FileHandle;
  /** Bytes that are known to be whole members. */
  #size = 0;

  private constructor(path: string, file: FileHandle, warcinfoId: string) {
    this.#path = path;
    this.#file = file;
    this.warcinfoId = warcinfoId;
  }

  /** @param path as it is to be called when it is complete */
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

  /** A sign of life for who else looks at the folder. */
  async touch(): Promise<void> {
    const now = new Date();
    await this.#file.utimes(now, now);
  }

  /** Gives it its name. What a failed `append` left behind the last whole record is cut off. */
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

/** A record as a gzip member, made outside of this thread. */
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

/** Writes a file to a folder and takes it away again. */
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

const CONFORMS_TO = 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/';

function warcinfoRecord(name: string, info: WarcInfo): { readonly id: string; readonly bytes: Buffer } {
  const fields = [
    ['software', info.software],
    ['format', 'WARC File Format 1.1'],
    ['conformsTo', CONFORMS_TO],
    ['robots', info.robots],
    [NOINDEX, info.noindex],
    ['http-header-user-agent', info.userAgent],
  ];
  return writeRecord({
    type: 'warcinfo',
    contentType: 'application/warc-fields',
    date: Date.now(),
    warcinfoId: null,
    fields: [['WARC-Filename', name]],
    head: Buffer.from(fields.map(([key, value]) => `${key}: ${value}\r\n`).join('')),
    payload: null,
  });
}
