// The pages of captures, one file after the other: a file that can't be read does not keep the others from being imported.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  isZip,
  NotWarcError,
  readWarc,
  RobotsTexts,
  type WarcCounts,
  type WarcPage,
  type WarcProblem,
} from '@sitegrep/warc';
import type { RequestFile } from './request-files.ts';

/** The way in which the reading of a file ended. */
export interface FileOutcome {
  readonly file: string;
  /** Why it could not be read to its end; null if it was. */
  readonly error: string | null;
  readonly counts: WarcCounts;
}

interface CapturedFilesOptions {
  readonly maxBodyBytes: number;
  /** Called with the number of bytes as they are read. */
  readonly onBytes: (bytes: number) => void;
  /** Called for each damaged record as it is found. */
  readonly onProblem: (file: string, problem: WarcProblem) => void;
  readonly onFile: (outcome: FileOutcome) => void;
}

/** Reads the pages of files in order. @throws errors of `files` */
export async function* capturedPages(
  files: AsyncIterable<RequestFile>,
  options: CapturedFilesOptions,
): AsyncGenerator<WarcPage> {
  const robotsTexts = new RobotsTexts();
  for await (const { name, bytes } of files) yield* pagesOf(name, bytes, robotsTexts, options);
}

async function* pagesOf(
  name: string,
  bytes: Readable,
  robotsTexts: RobotsTexts,
  { maxBodyBytes, onBytes, onProblem, onFile }: CapturedFilesOptions,
): AsyncGenerator<WarcPage> {
  const chunks = counted(bytes.iterator({ destroyOnReturn: false }), onBytes);
  await using source = await openSource(chunks);
  const reader = readWarc(source.from, {
    maxBodyBytes,
    robotsTexts,
    onProblem: (problem) => onProblem(name, problem),
  });
  let error: string | null = null;
  try {
    yield* reader;
  } catch (cause) {
    if (!(cause instanceof NotWarcError)) throw cause;
    error = cause.message;
    // The next file comes after the rest of this one.
    for await (const _ of bytes.iterator({ destroyOnReturn: false }));
  }
  const { counts } = reader;
  if (error === null && counts.unreadEntries > 0) error = "entries of it can't be read";
  onFile({ file: name, error, counts });
}

async function* counted(
  chunks: AsyncIterable<unknown>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A file gives bytes.');
    onBytes(chunk.length);
    yield chunk;
  }
}

interface Source extends AsyncDisposable {
  readonly from: string | Readable;
}

/** Makes a source of chunks. A ZIP, whose directory is at its end, is written to a temporary file first. */
async function openSource(chunks: AsyncGenerator<Uint8Array, void, undefined>): Promise<Source> {
  const start = await startOf(chunks);
  const all = Readable.from(startingWith(start, chunks), { objectMode: false });
  if (!isZip(start)) return { from: all, [Symbol.asyncDispose]: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-import-'));
  const path = join(folder, 'capture.wacz');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(all, createWriteStream(path));
    return { from: path, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const MAGIC_BYTES = 4;

/** The first bytes of a file, enough to know a ZIP by them if there are so many. */
async function startOf(chunks: AsyncGenerator<Uint8Array, void, undefined>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < MAGIC_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

async function* startingWith(
  start: Buffer,
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (start.length > 0) yield start;
  yield* rest;
}
