import { type Operation, OPERATIONS } from '@sitegrep/contract';
import { N8NPropertiesBuilder } from '@devlikeapro/n8n-openapi-node';
import { expect, test } from 'vitest';
import { openApiDocument } from './document.ts';

/** An operation of a node, as n8n takes it. */
interface NodeOperation {
  readonly name: string;
  readonly routing: { readonly request: { readonly method: string; readonly url: string } };
}

/** Parameters in a URL of a node, as n8n writes them. */
const PARAMETER = /\{\{\$parameter\["(\w+)"\]\}\}/g;

test('the document makes a node of n8n with each operation under its tag', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument()));
  const silent = { info: () => undefined, warn: () => undefined, debug: () => undefined };
  const properties = new N8NPropertiesBuilder(document, { logger: silent as never }).build();
  const operations: readonly Operation[] = Object.values<Operation>(OPERATIONS);

  const resources = properties.find(({ name }) => name === 'resource');
  expect(resources?.options).toHaveLength(new Set(operations.map(({ tag }) => tag)).size);

  const made = properties
    .filter(({ name, type }) => name === 'operation' && type === 'options')
    .flatMap(({ options = [] }) => options as unknown as readonly NodeOperation[]);
  expect(new Set(made.map(({ name }) => name)).size).toBe(operations.length);
  expect(
    made
      .map(
        ({ routing: { request } }) =>
          `${request.method} ${request.url.slice(1).replaceAll(PARAMETER, '{$1}')}`,
      )
      .toSorted(),
  ).toEqual(operations.map(({ method, path }) => `${method} ${path}`).toSorted());

  const fields = properties.filter(({ displayOptions }) =>
    displayOptions?.show?.['operation']?.includes('Search'),
  );
  expect(fields.find(({ name }) => name === 'q')).toMatchObject({
    type: 'string',
    routing: { send: { type: 'body', property: 'q' } },
  });
});
