// Files on servers: each read is one request, or more where an answer breaks off. gate.ts lets one request run at a time,
// request.ts judges its answer, body.ts reads it within bounds, and patience.ts says how long a server is waited for.
import { setTimeout as delay } from 'node:timers/promises';
import type { GuardedRequests } from '@sitegrep/crawl';
import { LRUCache } from 'lru-cache';
import { readBody } from './body.ts';
import { openGate } from './gate.ts';
import { hasChanged, type Identity } from './identity.ts';
import { below, type Location, locationOf } from './locations.ts';
import { Passing, Patience, type PatienceLimits, type RemoteWait } from './patience.ts';
import { type ByteRange, checkRange, isWhole } from './ranges.ts';
import { RemoteError } from './remote-error.ts';
import { type RangeAnswer, requestRange } from './request.ts';
import { type S3Settings, s3Settings } from './s3.ts';
import { shownUrl } from './urls.ts';

export interface RemoteOptions {
  /** Sends the requests; closed with the files. */
  readonly requests: GuardedRequests;
  /** User-Agent of each request. */
  readonly userAgent: string;
  /** URL of http, https or s3 that paths are below; null: paths are such URLs themselves. */
  readonly base: string | null;
  /** Variables of AWS, for s3. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether 403 without credentials means that the server is busy, as that of Common Crawl does. */
  readonly throttlesBy403: boolean;
  /** Called when the server is waited for, and with null when no longer. */
  readonly onWait?: (wait: RemoteWait | null) => void;
  readonly patience?: PatienceLimits;
  /** Longest time without an answer, or a byte of it, in milliseconds. */
  readonly silenceMs?: number;
  readonly clock?: RemoteClock;
}

interface RemoteClock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A number from 0 to 1. */
  random(): number;
}

/** All requests that were sent and all bytes of files that came, also those that did not help. */
export interface RemoteCounts {
  readonly requests: number;
  readonly bytes: number;
}

/** One request runs at a time: a read waits for the end of another, also of a stream that somebody else reads. */
export interface RemoteFiles {
  /**
   * Reads bytes of a file; fewer where it ends.
   *
   * @throws RemoteError; RangeError for a range or a path that is none; what the signal was aborted with
   */
  read(path: string, range: ByteRange, signal: AbortSignal): Promise<Uint8Array>;
  /** The same as the bytes come, for large ranges. Goes on at the byte where an answer broke off. */
  stream(path: string, range: ByteRange, signal: AbortSignal): AsyncGenerator<Uint8Array>;
  size(path: string, signal: AbortSignal): Promise<number>;
  readonly counts: RemoteCounts;
  close(): Promise<void>;
}

/** Files whose identity is remembered. */
const MAX_REMEMBERED = 10_000;
/** Bytes that `read` gives at most. */
const MAX_READ_BYTES = 256 * 1024 * 1024;
/** Bytes of one attempt that count as progress. */
const PROGRESS_BYTES = 65_536;
const HOUR_MS = 3_600_000;

const SYSTEM_CLOCK: RemoteClock = {
  now: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
  random: Math.random,
};

/** @throws RangeError if the base or the variables of AWS are invalid */
export function openRemoteFiles(options: RemoteOptions): RemoteFiles {
  const { requests, base, onWait, silenceMs = 60_000, clock = SYSTEM_CLOCK } = options;
  const { patience: limits = { busyMs: HOUR_MS, unreachableMs: HOUR_MS } } = options;
  const s3: S3Settings = s3Settings(options.environment);
  if (base !== null) locationOf(base, s3);
  const gate = openGate();
  const known = new LRUCache<string, Identity>({ max: MAX_REMEMBERED });
  const counts = { requests: 0, bytes: 0 };
  const parts = {
    requests,
    userAgent: options.userAgent,
    throttlesBy403: options.throttlesBy403,
    answerMs: silenceMs,
    now: () => clock.now(),
    onRequest: () => void counts.requests++,
  };
  const locate = (path: string): Location => locationOf(base === null ? path : below(base, path), s3);

  /** @throws RemoteError if the file is another one than before */
  function identify(path: string, isFresh: boolean, { identity, url, body }: RangeAnswer): void {
    const before = isFresh ? undefined : known.get(path);
    if (before !== undefined && hasChanged(before, identity)) {
      body?.destroy();
      throw new RemoteError(
        'changed',
        `${shownUrl(url.href)} was changed while it was read: read it once more from its start`,
      );
    }
    known.set(path, identity);
  }

  async function waitFor(
    error: Passing,
    patience: Patience,
    name: string,
    signal: AbortSignal,
  ): Promise<void> {
    const ms = patience.after(error, clock.now(), name);
    onWait?.({ until: clock.now() + ms, server: new URL(name).host, reason: error.message });
    try {
      await clock.sleep(ms, signal);
    } finally {
      onWait?.(null);
    }
    signal.throwIfAborted();
  }

  /** Reads a range, with as many requests as it takes. @param onAnswer called with each answer before its body is read */
  async function* reading(
    path: string,
    range: ByteRange,
    { wants = 'bytes', onAnswer }: { wants?: 'bytes' | 'size'; onAnswer?: (answer: RangeAnswer) => void },
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    checkRange(range);
    const location = locate(path);
    const name = shownUrl(location.url.href);
    const leave = await gate.enter(signal);
    try {
      const patience = new Patience(limits, () => clock.random());
      let rest = range;
      let isFresh = isWhole(range);
      for (;;) {
        let received = 0;
        try {
          signal.throwIfAborted();
          const answer = await requestRange(location, rest, wants, parts, signal);
          identify(path, isFresh, answer);
          isFresh = false;
          onAnswer?.(answer);
          const { body, range: given } = answer;
          if (body === null) return;
          // Where the last bytes of a file begin, and where it ends, the first answer tells.
          if (given !== null) rest = { from: given.from, to: given.to };
          for await (const bytes of readBody(body, answer.url, given, { silenceMs, signal })) {
            counts.bytes += bytes.length;
            received += bytes.length;
            rest = { ...rest, from: rest.from + bytes.length };
            if (received >= PROGRESS_BYTES) patience.restore();
            yield bytes;
          }
          return;
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof Passing)) throw error;
          // The answer broke off at its very end.
          if (rest.to !== undefined && rest.from >= rest.to) return;
          await waitFor(error, patience, name, signal);
        }
      }
    } finally {
      leave();
    }
  }

  return {
    counts,
    stream: (path, range, signal) => reading(path, range, {}, signal),
    async read(path, range, signal) {
      const pieces: Uint8Array[] = [];
      let bytes = 0;
      for await (const piece of reading(path, range, {}, signal)) {
        bytes += piece.length;
        if (bytes > MAX_READ_BYTES) {
          const name = shownUrl(locate(path).url.href);
          throw new RemoteError('too_large', `${name} has more than ${MAX_READ_BYTES} bytes in that range`);
        }
        pieces.push(piece);
      }
      return Buffer.concat(pieces, bytes);
    },
    async size(path, signal) {
      let size: number | null = null;
      const onAnswer = ({ identity }: RangeAnswer): void => {
        size = identity.size;
      };
      for await (const _ of reading(path, { from: 0, to: 1 }, { wants: 'size', onAnswer }, signal));
      if (size === null) {
        const name = shownUrl(locate(path).url.href);
        throw new RemoteError(
          'unsized',
          `the server of ${name} does not tell its size. Read it from its start`,
        );
      }
      return size;
    },
    close: () => requests.close(),
  };
}
