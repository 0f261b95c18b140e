/* Compares requests and answers of the API with the OpenAPI document, in every test that serves one. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { OPERATIONS, type Operation } from '@sitegrep/contract';
import { isObject, type Json, type JsonObject, openApiDocument } from '@sitegrep/openapi';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const DOCUMENT = openApiDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ ...DOCUMENT, $id: 'openapi.json' }, undefined, undefined, false);
const compiled = new Map<string, ValidateFunction>();

/** Errors that are allowed for unknown paths and methods. */
const UNROUTED = new Set([404, 405]);

/** @returns a list to which a line is added for each answer that differs from the document */
export function watchAnswers(app: FastifyInstance): string[] {
  const violations: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    for (const violation of violationsOf(request, reply, payload)) {
      violations.push(`${request.method} ${request.url.slice(0, 200)} → ${reply.statusCode}: ${violation}`);
    }
  });
  return violations;
}

function violationsOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): readonly string[] {
  const id = request.routeOptions.config.operation;
  // Of the pages of the documentation the first one alone is an operation.
  if (request.url.startsWith('/docs/') && reply.statusCode < 400) return [];
  if (id === undefined) {
    // A browser's question before its request, see CORS.
    if (request.method === 'OPTIONS' && reply.statusCode === 204) return [];
    if (!UNROUTED.has(reply.statusCode)) return ['not an answer to a request without a route'];
    const schema = request.url.startsWith('/v3/') ? 'DataForSeoRefusal' : 'ErrorBody';
    return misfits(`/components/schemas/${schema}`, JSON.parse(String(payload)));
  }
  const { path, method }: Operation = OPERATIONS[id];
  const operation = `/paths/${escaped(path)}/${method.toLowerCase()}`;
  const answer = resolved(`${operation}/responses/${reply.statusCode}`);
  if (answer === null) return ['a status that is not documented'];
  return [
    ...headerViolations(answer.value['headers'] ?? {}, reply),
    ...bodyViolations(answer, reply, payload),
    ...(reply.statusCode < 300 && !isTaskError(payload) ? requestViolations(operation, request) : []),
  ];
}

/** Whether a 200 of an operation for DataForSEO's clients tells of an error. */
function isTaskError(payload: unknown): boolean {
  return typeof payload === 'string' && /"status_code":[45]/.test(payload);
}

function headerViolations(headers: Json, reply: FastifyReply): readonly string[] {
  if (!isObject(headers)) return ['headers that are none'];
  return Object.entries(headers).flatMap(([name, header]) => {
    const value = reply.getHeader(name) ?? reply.raw.getHeader(name);
    const isRequired = isObject(header) && header['required'] === true;
    if (value === undefined) return isRequired ? [`no header ${name}`] : [];
    const pattern = isObject(header) && isObject(header['schema'] ?? null) ? Object(header['schema']) : {};
    return ajv.validate(pattern, String(value)) ? [] : [`header ${name}: ${String(value)}`];
  });
}

function bodyViolations({ value, pointer }: Found, reply: FastifyReply, payload: unknown): readonly string[] {
  const content = value['content'];
  const type = mediaTypeOf(reply.getHeader('content-type'));
  if (content === undefined) return payload === undefined || payload === null ? [] : ['a body'];
  if (!isObject(content) || content[type] === undefined) return [`a body of type ${type}`];
  if (type !== 'application/json') return [];
  const decode = DECODERS[String(reply.getHeader('content-encoding') ?? 'identity')];
  if (decode === undefined || (typeof payload !== 'string' && !Buffer.isBuffer(payload)))
    return ['a body that can not be read'];
  return misfits(`${pointer}/content/${escaped(type)}/schema`, JSON.parse(decode(payload)));
}

const DECODERS: Readonly<Record<string, (payload: string | Buffer) => string>> = {
  identity: String,
  br: (payload) => brotliDecompressSync(payload).toString(),
  gzip: (payload) => gunzipSync(payload).toString(),
};

/** Checks that an accepted request is one that the document allows. */
function requestViolations(operation: string, { query, headers, json }: FastifyRequest): readonly string[] {
  const parameters = at(`${operation}/parameters`);
  const known = Array.isArray(parameters)
    ? parameters.flatMap((one: Json) => (isObject(one) && one['in'] === 'query' ? [one['name']] : []))
    : [];
  const unknown = Object.keys(Object(query)).filter((name) => !known.includes(name));
  const violations = unknown.map((name) => `took the parameter ${name}`);
  const content = at(`${operation}/requestBody/content`);
  if (json !== undefined) {
    const schema = `${operation}/requestBody/content/${escaped('application/json')}/schema`;
    return [...violations, ...misfits(schema, json).map((misfit) => `took a body whose ${misfit}`)];
  }
  const type = mediaTypeOf(headers['content-type']);
  const isDocumented = content === undefined || (isObject(content) && content[type] !== undefined);
  return isDocumented ? violations : [...violations, `took a body of type ${type}`];
}

function misfits(pointer: string, value: unknown): readonly string[] {
  const known = compiled.get(pointer);
  const validate = known ?? ajv.compile({ $ref: `openapi.json#${encodeURI(pointer)}` });
  if (known === undefined) compiled.set(pointer, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`);
}

interface Found {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** Value at a JSON pointer of the document, with references resolved; null if there is none. */
function resolved(pointer: string): Found | null {
  const value = at(pointer);
  if (value === undefined || !isObject(value)) return null;
  const reference = value['$ref'];
  return typeof reference === 'string' ? resolved(reference.slice(1)) : { value, pointer };
}

function at(pointer: string): Json | undefined {
  const segments = pointer.split('/').slice(1);
  return segments.reduce<Json | undefined>(
    (value, segment) =>
      value !== undefined && isObject(value)
        ? value[segment.replaceAll('~1', '/').replaceAll('~0', '~')]
        : undefined,
    DOCUMENT,
  );
}

function escaped(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

function mediaTypeOf(header: unknown): string {
  const [type = ''] = (typeof header === 'string' ? header : 'none').split(';', 1);
  return type.trim().toLowerCase();
}
