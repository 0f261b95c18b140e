// The body of a request that sends pages: its encoding is taken off, and its content says what it is.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  mayBeZip,
  NotWarcError,
  openInput,
  readWarc,
  START_LOOK_BYTES,
  unreadCounts,
  type RobotsTexts,
  type WarcCounts,
  type WarcPage,
  type WarcProblem,
  type WarcReader,
} from '@sitegrep/warc';
import { isTruncated } from '../body.ts';
import { badRequest, type Failure } from '../failure.ts';
import type { BodySlot } from './body-slots.ts';
import { restAfter, type ResumePoint, type ResumePoints } from './resume-point.ts';

interface SentBodyOptions {
  /** Whether Content-Encoding states a compression, besides that which the content may have. */
  readonly isEncoded: boolean;
  /** Whether Content-Type says that it is lines of JSON, of which the first may be broken. */
  readonly isJsonLines: boolean;
  readonly maxBodyBytes: number;
  readonly robotsTexts: RobotsTexts;
  /** Slot to read it in. */
  readonly slot: BodySlot;
  /** Point at which an import goes on that was interrupted; null at its start. */
  readonly from: ResumePoint | null;
  /** Is told each page that is given. */
  readonly points: ResumePoints;
  /** Called with the number of bytes as they are read. */
  readonly onBytes: (bytes: number) => void;
  /** Gets each problem as it is found; reading goes on when it has resolved. */
  readonly onProblem: (problem: WarcProblem) => Promise<void>;
}

/** How far the reading of a body came. */
export interface SentBodyEnd {
  /** Why it could not be read to its end; null if it was. */
  readonly error: string | null;
  readonly counts: WarcCounts;
}

/** A body of pages. */
export class SentBody {
  readonly #body: IncomingMessage;
  readonly #options: SentBodyOptions;
  #reader: WarcReader | null = null;
  #error: string | null = null;

  constructor(body: IncomingMessage, options: SentBodyOptions) {
    this.#body = body;
    this.#options = options;
  }

  /** How far its reading came until now. */
  get end(): SentBodyEnd {
    return {
      error: this.#error,
      counts: this.#reader?.counts ?? unreadCounts(this.#options.from?.counts ?? null),
    };
  }

  /**
   * Gives the pages as they arrive, in bounded memory.
   *
   * @throws Failure bad_request if the body is incomplete, or nothing in it is what can be read
   */
  async *pages(): AsyncGenerator<WarcPage, void, undefined> {
    const options = this.#options;
    const { maxBodyBytes, robotsTexts, isJsonLines, from, points } = options;
    const decoding: Decoding = { problem: null };
    const received = arriving(this.#body, options.slot, options.onBytes);
    await using source = await openSource(
      options.isEncoded ? decoded(received, decoding) : received,
      isJsonLines,
    );
    const rest = from === null ? null : restAfter(from);
    const reader = readWarc(source.from, {
      maxBodyBytes,
      robotsTexts,
      isJsonLines,
      ...(rest === null ? {} : { rest }),
      onProblem: async (problem) => {
        isPast ||= (problem.record ?? 0) >= first;
        if (isPast) await options.onProblem(problem);
      },
    });
    this.#reader = reader;
    // Of a body that is read as a whole again, what was told before is passed over.
    const first = from?.record ?? 1;
    let isPast = from === null || rest !== null;
    let error: string | null = null;
    try {
      for await (const page of reader) {
        isPast ||= page.record >= first;
        if (!isPast) continue;
        points.read(page, reader);
        yield page;
      }
    } catch (cause) {
      if (!(cause instanceof NotWarcError)) throw cause;
      error = cause.message;
    }
    const { counts } = reader;
    error ??= decoding.problem;
    if (error === null && counts.unreadEntries > 0) error = "entries of it can't be read";
    if (error !== null && counts.records === 0 && counts.unreadEntries === 0) throw unreadable(error);
    this.#error = error;
  }
}

async function* arriving(
  body: IncomingMessage,
  slot: BodySlot,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    // Reading may stop early without destroying the stream, which would close the connection before the answer.
    slot.awaitsBytes();
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('A body gives bytes.');
      await slot.hasBytes();
      onBytes(chunk.length);
      yield chunk;
      slot.awaitsBytes();
    }
  } catch (error) {
    if (!isTruncated(error)) throw error;
    throw badRequest({ field: 'The body', problem: 'is incomplete', remedy: 'send all of it' });
  }
}

/** Damage of the encoding of a body, in words; null if there is none. */
interface Decoding {
  problem: string | null;
}

/** Takes a compression off; the bytes end where it is damaged. */
async function* decoded(
  chunks: AsyncGenerator<Buffer>,
  decoding: Decoding,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const piece of openInput(chunks).pieces) {
    if (piece.kind === 'bytes') yield piece.bytes;
    if (piece.kind !== 'gap') continue;
    decoding.problem = `its content-encoding is damaged: ${piece.problem}`;
    return;
  }
}

interface Source extends AsyncDisposable {
  readonly from: string | Readable;
}

/** Makes a source of chunks. What may be a ZIP, whose directory is at its end, is written to a temporary file first. */
async function openSource(
  chunks: AsyncGenerator<Buffer, void, undefined>,
  isJsonLines: boolean,
): Promise<Source> {
  const start = isJsonLines ? Buffer.alloc(0) : await startOf(chunks);
  const all = Readable.from(startingWith(start, chunks), { objectMode: false });
  if (!mayBeZip(start)) return { from: all, [Symbol.asyncDispose]: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-sent-'));
  const path = join(folder, 'capture.zip');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(all, createWriteStream(path));
    return { from: path, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The first bytes of a body, enough to know its format by them if there are so many. */
async function startOf(chunks: AsyncGenerator<Buffer, void, undefined>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < START_LOOK_BYTES) {
    const next = await chunks.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

async function* startingWith(
  start: Buffer,
  rest: AsyncGenerator<Buffer, void, undefined>,
): AsyncGenerator<Buffer, void, undefined> {
  if (start.length > 0) yield start;
  yield* rest;
}

function unreadable(problem: string): Failure {
  const remedy = 'send lines of JSON, or one WARC, ARC, WACZ or HAR file';
  const told = problem.startsWith("can't be read") ? problem : `can't be read: ${problem}`;
  return badRequest({ field: 'The body', problem: told, remedy });
}
