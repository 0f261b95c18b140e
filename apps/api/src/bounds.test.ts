/* Every bound of every JSON body, one step past it: worked out from the OpenAPI document, not from how bodies are checked. */
import { isObject, type Json, type JsonObject, openApiDocument } from '@sitegrep/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, detailsOf, serve, type Served } from '../test/served-api.ts';
import { chainsOf } from '../test/providers/chains.ts';
import { offerOf } from '../test/providers/exchanges.ts';

const DOCUMENT = openApiDocument();

let api: Served;
let key: string;
beforeAll(async () => {
  api = await serve({ parts: (parts) => ({ ...parts, providers: chainsOf(offerOf()) }) });
  key = await api.key(['search', 'serp', 'video', 'admin']);
});
afterAll(() => api.close());

interface Body {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly schema: JsonObject;
  readonly example: JsonObject;
  /** Whether it is the only task of a list: DataForSEO's clients send those. */
  readonly isTask: boolean;
}

/** Bodies of JSON-RPC are checked and refused as that says; routes/mcp.test.ts has their bounds. */
const OTHER_PROTOCOL = '/mcp';

const PATHS = entriesOf(DOCUMENT['paths']).filter(([path]) => path !== OTHER_PROTOCOL);

const BODIES: readonly Body[] = PATHS.flatMap(([path, item]) =>
  entriesOf(item).flatMap(([method, operation]) => {
    const content = within(operation, 'requestBody', 'content', 'application/json');
    if (content === undefined || !isObject(content)) return [];
    const whole = followed(within(content, 'schema'));
    const sent = within(content, 'example') ?? null;
    const isTask = Array.isArray(sent);
    const [schema, example] = isTask ? [within(whole, 'items') ?? null, sent[0] ?? null] : [whole, sent];
    if (!isObject(schema) || !isObject(example))
      throw new Error(`${method} ${path} has no schema or example`);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
      parameter === 'id' ? 'some-id' : 'some.example',
    );
    return [
      {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: filled,
        schema,
        example,
        isTask,
      },
    ];
  }),
);

describe.each(BODIES)('the body of $name', ({ method, path, schema, example, isTask }) => {
  const refusal = async (body: Json) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const sent = JSON.stringify(isTask ? [body] : body);
    const answer = await ask(`${api.url}${path}`, { method, headers, body: sent });
    expect(answer.status).toBe(isTask ? 200 : 400);
    return isTask ? taskDetails(answer) : detailsOf(answer);
  };

  const cases = entriesOf(schema['properties']).flatMap(([field, rule]) =>
    outside(followed(rule))
      // Clients of DataForSEO send null for what is absent.
      .filter(([, value]) => !isTask || value !== null)
      .map(([bound, value]) => ({ field, bound, value })),
  );

  test.each(cases)('$field: $bound', async ({ field, value }) => {
    expect(await refusal({ ...example, [field]: value })).toMatch(new RegExp(`^${field}\\b`));
  });

  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  test.runIf(required.length > 0)('lacks nothing that it needs', async () => {
    for (const field of required) {
      const rest = Object.fromEntries(Object.entries(example).filter(([name]) => name !== field));
      expect(await refusal(rest)).toContain(`${String(field)} is missing`);
    }
  });

  test('has no field that is unknown', async () => {
    expect(await refusal({ ...example, unheard_of: 1 })).toContain('Field "unheard_of" is unknown');
  });
});

/** Details of why a task was refused, without the phrase before them. @throws Error if it was not */
function taskDetails({ body }: Answer): string {
  const [{ status_message: message }] = Object(body).tasks;
  const [phrase = null] = /^[A-Z][A-Za-z ]+: '\w+'\. /.exec(message) ?? [];
  if (phrase === null) throw new Error(`not refused: ${message}`);
  return message.slice(phrase.length);
}

/** Values just past each bound of a schema. */
function outside(schema: Json): readonly (readonly [bound: string, value: Json])[] {
  if (!isObject(schema)) return [];
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, items } = schema;
  const item = isObject(items ?? null) && within(items, 'enum') !== undefined ? 'search' : 'a.example';
  return [
    ['null', null],
    ['another type', schema['type'] === 'object' ? 'text' : {}],
    ...(typeof minimum === 'number' ? [['below its minimum', minimum - 1] as const] : []),
    ...(typeof maximum === 'number' ? [['above its maximum', maximum + 1] as const] : []),
    ...(schema['type'] === 'integer' ? [['a fraction', 1.5] as const] : []),
    ...(typeof minLength === 'number' ? [['too short', 'x'.repeat(minLength - 1)] as const] : []),
    ...(typeof maxLength === 'number' ? [['too long', 'x'.repeat(maxLength + 1)] as const] : []),
    ...(typeof minItems === 'number'
      ? [['too few', Array.from({ length: minItems - 1 }, () => item)] as const]
      : []),
    ...(typeof maxItems === 'number'
      ? [['too many', Array.from({ length: maxItems + 1 }, () => item)] as const]
      : []),
    ...(schema['uniqueItems'] === true ? [['an item twice', [item, item]] as const] : []),
    ...(schema['enum'] === undefined ? [] : [['none of its values', 'unheard_of'] as const]),
    ...(schema['pattern'] === undefined ? [] : [['not of its pattern', '\0'] as const]),
  ];
}

function followed(schema: Json | undefined): Json {
  const reference = within(schema, '$ref');
  if (typeof reference !== 'string') return schema ?? null;
  return within(DOCUMENT, ...reference.split('/').slice(1)) ?? null;
}

function within(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>(
    (inner, name) => (inner !== undefined && isObject(inner) ? inner[name] : undefined),
    value,
  );
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return Object.entries(value !== undefined && isObject(value) ? value : {});
}
