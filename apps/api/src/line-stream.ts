// Answers of many lines, which are sent as fast as the client reads them.
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { jsonLine } from '@sitegrep/contract/json';
import { StorageBusy, StorageUnavailable } from '@sitegrep/storage';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorBody, Failure } from './failure.ts';
import { failureOf } from './plugins/errors.ts';

export const NDJSON = 'application/x-ndjson';

/**
 * Sends text piece by piece. If making it fails, the connection is closed before the end of the body; in NDJSON a last line
 * has the error.
 *
 * @param type media type
 */
export function sendLines(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  lines: AsyncGenerator<string, void>,
): FastifyReply {
  return sendPieces(reply, `${type}; charset=utf-8`, withError(request, reply, type, lines));
}

/** Sends bytes piece by piece. If making them fails, the connection is closed before the end of the body. */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  pieces: AsyncGenerator<Uint8Array, void>,
): FastifyReply {
  return sendPieces(reply, type, withError(request, reply, type, pieces));
}

function sendPieces(
  reply: FastifyReply,
  type: string,
  pieces: AsyncGenerator<string | Uint8Array, void>,
): FastifyReply {
  reply.header('content-type', type);
  // A proxy must not hold the answer back until its end.
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
  return reply.send(Readable.from(pieces, { highWaterMark: 1 }));
}

async function* withError(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  pieces: AsyncGenerator<string | Uint8Array, void>,
): AsyncGenerator<string | Uint8Array, void> {
  try {
    yield* pieces;
  } catch (error) {
    if (reply.raw.destroyed) return;
    if (type === NDJSON) {
      const { code, message } = failureOf(error instanceof Error ? error : new Error(String(error)), request);
      yield jsonLine(errorBody(code, message));
    }
    // The connection is closed without an end, which tells a truncated answer from a complete one.
    throw error;
  }
}

/** Time before work is retried that was refused for overload or without a storage, in milliseconds. */
const RETRY_MS = 500;

/**
 * Retries work that failed for overload or without a storage.
 *
 * @throws the last error when `signal` fires, or so many milliseconds after the first one
 */
export async function withRetries<Value>(
  work: () => Promise<Value>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Value> {
  for (let failedAt: number | null = null; ;) {
    try {
      return await work();
    } catch (error) {
      const isTemporary =
        error instanceof StorageBusy ||
        error instanceof StorageUnavailable ||
        (error instanceof Failure && error.code === 'unavailable');
      failedAt ??= performance.now();
      if (!isTemporary || signal.aborted || performance.now() - failedAt > patienceMs) throw error;
      await setTimeout(RETRY_MS, undefined, { signal });
    }
  }
}
