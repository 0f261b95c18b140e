import {
  ERRORS,
  errorsOf,
  ICON_MEDIA_TYPES,
  type Operation,
  type OperationId,
  type Success,
} from '@sitegrep/contract';
import type { Example } from './examples/example.ts';
import { isObject, type Json, type JsonObject, object, toJson } from './json.ts';
import { errorReference, headersOfSuccess } from './responses.ts';
import { schemaOf } from './schemas.ts';

/** Media types of answers that are not text, and so have no example. */
const BINARY: ReadonlySet<string> = new Set([
  'application/vnd.apache.parquet',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'image/png',
  'image/webp',
]);
const BYTES: ReadonlySet<string> = new Set(['application/octet-stream', ...BINARY, ...ICON_MEDIA_TYPES]);
const FILES = 'multipart/form-data';

/** An Operation Object of OpenAPI. */
export function operationObject(id: OperationId, operation: Operation, example: Example): JsonObject {
  const { scope, tag, summary, description } = operation;
  const needs = NEEDS[scope ?? 'none'] ?? `Needs a key with the scope \`${scope}\`.`;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description === undefined ? needs : `${description}\n\n${needs}`,
    security: securityOf(operation),
    parameters: parametersOf(operation, example),
    ...requestBodyOf(operation, example),
    responses: {
      ...Object.fromEntries(
        operation.answers.map((answer) => [
          String(answer.status),
          successResponse(operation, answer, example),
        ]),
      ),
      ...Object.fromEntries(
        errorsOf(operation).map((code) => [String(ERRORS[code].status), errorReference(code, operation)]),
      ),
    },
  };
}

function securityOf({ scope, tag }: Operation): readonly JsonObject[] {
  if (scope === null) return [];
  const scopes = scope === 'any' ? [] : [scope];
  const everywhere = [{ ApiKey: scopes }, { Bearer: scopes }];
  return tag === 'DataForSEO' ? [{ Basic: scopes }, ...everywhere] : everywhere;
}

/** Needs of operations that need no certain scope. */
const NEEDS: Readonly<Record<string, string>> = { none: 'Needs no key.', any: 'Needs a key, of any scope.' };

function parametersOf({ parameters, query, headers }: Operation, example: Example): readonly Json[] {
  return [
    ...parametersIn('path', parameters, example),
    ...parametersIn('query', query, example),
    ...parametersIn('header', headers, example),
  ];
}

function parametersIn(location: string, schema: Operation['query'], example: Example): readonly JsonObject[] {
  const json = toJson(schema ?? {});
  if (!isObject(json)) return [];
  const { properties = {}, required = [] } = json;
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, rule]) => {
    const value = example.parameters?.[name];
    const documented = schemaOf(rule);
    const { description } = { ...object(rule), ...object(documented) };
    return {
      name,
      in: location,
      required: Array.isArray(required) && required.includes(name),
      ...(description !== undefined && { description }),
      schema: documented,
      ...(value !== undefined && { example: value }),
    };
  });
}

function requestBodyOf({ json, lists = {} }: Operation, example: Example): JsonObject {
  const content: JsonObject = {
    ...(json !== undefined && {
      'application/json': { schema: schemaOf(json.schema), example: toJson(example.json) },
    }),
    ...textContent(lists, (type) => example.lists?.[type]),
  };
  if (Object.keys(content).length === 0) return {};
  return { requestBody: { required: json?.isOptional !== true, content } };
}

function successResponse(operation: Operation, answer: Success, { answers }: Example): JsonObject {
  const example = answers[answer.status];
  const content: JsonObject = {
    ...(answer.json !== undefined && {
      'application/json': { schema: schemaOf(answer.json), example: toJson(example) },
    }),
    ...textContent(answer.text ?? {}, (type) => (BINARY.has(type) ? undefined : example)),
  };
  return {
    description: answer.description,
    headers: headersOfSuccess(operation, answer),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function filesSchema(description: string): JsonObject {
  const files = { type: 'array', items: { type: 'string', format: 'binary' } };
  return { type: 'object', description, properties: { file: files }, required: ['file'] };
}

function textContent(
  types: Readonly<Record<string, string>>,
  exampleOf: (type: string) => unknown,
): JsonObject {
  return Object.fromEntries(
    Object.entries(types).map(([type, description]) => {
      const example = exampleOf(type);
      // Tools compare the events of a stream one by one.
      const schema =
        type === 'text/event-stream'
          ? { description }
          : { type: 'string', ...(BYTES.has(type) && { format: 'binary' }), description };
      if (type === FILES) return [type, { schema: filesSchema(description) }];
      return [type, typeof example === 'string' ? { schema, example } : { schema }];
    }),
  );
}
