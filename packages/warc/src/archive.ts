// Writes a crawl as WARC files. exchange-records.ts makes records of an exchange, write-record.ts their bytes,
// archive-file.ts keeps one file, interrupted.ts completes what an earlier process left, archive-name.ts names them all.
import { existsSync, mkdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ArchiveFile, compressed, probeFolder, type WarcInfo } from './archive-file.ts';
import { archiveName, type Writer } from './archive-name.ts';
import { exchangeRecords, type CapturedExchange } from './exchange-records.ts';
import { completeInterrupted, TOUCH_MS } from './interrupted.ts';
import { WarcUnwritable } from './unwritable.ts';

export interface WarcArchiveOptions {
  /** Made if need be. Several processes may write to it. */
  readonly folder: string;
  /** A file that is longer is completed and the next one begun. */
  readonly maxFileBytes: number;
  readonly info: WarcInfo;
}

/** WARC 1.1 files of a crawl, gzip by record: a warcinfo record, then response and request of each exchange. */
export interface WarcArchive {
  /** Names of files that an earlier process had left open, and that are complete now. */
  readonly completed: readonly string[];
  /**
   * Resolves when both records of the exchange are on the disk. Exchanges are written in the order they come in; who
   * waits for each holds one at a time, which bounds memory.
   *
   * @throws WarcUnwritable, from the first failure on for every further exchange
   */
  add(exchange: CapturedExchange): Promise<void>;
  /** Completes the file that is open. @throws WarcUnwritable */
  close(): Promise<void>;
}

/** Exchanges that are compressed at the same time and share a write. */
const BATCH_EXCHANGES = 32;
/** … or as many as have this many bytes of bodies. */
const BATCH_BYTES = 16 * 1024 * 1024;

interface Waiting {
  readonly exchange: CapturedExchange;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** @throws WarcUnwritable if the folder can't be made or written to */
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

  const waiting: Waiting[] = [];
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

  const write = async (batch: readonly Waiting[]): Promise<void> => {
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
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      try {
        if (failure === null) await write(batch);
      } catch (error) {
        failure = unwritable(error);
      }
      // Those that were written are settled already.
      if (failure !== null) for (const one of batch) one.reject(failure);
    }
    writing = null;
  };

  const signOfLife = setInterval(() => {
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
      waiting.push({ exchange, resolve: written, reject });
      writing ??= writeAll();
      return promise;
    },
    async close() {
      closed = true;
      clearInterval(signOfLife);
      await writing;
      const last = file;
      file = null;
      try {
        await last?.complete();
      } catch (error) {
        // After a failure that was told the file may stay as it is, until the next start completes it.
        if (failure === null) throw unwritable(error);
      }
    },
  };
}

function takeBatch(waiting: Waiting[]): readonly Waiting[] {
  let bytes = 0;
  const enough = waiting.findIndex(({ exchange }, n) => {
    for (const chunk of exchange.body) bytes += chunk.length;
    return bytes >= BATCH_BYTES || n + 1 >= BATCH_EXCHANGES;
  });
  return waiting.splice(0, enough === -1 ? waiting.length : enough + 1);
}

/** Not by `recursive: true`, which never returns where a file system refuses to make folders with ENOENT (/proc does). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}
