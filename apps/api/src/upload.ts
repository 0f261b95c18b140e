import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { BrokenGzip, ListTooLarge, splitLines, unpacked, type UnreadableList } from '@sitegrep/intake';
import type { FastifyRequest } from 'fastify';
import { capped, refuseAnnounced, requireMediaType, tooLarge } from './body.ts';
import { liftArrivalDeadline } from './arrival.ts';
import { COMMAND_LINE_KEY } from './command-line-key.ts';
import { badRequest, type Failure } from './failure.ts';

/** Content-encodings of gzip, the only compression of uploads (RFC 9110, 8.4.1.3). */
const GZIP = ['gzip', 'x-gzip'];

export interface Upload<Type = string> {
  readonly type: Type;
  /** Lines of the list as they arrive, in bounded memory. Throws Failure too_large or bad_request. */
  readonly lines: AsyncIterable<string>;
  /** Reads the body to its end instead of the lines. Throws the same errors. */
  readonly drain: () => Promise<void>;
}

/**
 * Begins to read a list in a request's body. It may be in gzip, whether or not Content-Encoding says so.
 *
 * @param types allowed media types, in lower case
 * @param limit maximum size of the body, and of the unpacked list, in bytes; the command line has none
 * @param onChunk called with the bytes of the body as they arrive
 * @throws Failure too_large, unsupported_media_type
 */
export async function openUpload<Type extends string>(
  { headers, raw, apiKey }: FastifyRequest,
  types: readonly Type[],
  limit: number,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<Upload<Type>> {
  // The command line reads files of this machine, or a person types: neither is a client that could exhaust anything.
  const isLocal = apiKey === COMMAND_LINE_KEY;
  if (isLocal) liftArrivalDeadline(raw);
  const maxBytes = isLocal ? Infinity : limit;
  await refuseAnnounced(raw, headers, maxBytes);
  return {
    type: requireMediaType(headers, types, GZIP),
    lines: splitLines(unpackedBody(raw, headers, maxBytes, onChunk)),
    drain: async () => {
      for await (const chunk of capped(raw, headers, maxBytes)) onChunk(chunk);
    },
  };
}

/**
 * Reads all bytes of an uploaded file, which may be in gzip, whether or not Content-Encoding says so.
 *
 * @throws Failure too_large, unsupported_media_type, bad_request
 */
export async function bytesUploaded(
  { headers, raw }: FastifyRequest,
  types: readonly string[],
  limit: number,
): Promise<Uint8Array> {
  await refuseAnnounced(raw, headers, limit);
  requireMediaType(headers, types, GZIP);
  const chunks: Uint8Array[] = [];
  for await (const chunk of unpackedBody(raw, headers, limit, () => {})) chunks.push(chunk);
  return Uint8Array.from(Buffer.concat(chunks));
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
    // A client that is still sending does not read our answer.
    for await (const _ of capped(body, headers, maxBytes));
    if (error instanceof ListTooLarge) throw tooLarge(maxBytes);
    const remedy = 'send the whole file again';
    throw badRequest({ field: 'The gzip of the list', problem: error.problem, remedy });
  }
}

/** The failure of an upload whose lines were not read to the end; the body must be read to its end before. */
export function unreadable({ problem, remedy }: UnreadableList): Failure {
  return badRequest({ field: 'The list', problem, remedy });
}
