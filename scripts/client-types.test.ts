import type { JsonObject } from '@sitegrep/openapi';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { clientOperations, clientSchemas } from './client-types.ts';

const ok = (schema: JsonObject): JsonObject => ({ '200': { content: { 'application/json': { schema } } } });
const envelope = (data: JsonObject): JsonObject => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success: { type: 'boolean', const: true }, data },
});
const part = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const DOCUMENT: JsonObject = {
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'putThing',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dry', in: 'query', description: 'Only */ tells.', schema: { type: 'boolean' } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: part('Wish') } } },
        responses: { ...ok(part('ThingAnswer')), '404': { $ref: '#/components/responses/NotFound' } },
      },
    },
  },
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['a', 'b'] },
      Pair: { type: 'array', prefixItems: [part('Kind'), { type: 'integer' }], minItems: 2, maxItems: 2 },
      Pairs: { type: 'array', items: part('Pair') },
      Thing: {
        type: 'object',
        required: ['kinds', 'size'],
        properties: {
          kinds: { type: 'array', items: { anyOf: [part('Kind'), { type: 'null' }] } },
          size: { type: 'integer', minimum: 0, description: 'Size in bytes.' },
          counts: { type: 'object', additionalProperties: { type: 'number' } },
        },
      },
      ThingAnswer: envelope(part('Thing')),
      Wish: {
        type: 'object',
        required: ['kinds'],
        properties: {
          kinds: { type: 'array', items: part('Kind') },
          pairs: part('Pairs'),
          exact: { type: 'boolean', const: true },
          more: { description: 'Default: 1.' },
        },
      },
    },
    responses: { NotFound: { content: { 'application/json': { example: { error: 'Not found' } } } } },
  },
};

async function withoutHead(source: string): Promise<string> {
  const text = await format(source, { parser: 'typescript', singleQuote: true, printWidth: 110 });
  return text.slice(text.indexOf('\n') + 1);
}

test('schemas become types: answers as they are, requests that take what is read-only', async () => {
  expect(await withoutHead(clientSchemas(DOCUMENT))).toBe(`
export type Kind = 'a' | 'b';

export type Pair = readonly [Kind, number];

export type Pairs = readonly Pair[];

export interface Thing {
  kinds: (Kind | null)[];
  /** Size in bytes. */
  size: number;
  counts?: { [name: string]: number };
}

export interface Wish {
  readonly kinds: readonly Kind[];
  readonly pairs?: Pairs | undefined;
  readonly exact?: true | undefined;
  /** Default: 1. */
  readonly more?: unknown;
}
`);
});

test('operations have what they take, what their envelope holds, and all errors by phrase', async () => {
  const text = await withoutHead(clientOperations(DOCUMENT));
  expect(text).toContain(`  putThing: {
    query?: {
      /** Only * / tells. */
      readonly dry?: boolean | undefined;
    };
    json: Schemas.Wish;
    data: Schemas.Thing;
  };
`);
  expect(text).toContain(`{ putThing: { method: 'PUT', path: '/things/{id}' } }`);
  expect(text).toContain(`{ 'Not found': { code: 'not_found', status: 404 } }`);
});

test.each([
  ['a keyword', { type: 'string', allOf: [] }, 'knows no keyword allOf'],
  ['a type', { type: ['string', 'null'] }, 'knows no type ["string","null"]'],
])('%s that it does not know is an error', (_, schema, message) => {
  expect(() => clientSchemas({ components: { schemas: { Some: schema } } })).toThrow(message);
});
