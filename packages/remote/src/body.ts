// The bytes of an answer: as many as it says, and never for longer than a server may be silent, or trickle.
import type { Readable } from 'node:stream';
import { brokenOff } from '@sitegrep/crawl';
import { shownUrl } from './urls.ts';
import { Passing } from './patience.ts';
import type { GivenRange } from './ranges.ts';
import { RemoteError } from './remote-error.ts';

/** Bytes a second below which an answer is given up, and requested again from where it was. */
const MIN_RATE = 1_024;

export interface BodyLimits {
  /** Longest time without a byte, in milliseconds; also the time over which the rate is measured. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the bytes of a range; the body is destroyed afterwards unless it ended by itself.
 *
 * @param given null: the whole file, whose size is not known
 * @throws Passing if it breaks off; RemoteError if it has more bytes than it says
 */
export async function* readBody(
  body: Readable,
  url: URL,
  given: GivenRange | null,
  { silenceMs, signal }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  const expected = given === null ? Number.POSITIVE_INFINITY : given.to - given.from;
  const parts = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const rate = openRate(silenceMs);
  let received = 0;
  try {
    for (;;) {
      const next = await rate.measured(withinSilence(parts.next(), silenceMs, received === expected));
      if (next === 'silent' || next.done === true) break;
      received += next.value.length;
      if (received > expected) {
        throw new RemoteError(
          'wrong_range',
          `${shownUrl(url.href)} sent more bytes than its Content-Range says. Read from a mirror`,
        );
      }
      yield next.value;
      rate.check(next.value.length);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Passing || error instanceof RemoteError) throw error;
    throw new Passing('unreachable', brokenOff(error, url).message);
  } finally {
    body.destroy();
  }
  if (received < expected && given !== null)
    throw new Passing(
      'unreachable',
      `${url.hostname} closed the connection before the whole answer had arrived`,
    );
}

/** The next part, unless the server is silent for too long. @param mayBeSilent whether nothing more is expected */
async function withinSilence<T>(
  next: Promise<T>,
  silenceMs: number,
  mayBeSilent: boolean,
): Promise<T | 'silent'> {
  const { promise: silent, resolve } = Promise.withResolvers<'silent'>();
  const timer = setTimeout(resolve, silenceMs, 'silent');
  try {
    const first = await Promise.race([next, silent]);
    if (first === 'silent' && !mayBeSilent)
      throw new Passing('unreachable', `nothing came for ${silenceMs / 1_000} s`);
    return first;
  } finally {
    clearTimeout(timer);
  }
}

interface Rate {
  /** Measures the time of a wait for bytes; that of whoever reads them does not count. */
  measured<T>(wait: Promise<T>): Promise<T>;
  /** Counts bytes. @throws Passing if they come too slowly */
  check(bytes: number): void;
}

function openRate(windowMs: number): Rate {
  let [waitedMs, bytes] = [0, 0];
  return {
    async measured(wait) {
      const start = performance.now();
      const result = await wait;
      waitedMs += performance.now() - start;
      return result;
    },
    check(more) {
      bytes += more;
      if (waitedMs < windowMs) return;
      const isTooSlow = bytes < (MIN_RATE * waitedMs) / 1_000;
      if (isTooSlow)
        throw new Passing('unreachable', `only ${bytes} bytes came in ${(waitedMs / 1_000).toFixed(1)} s`);
      [waitedMs, bytes] = [0, 0];
    },
  };
}
