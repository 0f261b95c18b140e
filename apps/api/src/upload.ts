import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { BrokenGzip, ListTooLarge, splitLines, unpacked } from '@sitegrep/intake';
import type { FastifyRequest } from 'fastify';
import { capped, refuseAnnounced, tooLarge } from './body.ts';
import { badRequest } from './failure.ts';
import { requireMediaType } from './media-type.ts';

/** Names of the one compression that uploads may have (RFC 9110, 8.4.1.3). */
const GZIP = ['gzip', 'x-gzip'];

interface Upload<Type> {
  readonly type: Type;
  /** As they come in, in bounded memory. Throws Failure too_large, bad_request. */
  readonly lines: AsyncIterable<string>;
  /** Instead of the lines: reads the body to its end. Throws the same. */
  readonly drain: () => Promise<void>;
}

/**
 * Begins to read a list that is a request's body. It may be gzip, whether or not Content-Encoding says so.
 *
 * @param types that are taken, in lower case
 * @param maxBytes of the body, and of the list when it is unpacked
 * @param onChunk told of the body's bytes as they come
 * @throws Failure too_large, unsupported_media_type
 */
export async function openUpload<Type extends string>(
  { headers, raw }: FastifyRequest,
  types: readonly Type[],
  maxBytes: number,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<Upload<Type>> {
  await refuseAnnounced(raw, headers, maxBytes);
  return {
    type: requireMediaType(headers, types, GZIP),
    lines: splitLines(unpackedBody(raw, headers, maxBytes, onChunk)),
    drain: async () => {
      for await (const chunk of capped(raw, headers, maxBytes)) onChunk(chunk);
    },
  };
}

async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

async function* unpackedBody(
  body: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* unpacked(watched(capped(body, headers, maxBytes), onChunk), maxBytes);
  } catch (error) {
    if (!(error instanceof BrokenGzip) && !(error instanceof ListTooLarge)) throw error;
    // Who is busy sending reads no answer.
    for await (const _ of capped(body, headers, maxBytes));
    if (error instanceof ListTooLarge) throw tooLarge(maxBytes);
    const remedy = 'send the whole file again';
    throw badRequest({ field: 'The gzip of the list', problem: error.problem, remedy });
  }
}
