import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Checked, parseJson } from '@sitegrep/contract';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { badRequest, Failure } from './failure.ts';
import { requireMediaType } from './media-type.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a request whose route reads JSON. */
    json: unknown;
  }
}

/** Bytes of a JSON body. */
const MAX_JSON_BYTES = 1_048_576;

/**
 * Bytes past a cap that are still read, and thrown away, before the refusal: a client that is busy sending reads no
 * answer, and one whose connection is closed meanwhile may never see it.
 */
const DISCARDED_BYTES = 16 * MAX_JSON_BYTES;

/**
 * A route's `preParsing` hook: reads the body as JSON into `request.json`.
 *
 * @throws Failure too_large, unsupported_media_type, bad_request, looked for in this order
 */
export function readJson(request: FastifyRequest, _reply: unknown, body: RequestPayload): Promise<void> {
  return readJsonBody(request, body, ['application/json']);
}

/** As `readJson`, for a body that may be left out: no bytes are an empty object, of whatever type. */
export async function readOptionalJson(
  request: FastifyRequest,
  _reply: unknown,
  body: RequestPayload,
): Promise<void> {
  const bytes = await bytesOf(request, body);
  if (bytes.length === 0) request.json = {};
  else parseInto(request, bytes, ['application/json']);
}

/** @param accepted all types the route takes, for the refusal of one it doesn't */
export async function readJsonBody(
  request: FastifyRequest,
  body: RequestPayload,
  accepted: readonly string[],
): Promise<void> {
  parseInto(request, await bytesOf(request, body), accepted);
}

async function bytesOf({ headers }: FastifyRequest, body: RequestPayload): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(capped(body, headers, MAX_JSON_BYTES)));
}

function parseInto(request: FastifyRequest, bytes: Buffer, accepted: readonly string[]): void {
  requireMediaType(request.headers, accepted);
  const parsed = parseJson(bytes);
  if (!parsed.ok) throw badRequest(parsed.problem);
  request.json = parsed.value;
}

/** @throws Failure bad_request */
export function requireValid<Value>(checked: Checked<Value>): Value {
  if (!checked.ok) throw badRequest(checked.problem);
  return checked.value;
}

/** A body's bytes. @throws Failure too_large past `maxBytes`, bad_request if the body ends before it is whole */
export async function* capped(
  body: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > maxBytes + DISCARDED_BYTES) throw tooLarge(maxBytes);
  let received = 0;
  try {
    // The stream must stay whole when reading stops early: destroying it would take the answer's connection along.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A body stream gives bytes.');
      received += chunk.length;
      if (received > maxBytes + DISCARDED_BYTES) break;
      if (received <= maxBytes && announced <= maxBytes) yield chunk;
    }
  } catch (error) {
    if (!isCutOff(error)) throw error;
    throw new Failure('bad_request', 'The body ended before it was whole; send all of it.');
  }
  if (received > maxBytes) throw tooLarge(maxBytes);
}

/** @throws Failure too_large if a body says itself that it is larger */
export async function refuseAnnounced(
  body: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
): Promise<void> {
  if (Number(headers['content-length'] ?? 0) <= maxBytes) return;
  for await (const _ of capped(body, headers, maxBytes));
}

export function tooLarge(maxBytes: number): Failure {
  const details = `The body is larger than ${maxBytes} bytes; send less at once.`;
  return new Failure('too_large', details, { connection: 'close' });
}

/** The connection went away, or what came over it stopped being HTTP. */
function isCutOff(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}
