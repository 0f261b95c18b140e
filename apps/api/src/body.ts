import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Checked, parseJson } from '@sitegrep/contract';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { badRequest, Failure } from './failure.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Parsed body of a request whose route reads JSON. */
    json: unknown;
  }
}

/** Maximum bytes of a JSON body. */
export const MAX_JSON_BYTES = 1_048_576;

/**
 * Bytes beyond a limit that are still read and discarded before the refusal: a client that is still sending does not read
 * our answer, and may never see it if its connection is closed meanwhile.
 */
const DISCARDED_BYTES = 16 * MAX_JSON_BYTES;

/**
 * Reads the body as JSON into `request.json`; a `preParsing` hook.
 *
 * @throws Failure too_large, unsupported_media_type or bad_request, checked in this order
 */
export function readJson(request: FastifyRequest, _reply: unknown, body: RequestPayload): Promise<void> {
  return readJsonBody(request, body, ['application/json']);
}

/** Media type of a form that a browser sends by itself. */
export const FORM = 'application/x-www-form-urlencoded';

/** Reads JSON as `readJson` does, or from the field `request` of a form. */
export async function readJsonOrForm(
  request: FastifyRequest,
  _reply: unknown,
  body: RequestPayload,
): Promise<void> {
  const bytes = await bytesOf(request, body);
  if (!isMediaType(request.headers, [FORM])) {
    parseInto(request, bytes, ['application/json', FORM]);
    return;
  }
  requireMediaType(request.headers, [FORM]);
  const written = new URLSearchParams(bytes.toString()).getAll('request');
  const [json] = written;
  if (json === undefined || written.length > 1) {
    throw badRequest({
      field: 'request',
      problem: `is ${json === undefined ? 'missing from the form' : 'in the form more than once'}`,
      remedy: 'send one field "request" with the JSON',
    });
  }
  const parsed = parseJson(Buffer.from(json));
  if (!parsed.ok) throw badRequest(parsed.problem);
  request.json = parsed.value;
}

/** Reads JSON as `readJson` does, but takes an empty body, of whatever type, for an empty object. */
export async function readOptionalJson(
  request: FastifyRequest,
  _reply: unknown,
  body: RequestPayload,
): Promise<void> {
  const bytes = await bytesOf(request, body);
  if (bytes.length === 0) request.json = {};
  else parseInto(request, bytes, ['application/json']);
}

/** Reads JSON as `readJson` does. @param accepted all media types of the route, for the error message */
export async function readJsonBody(
  request: FastifyRequest,
  body: RequestPayload,
  accepted: readonly string[],
): Promise<void> {
  parseInto(request, await bytesOf(request, body), accepted);
}

/**
 * Reads all bytes of a small body, as `capped` does, but by events: an asynchronous iterator costs several times as much.
 *
 * @throws Failure too_large beyond `MAX_JSON_BYTES`, bad_request if the body is incomplete
 */
export function bytesOf({ headers }: FastifyRequest, body: RequestPayload): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > MAX_JSON_BYTES + DISCARDED_BYTES) {
    return Promise.reject(tooLarge(MAX_JSON_BYTES));
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    body.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= MAX_JSON_BYTES) chunks.push(chunk);
      if (received <= MAX_JSON_BYTES + DISCARDED_BYTES) return;
      body.pause();
      reject(tooLarge(MAX_JSON_BYTES));
    });
    body.on('end', () => {
      if (received > MAX_JSON_BYTES) reject(tooLarge(MAX_JSON_BYTES));
      else resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    });
    body.on('error', (error) => reject(isTruncated(error) ? incomplete() : error));
    body.on('close', () => {
      if (!body.readableEnded) reject(incomplete());
    });
  });
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

/** Reads the bytes of a body. @throws Failure too_large beyond `maxBytes`, bad_request if the body is incomplete */
export async function* capped(
  body: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > maxBytes + DISCARDED_BYTES) throw tooLarge(maxBytes);
  let received = 0;
  try {
    // Reading may stop early without destroying the stream, which would close the connection before the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A body stream gives bytes.');
      received += chunk.length;
      if (received > maxBytes + DISCARDED_BYTES) break;
      if (received <= maxBytes && announced <= maxBytes) yield chunk;
    }
  } catch (error) {
    if (!isTruncated(error)) throw error;
    throw incomplete();
  }
  if (received > maxBytes) throw tooLarge(maxBytes);
}

/** Refuses a body whose Content-Length is too large. @throws Failure too_large */
export async function refuseAnnounced(
  body: Readable,
  headers: IncomingHttpHeaders,
  maxBytes: number,
): Promise<void> {
  if (Number(headers['content-length'] ?? 0) <= maxBytes) return;
  for await (const _ of capped(body, headers, maxBytes));
}

export function tooLarge(maxBytes: number): Failure {
  const details = `The body is larger than ${maxBytes} bytes; send less at a time.`;
  return new Failure('too_large', details, { connection: 'close' });
}

function incomplete(): Failure {
  return new Failure('bad_request', 'The body is incomplete; send all of it.');
}

/** Whether the connection was closed, or no longer carried valid HTTP. */
export function isTruncated(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * Checks the media type, charset and content-encoding of a body. The charset must be UTF-8.
 *
 * @param accepted allowed media types in lower case
 * @param encodings allowed content-encodings in lower case
 * @returns the media type
 * @throws Failure unsupported_media_type
 */
export function requireMediaType<Type extends string>(
  headers: IncomingHttpHeaders,
  accepted: readonly Type[],
  encodings: readonly string[] = [],
): Type {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity' && !encodings.includes(encoding)) {
    throw unsupported(
      `The Content-Encoding of the body is not supported; send it ${encodings.length === 0 ? '' : `with ${encodings[0]} or `}without one.`,
    );
  }
  const [name, ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const type = accepted.find((candidate) => candidate === name?.trim());
  if (type === undefined) throw unsupported(`Content-Type must be ${accepted.join(' or ')}, with UTF-8.`);
  for (const parameter of parameters) {
    const charset = charsetOf(parameter);
    if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
      throw unsupported('The charset in Content-Type is not UTF-8; send the body in UTF-8.');
    }
  }
  return type;
}

/** Value of a parameter `charset=utf-8`, perhaps in quotes. No regular expression, because a header may have 16 KiB of spaces. */
function charsetOf(parameter: string): string | undefined {
  const [name, ...values] = parameter.split('=');
  if (name?.trim() !== 'charset' || values.length === 0) return undefined;
  const value = values.join('=').trim();
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

/** Whether the media type, without its parameters, is one of these. */
export function isMediaType(headers: IncomingHttpHeaders, types: readonly string[]): boolean {
  return types.includes(headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

function unsupported(details: string): Failure {
  return new Failure('unsupported_media_type', details);
}
