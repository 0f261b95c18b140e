// The body of an answer as it streams in, with every content coding undone.
import type { Readable } from 'node:stream';
import {
  decoded,
  endsLikeHtml,
  TooExpansive,
  Undecodable,
  type BodyCodings,
  type DecodingLimits,
} from '@sitegrep/http';
import { FailureError, final, type Failure } from './failure.ts';

/** How a body ended. */
export interface BodyEnd {
  /** Whether there was more than the cap, or bytes are missing at the end. */
  readonly truncated: boolean;
  /** The error that kept the end of the body away; null if nothing did. */
  readonly cut: unknown;
}

export const COMPLETE: BodyEnd = { truncated: false, cut: null };

/**
 * Whether a page whose end is missing is kept when no further attempt is made: whatever came before the connection broke, as in
 * browsers; of an answer that takes too long, only a page that is whole without what is missing.
 *
 * @param tail last bytes of what came, at least 1 KiB if there are as many
 */
export function isKept(failure: Failure, tail: Buffer): boolean {
  return failure.outcome === 'timed_out' ? endsLikeHtml(tail) : failure.outcome === 'http_error';
}

/**
 * The decoded body, at most `limits.maxBytes` of it. If the connection ends too early, it gives what came until then.
 *
 * @throws FailureError if it is not in its stated coding or expands beyond `limits.maxExpansion`, and the error of `body` if
 *   nothing came of it
 */
export async function* decodedBody(
  body: Readable,
  codings: BodyCodings,
  limits: DecodingLimits,
): AsyncGenerator<Buffer, BodyEnd> {
  let cut: unknown = null;
  async function* received(): AsyncGenerator<Buffer> {
    try {
      // Only the code below destroys the body.
      const chunks: AsyncIterable<unknown> = body.iterator({ destroyOnReturn: false });
      for await (const bytes of chunks) {
        if (Buffer.isBuffer(bytes)) yield bytes;
      }
    } catch (error) {
      cut = error;
    }
  }
  const layers = decoded(received(), codings, limits);
  let size = 0;
  try {
    for (let next = await layers.next(); ; next = await layers.next()) {
      if (next.done === true) {
        if (cut !== null && size === 0) throw cut;
        // A compressed body tells by itself whether it is complete.
        const isWhole = cut === null || (codings.codings.length > 0 && !next.value);
        return { truncated: next.value || !isWhole, cut: isWhole ? null : cut };
      }
      size += next.value.length;
      yield next.value;
    }
  } catch (error) {
    const why = cut ?? failureOf(error);
    // The error tells a recorder of the body that it was given up, not truncated at the cap.
    body.on('error', () => undefined).destroy(why instanceof Error ? why : new Error(String(why)));
    throw why;
  } finally {
    // Closes the connection if more would come. Nobody reads an error that the body reports for that.
    body.on('error', () => undefined).destroy();
    await layers.return(false);
  }
}

function failureOf(error: unknown): unknown {
  if (error instanceof Undecodable) return new FailureError(final('http_error', error.message));
  if (error instanceof TooExpansive) return new FailureError(final('too_large', error.message));
  return error;
}
