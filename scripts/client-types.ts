// Writes the types of package client from the OpenAPI document. The tests hold the document against openapi-typescript
// (docs/generated-clients.md), but package client is not made with it: openapi-typescript (7) prints with the compiler API of
// TypeScript 5, which TypeScript 7 has no more, so that everyone who installs this repository would need both; and its types
// are all read-only or all not, while here requests are read-only and answers are the caller's. @hey-api/openapi-ts brings a
// client of its own; json-schema-to-typescript knows nothing of operations. The document is ours and uses few keywords; one
// that is not known here is an error.
import { entries, type Json, type JsonObject, list, object, resolved, text } from '@sitegrep/openapi';
import { dataOf, errorsOf, ownPart, requestNames } from './client-document.ts';

const HEAD = '// Written by npm run docs from the OpenAPI document; not edited by hand.\n';

/** Keywords of schemas that TypeScript types can't express. */
const BOUNDS =
  'minimum maximum minLength maxLength pattern minItems maxItems minProperties maxProperties uniqueItems format examples not description';
const TYPES = '$ref type enum const anyOf items prefixItems properties required additionalProperties';
const KNOWN = new Set(`${BOUNDS} ${TYPES}`.split(' '));

/** Style of types: requests accept read-only values, answers may be changed by the caller. */
interface Manner {
  readonly isRequest: boolean;
  /** Prefix of the names of schemas. */
  readonly prefix: string;
}
const REQUEST: Manner = { isRequest: true, prefix: 'Schemas.' };
const ANSWER: Manner = { isRequest: false, prefix: 'Schemas.' };

/** Renders the named schemas as exported types; `clientOperations` handles the envelopes. */
export function clientSchemas(whole: JsonObject): string {
  const document = ownPart(whole);
  const requests = requestNames(document);
  const types = entries(object(document['components'])['schemas']).flatMap(([name, schema]) => {
    if (name === 'ErrorBody' || dataOf(schema) !== null) return [];
    const type = typeOf(schema, { isRequest: requests.has(name), prefix: '' });
    const isInterface = object(schema)['properties'] !== undefined;
    const declaration = isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
    return [`${comment(schema)}${declaration}\n`];
  });
  return [HEAD, ...types].join('\n');
}

/** Renders input, answer, method and path of each operation, and all errors. */
export function clientOperations(whole: JsonObject): string {
  const document = ownPart(whole);
  const operations = entries(document['paths']).flatMap(([path, item]) =>
    entries(item).map(([method, operation]) => ({ path, method, operation: object(operation) })),
  );
  const types = operations.map(
    ({ operation }) => `${text(operation['operationId'])}: ${operationType(document, operation)}`,
  );
  const routes = operations.map(({ path, method, operation }) => {
    const id = text(operation['operationId']);
    return `${id}: { method: ${quoted(method.toUpperCase())}, path: ${quoted(path)} }`;
  });
  const body = `
    /** A page of a list; \`next_token\` is empty on the last page. */
    export interface ListPage<Item> { items: Item[]; next_token: string; }

    /** Input of each operation, besides the parameters in its path, and the \`data\` of its answer. */
    export interface Operations { ${types.join(';\n')} }

    export type OperationId = keyof Operations;

    export const OPERATIONS = { ${routes.join(',\n')} } as const satisfies Record<OperationId, unknown>;

    /** Errors by the phrase in an answer. */
    export const ERRORS = { ${errorEntries(document).join(',\n')} } as const;
  `;
  return `${HEAD}import type * as Schemas from './api.ts';
${body}`;
}

/** Renders what an operation takes besides the parameters in its path, which its path shows, and the data of its answer. */
function operationType(document: JsonObject, operation: JsonObject): string {
  const parameters = list(operation['parameters']).map(object);
  const content = object(object(operation['requestBody'])['content']);
  const json = content['application/json'];
  const lists = Object.keys(content).filter((type) => type !== 'application/json');
  const isJsonRequired = object(operation['requestBody'])['required'] === true && lists.length === 0;
  const parts = [
    ...['query', 'header'].flatMap((location) => parametersType(parameters, location)),
    ...(json === undefined
      ? []
      : [`json${isJsonRequired ? '' : '?'}: ${typeOf(object(json)['schema'] ?? {}, REQUEST)}`]),
    ...(lists.length === 0 ? [] : [`list: ${lists.map(quoted).join(' | ')}`]),
    `data: ${answerType(document, operation)}`,
  ];
  return `{ ${parts.join('; ')} }`;
}

function parametersType(parameters: readonly JsonObject[], location: string): readonly string[] {
  const own = parameters.filter((parameter) => parameter['in'] === location);
  if (own.length === 0) return [];
  const fields = own.map((parameter) => {
    const type = typeOf(parameter['schema'] ?? {}, REQUEST);
    const isRequired = parameter['required'] === true;
    return `${comment(parameter)}readonly ${quoted(text(parameter['name']))}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}`;
  });
  const isNeeded = own.some((parameter) => parameter['required'] === true);
  return [`${location}${isNeeded ? '' : '?'}: { ${fields.join(';\n')} }`];
}

function answerType(document: JsonObject, operation: JsonObject): string {
  const [, answer] = entries(operation['responses']).find(([status]) => status.startsWith('2')) ?? [];
  const content = object(object(answer ?? {})['content']);
  const json = content['application/json'];
  if (json === undefined) return 'string';
  const schema = resolved(document, object(json)['schema'] ?? {});
  const data = dataOf(schema) ?? schema;
  const { items, next_token: token, ...others } = object(object(data)['properties']);
  const isPage = items !== undefined && token !== undefined && Object.keys(others).length === 0;
  return isPage ? `ListPage<${typeOf(object(items)['items'] ?? {}, ANSWER)}>` : typeOf(data, ANSWER);
}

/** Renders a schema as a TypeScript type; references become names. */
function typeOf(schema: Json, manner: Manner): string {
  const rules = object(schema);
  const unknown = Object.keys(rules).find((keyword) => !KNOWN.has(keyword));
  if (unknown !== undefined) throw new Error(`scripts/client-types.ts knows no keyword ${unknown}`);
  const { $ref: reference, type, enum: values, const: constant, anyOf, items, prefixItems } = rules;
  if (typeof reference === 'string') return `${manner.prefix}${reference.split('/').at(-1)}`;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeOf(one, manner)).join(' | ');
  if (Array.isArray(prefixItems))
    return `${manner.isRequest ? 'readonly ' : ''}[${prefixItems.map((one) => typeOf(one, manner)).join(', ')}]`;
  if (type === 'array') return `${manner.isRequest ? 'readonly ' : ''}(${typeOf(items ?? {}, manner)})[]`;
  if (type === 'object') return objectType(rules, manner);
  if (type === 'integer') return 'number';
  if (type === undefined) return 'unknown';
  if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
  throw new Error(`scripts/client-types.ts knows no type ${JSON.stringify(type)}`);
}

function objectType(rules: JsonObject, manner: Manner): string {
  const { properties, required, additionalProperties: others } = rules;
  if (properties === undefined) {
    return `{ [name: string]: ${typeof others === 'object' ? typeOf(others, manner) : 'unknown'} }`;
  }
  const fields = entries(properties).map(([name, rule]) => {
    const isRequired = list(required).includes(name);
    const type = typeOf(rule, manner);
    const absent = !isRequired && manner.isRequest && type !== 'unknown' ? ' | undefined' : '';
    return `${comment(rule)}${manner.isRequest ? 'readonly ' : ''}${quoted(name)}${isRequired ? '' : '?'}: ${type}${absent}`;
  });
  return `{ ${fields.join(';\n')} }`;
}

function errorEntries(document: JsonObject): readonly string[] {
  return errorsOf(document).map(
    ({ phrase, code, status }) => `${quoted(phrase)}: { code: ${quoted(code)}, status: ${status} }`,
  );
}

function comment(schema: Json): string {
  const { description } = object(schema);
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '* /')} */\n` : '';
}

function quoted(name: string): string {
  return `'${name}'`;
}
