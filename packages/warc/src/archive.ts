// Writes a crawl as WARC files. written-records.ts makes the records, archive-files.ts names, writes and completes files.
import { existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import {
  ArchiveFile,
  archiveName,
  completeInterrupted,
  compressed,
  probeFolder,
  TOUCH_MS,
  type Writer,
} from './archive-files.ts';
import { WarcUnwritable } from './errors.ts';
import { exchangeRecords, type CapturedExchange, type WarcInfo } from './written-records.ts';

export interface WarcArchiveOptions {
  /** Folder of the files, created if need be. Several processes may write to it. */
  readonly folder: string;
  /** Size at which a file is completed and the next one begun, in bytes. */
  readonly maxFileBytes: number;
  readonly info: WarcInfo;
}

/** WARC 1.1 files of a crawl, gzip by record: a warcinfo record, then response and request of each exchange. */
export interface WarcArchive {
  /** Names of files that an earlier process had left open, and that are complete now. */
  readonly completed: readonly string[];
  /**
   * Resolves when both records of the exchange are on the disk. Exchanges are written in the order of the calls; a caller
   * that waits for each call holds one exchange at a time, which bounds memory.
   *
   * @throws WarcUnwritable, after the first failure for every further exchange
   */
  add(exchange: CapturedExchange): Promise<void>;
  /** Completes the file that is open. @throws WarcUnwritable */
  close(): Promise<void>;
}

/** Maximum exchanges that are compressed at the same time and share a write. */
const BATCH_EXCHANGES = 32;
/** Bytes of bodies that end a batch, too. */
const BATCH_BYTES = 16 * 1024 * 1024;

interface Queued {
  readonly exchange: CapturedExchange;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** @throws WarcUnwritable if the folder can't be created or written to */
export async function openWarcArchive(options: WarcArchiveOptions): Promise<WarcArchive> {
  const folder = resolve(options.folder);
  const self: Writer = { host: hostname(), pid: process.pid };
  const unwritable = (error: unknown): WarcUnwritable => new WarcUnwritable(folder, error);
  let completed: readonly string[];
  try {
    makeFolder(folder);
    await probeFolder(folder, `.sitegrep-writable-${process.pid}`);
    completed = await completeInterrupted(folder, self);
  } catch (error) {
    throw unwritable(error);
  }

  const queue: Queued[] = [];
  let file: ArchiveFile | null = null;
  let serial = 0;
  let failure: WarcUnwritable | null = null;
  let writing: Promise<void> | null = null;
  let closed = false;

  const openFile = (): Promise<ArchiveFile> => {
    let name = '';
    // A process that ended within this second may have had the same id.
    do name = archiveName(new Date(), serial++, self);
    while (existsSync(join(folder, name)));
    return ArchiveFile.create(join(folder, name), options.info);
  };

  const write = async (batch: readonly Queued[]): Promise<void> => {
    file ??= await openFile();
    const { warcinfoId } = file;
    const records = batch.flatMap(({ exchange }) => exchangeRecords(exchange, warcinfoId));
    await file.append(await Promise.all(records.map(compressed)));
    for (const one of batch) one.resolve();
    if (file.size < options.maxFileBytes) return;
    const full = file;
    file = null;
    await full.complete();
  };

  const writeAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = takeBatch(queue);
      try {
        if (failure === null) await write(batch);
      } catch (error) {
        failure = unwritable(error);
      }
      // Rejecting an exchange that was written has no effect: its promise is resolved.
      if (failure !== null) for (const one of batch) one.reject(failure);
    }
    writing = null;
  };

  const toucher = setInterval(() => {
    file?.touch().catch((error: unknown) => {
      failure ??= unwritable(error);
    });
  }, TOUCH_MS).unref();

  return {
    completed,
    add(exchange) {
      if (failure !== null) return Promise.reject(failure);
      if (closed) return Promise.reject(unwritable('it is closed'));
      const { promise, resolve: written, reject } = Promise.withResolvers<void>();
      queue.push({ exchange, resolve: written, reject });
      writing ??= writeAll();
      return promise;
    },
    async close() {
      closed = true;
      clearInterval(toucher);
      await writing;
      const last = file;
      file = null;
      try {
        await last?.complete();
      } catch (error) {
        // After a reported failure the file may stay open: the next start completes it.
        if (failure === null) throw unwritable(error);
      }
    },
  };
}

function takeBatch(queue: Queued[]): readonly Queued[] {
  let bytes = 0;
  const last = queue.findIndex(({ exchange }, n) => {
    for (const chunk of exchange.body) bytes += chunk.length;
    return bytes >= BATCH_BYTES || n + 1 >= BATCH_EXCHANGES;
  });
  return queue.splice(0, last === -1 ? queue.length : last + 1);
}

/** Makes a folder without `recursive: true`, which never returns on file systems that refuse it with ENOENT (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}
