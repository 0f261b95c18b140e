import { checker, ERRORS, errorsOf, NAMED_SCHEMAS, type Operation, OPERATIONS } from '@sitegrep/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from './document.ts';
import { EXAMPLES } from './examples/index.ts';

const document = openApiDocument();
const operations = Object.entries<Operation>(OPERATIONS);

/** The value at a JSON pointer of the document. */
function at(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, segment) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([name]) => name === segment)?.[1]
          : undefined,
      document,
    );
}

function pathOf({ path, method }: Operation): string {
  return `/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`;
}

test('the document is OpenAPI 3.1 by the schema of its makers', async () => {
  expect(await new Validator().validate(structuredClone({ ...document }))).toMatchObject({ valid: true });
});

test('every reference leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(references.length).toBeGreaterThan(100);
  expect(references.filter((pointer) => at(pointer) === undefined)).toEqual([]);
});

test('a default stands in the description only: generators would make of it a field that is always there', () => {
  expect(JSON.stringify(document)).not.toMatch(/"default":/);
  expect(at('/components/schemas/HtmlSearchRequest/properties/limit')).toMatchObject({
    description: 'Maximum number of items in the answer. Default: `10`.',
  });
  expect(at('/paths/~1admin~1domains~1{domain}/delete/parameters')).toContainEqual(
    expect.objectContaining({ name: 'block', description: expect.stringMatching(/ Default: `true`\.$/) }),
  );
});

test.each([
  [
    'HtmlSearchRequest/properties/filters',
    'SpecifiedFilter',
    'country_iso_code',
    'domain_rank',
    'technologies',
  ],
  ['QueryTree/properties/filter', 'Filter', 'country', 'rank', 'tech'],
])('the filters of %s have a type', (member, type, country, rank, tech) => {
  const filters = at(`/components/schemas/${member}`);
  expect(JSON.stringify(filters)).toContain(`"$ref":"#/components/schemas/${type}"`);
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'openapi.json', components: at('/components') });
  const fits = (filter: unknown): unknown =>
    ajv.validate({ $ref: `openapi.json#/components/schemas/${type}` }, filter);
  const german = [country, '=', 'DE'];
  const ranked = [rank, '>=', 300];
  const shops = [tech, 'in', ['Shopify', 'WooCommerce']];
  const right = [german, [german], [german, 'and', ranked], [german, 'and', [ranked, 'or', [shops]]]];
  expect(right.map(fits)).toEqual([true, true, true, true]);
  const wrong = [
    'x',
    ['domian', '=', 'x'],
    ['domain', '=='],
    [german, 'xor', ranked],
    [['domian', '=', 'x']],
  ];
  expect(wrong.map(fits)).toEqual([false, false, false, false, false]);
});

test('a query is a text or a tree, and not both', () => {
  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema({ $id: 'openapi.json', components: at('/components'), paths: at('/paths') });
  for (const path of ['search', 'search~1export', 'search~1explain']) {
    const schema = `openapi.json#/paths/~1${path}/post/requestBody/content/application~1json/schema`;
    const bodies = [{}, { q: 'a' }, { query: { text: 'a' } }, { q: 'a', query: { text: 'a' } }];
    expect([path, bodies.map((body) => ajv.validate({ $ref: schema }, body))]).toEqual([
      path,
      [true, true, true, false],
    ]);
  }
});

test('every schema is JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'openapi.json', components: at('/components') }, undefined, undefined, false);
  for (const name of Object.keys(NAMED_SCHEMAS))
    expect(ajv.getSchema(`openapi.json#/components/schemas/${name}`)).toBeTypeOf('function');
});

describe.each(operations)('%s', (id, operation) => {
  const example = Object.entries(EXAMPLES).find(([name]) => name === id)?.[1];

  test('has every answer that it can give', () => {
    const statuses = [
      ...operation.answers.map(({ status }) => status),
      ...errorsOf(operation).map((code) => ERRORS[code].status),
    ];
    expect(Object.keys(Object(at(`${pathOf(operation)}/responses`)))).toEqual(
      statuses.sort((one, other) => one - other).map(String),
    );
  });

  test('has examples of all its bodies, and they fit', () => {
    const { json, lists = {}, answers } = operation;
    expect(Object.keys(example?.lists ?? {})).toEqual(Object.keys(lists));
    const bodies = [
      { schema: json?.schema ?? Type.Undefined(), body: example?.json },
      ...answers.map(({ status, json: schema, text }) => ({
        schema: schema ?? (text === undefined ? Type.Undefined() : Type.String({ minLength: 1 })),
        body: example?.answers[status],
      })),
    ];
    for (const { schema, body } of bodies) expect(checker(schema)(body)).toMatchObject({ ok: true });
  });

  test('has an example of each parameter of its path', () => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    expect(Object.keys(operation.parameters?.properties ?? {})).toEqual(names);
    for (const name of names) expect(example?.parameters).toHaveProperty(name);
  });
});
