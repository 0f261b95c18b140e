import { entries, isObject, type Json, type JsonObject, list, object, text } from '@sitegrep/openapi';

/** The example call of an operation, as the contract has it. */
export interface ExampleRequest {
  /** Id of the operation. */
  readonly id: string;
  readonly method: string;
  /** Path with the names of parameters in braces. */
  readonly path: string;
  readonly pathValues: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, Scalar>>;
  readonly body: ExampleBody | null;
  /** True if a key is needed. */
  readonly needsKey: boolean;
}

type Scalar = string | number | boolean;

type ExampleBody =
  | { readonly kind: 'json'; readonly type: string; readonly value: Json }
  | { readonly kind: 'text'; readonly type: string; readonly value: string }
  /** Bytes of a file of the user. */
  | { readonly kind: 'file'; readonly type: string };

/** Value of an example that stands for bytes. */
const FILE = '(the file)';

export function requestOf(path: string, method: string, operation: JsonObject): ExampleRequest {
  const parameters = list(operation['parameters'])
    .map(object)
    .filter((parameter) => parameter['example'] !== undefined);
  const valuesIn = (location: string): (readonly [string, Scalar])[] =>
    parameters
      .filter((parameter) => parameter['in'] === location)
      .map((parameter) => [text(parameter['name']), scalarOf(parameter['example'] ?? '')]);
  return {
    id: text(operation['operationId']),
    method,
    path,
    pathValues: Object.fromEntries(valuesIn('path').map(([name, value]) => [name, String(value)])),
    query: Object.fromEntries(valuesIn('query')),
    body: bodyOf(object(operation['requestBody'])),
    needsKey: list(operation['security']).length > 0,
  };
}

/** Path of an example with its values, and the query. */
export function addressOf({ path, pathValues, query }: ExampleRequest): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValues[name] ?? ''),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function bodyOf(body: JsonObject): ExampleBody | null {
  const [first] = entries(body['content']);
  if (first === undefined) return null;
  const [type, content] = first;
  const value = object(content)['example'] ?? FILE;
  if (type === 'application/json') return { kind: 'json', type, value };
  return typeof value === 'string' && value !== FILE ? { kind: 'text', type, value } : { kind: 'file', type };
}

function scalarOf(value: Json): Scalar {
  if (value === null || isObject(value) || typeof value === 'object')
    throw new Error(`a parameter has an example that is not a plain value: ${JSON.stringify(value)}`);
  return value;
}
