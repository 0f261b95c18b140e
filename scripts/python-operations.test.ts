import type { JsonObject } from '@sitegrep/openapi';
import { expect, test } from 'vitest';
import { pythonClient } from './python-operations.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const part = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const envelope = (data: JsonObject): JsonObject => ({
  type: 'object',
  properties: { success: { type: 'boolean', const: true }, data },
});
const text = { type: 'string' };

const DOCUMENT: JsonObject = {
  paths: {
    '/things/{id}': {
      put: {
        operationId: 'putThing',
        summary: 'Put thing',
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'Its name.', schema: text },
          { name: 'from', in: 'query', required: true, schema: text },
          { name: 'If-Match', in: 'header', schema: text },
        ],
        requestBody: { required: true, ...json(part('Wish')) },
        responses: { '200': json(part('ThingAnswer')), '404': { $ref: '#/components/responses/NotFound' } },
      },
    },
    '/things': {
      get: {
        operationId: 'listThings',
        summary: 'List things',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'next_token', in: 'query', schema: text },
          { name: 'kind', in: 'query', schema: part('Kind') },
        ],
        responses: { '200': json(part('ThingListAnswer')) },
      },
      post: {
        operationId: 'sendThings',
        summary: 'Send things',
        requestBody: { content: { 'text/plain': { schema: text }, 'text/csv': { schema: text } } },
        responses: { '200': { content: { 'application/x-ndjson': { schema: text } } } },
      },
    },
  },
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['a', 'b'], description: String.raw`A "kind" \ two.` },
      Wish: {
        type: 'object',
        required: ['names'],
        properties: { names: { type: 'array', items: text }, in: { type: 'boolean' } },
      },
      Thing: {
        type: 'object',
        required: ['size', 'last'],
        properties: {
          size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
          last: { type: 'object', required: ['at'], properties: { at: text } },
          counts: { type: 'object', additionalProperties: { type: 'number' } },
        },
      },
      ThingAnswer: envelope(part('Thing')),
      ThingListAnswer: envelope({
        type: 'object',
        required: ['items', 'next_token'],
        properties: { items: { type: 'array', items: part('Thing') }, next_token: text },
      }),
    },
    responses: {
      NotFound: { content: { 'application/json': { example: { error: 'Not found' } } } },
    },
  },
};

test('types: names that Python has for itself, nested objects, and documents without their envelope', () => {
  const { types } = pythonClient(DOCUMENT);
  expect(types.slice(types.indexOf('#: Codes'))).toBe(`#: Codes of errors by the phrase in an answer.
ERROR_CODES: dict[str, str] = {
    "Not found": "not_found",
}


Kind: TypeAlias = "Literal[\\"a\\", \\"b\\"]"
"""A "kind" \\\\ two."""


Wish = TypedDict(
    "Wish",
    {
        "names": "Sequence[str]",
        "in": "NotRequired[bool]",
    },
)


class Thing(TypedDict):

    size: int | None

    last: ThingLast

    counts: NotRequired[dict[str, float]]


class ThingLast(TypedDict):

    at: str


class ThingListAnswer(TypedDict):

    items: list[Thing]

    next_token: str
`);
});

test('methods: what is needed first, options by name, a walk of each list, and no streams', () => {
  const { operations } = pythonClient(DOCUMENT);
  const methods = operations.slice(operations.indexOf('    def '));
  expect(Array.from(methods.matchAll(/^ {4}def (\w+)/gm), ([, name]) => name)).toEqual([
    'put_thing',
    'list_things',
    'iter_things',
  ]);
  expect(methods.slice(0, methods.indexOf('    def list_things'))).toBe(`    def put_thing(
        self,
        id: str,
        body: Wish,
        from_: str,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Thing:
        """Put thing.

        :param id: Its name.
        :param timeout: Maximum seconds of a try, in place of those of the client.
        :param retries: Maximum further tries, in place of those of the client.
        """
        answer: Thing = self._data(
            Request(
                "putThing",
                "PUT",
                "/things/{id}",
                accept="application/json",
                repeatable=True,
                path_values={"id": id},
                query={"from": from_},
                body=body,
                timeout=timeout,
                retries=retries,
            )
        )
        return answer

`);
  expect(methods).toContain(
    'lambda position: self.list_things(kind=kind, timeout=timeout, retries=retries, **position)',
  );
  expect(methods).toContain(') -> Iterator[Thing]:');
});
