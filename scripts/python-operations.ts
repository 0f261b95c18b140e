// Writes the methods of the Python client (clients/python) from the OpenAPI document: one for each operation, and one that
// walks over all pages of each list. Those whose answers are streams are written by hand, in streams.py there.
import { entries, type JsonObject, list, object, resolved, text } from '@sitegrep/openapi';
import type { OperationId } from '../packages/client/src/operations.ts';
import { READING } from '../packages/client/src/reading.ts';
import { dataOf, ownPart } from './client-document.ts';
import { type Argument, type Method, methodSource, OPTIONS, walkOf } from './python-method.ts';
import { capital, HEAD, isName, PythonTypes } from './python-types.ts';

/** Media types of answers that are written by hand. */
const STREAMS: ReadonlySet<string> = new Set(['application/x-ndjson', 'text/event-stream']);

/** Renders the modules of the Python client that follow from the document. */
export function pythonClient(whole: JsonObject): { readonly types: string; readonly operations: string } {
  const document = ownPart(whole);
  const types = new PythonTypes(document);
  const methods = entries(document['paths']).flatMap(([path, item]) =>
    entries(item).flatMap(([method, operation]) =>
      methodsOf(document, types, { path, method: method.toUpperCase(), operation: object(operation) }),
    ),
  );
  const rendered = methods.map(methodSource).join('\n');
  const used = [...types.names].filter((name) => new RegExp(String.raw`\b${name}\b`).test(rendered)).sort();
  const operations = `${HEAD}"""The operations of the API, one method each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from .content import Content
from .schemas import (
${used.map((name) => `    ${name},`).join('\n')}
)
from .transport import Request, Transport


class Operations(Transport):
    """Methods named as the operations of the OpenAPI document are."""

${rendered}`;
  return { types: types.source, operations };
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

function methodsOf(document: JsonObject, types: PythonTypes, one: Operation): readonly Method[] {
  const { operation, method, path } = one;
  const id = text(operation['operationId']);
  const [, answer = {}] = entries(operation['responses']).find(([status]) => status.startsWith('2')) ?? [];
  const content = object(object(answer)['content']);
  const mediaTypes = Object.keys(content);
  if (mediaTypes.some((type) => STREAMS.has(type))) return [];
  const parameters = list(operation['parameters']).map(object);
  const at = (location: string): readonly Argument[] =>
    parameters
      .filter((parameter) => parameter['in'] === location)
      // Other forms of an answer, and what saves a client that keeps answers from reading one again.
      .filter(({ name }) => (location !== 'header' || name === 'Idempotency-Key') && name !== 'as')
      .map((parameter) => argumentOf(types, id, parameter));
  const [paths, queries, headers] = [at('path'), at('query'), at('header')];
  const { argument: bodies, defaultType } = bodyOf(types, id, object(operation['requestBody']));
  const { way, type } = answerOf(document, types, id, content);
  const isRepeatable = method !== 'POST' || READING.has(id as OperationId) || headers.length > 0;
  const request = [
    `Request(`,
    `    ${JSON.stringify(id)},`,
    `    ${JSON.stringify(method)},`,
    `    ${JSON.stringify(path)},`,
    `    accept=${JSON.stringify(mediaTypes.includes('application/json') ? 'application/json' : '*/*')},`,
    `    repeatable=${isRepeatable ? 'True' : 'False'},`,
    ...recordOf('path_values', paths, parameters),
    ...recordOf('query', queries, parameters),
    ...recordOf('headers', headers, parameters),
    ...(bodies.length === 0 ? [] : ['    body=body,']),
    ...(defaultType === null ? [] : [`    content_type=content_type or ${JSON.stringify(defaultType)},`]),
    `    timeout=timeout,`,
    `    retries=retries,`,
    `)`,
  ];
  const needed = [...paths, ...bodies.slice(0, 1), ...queries].filter(({ value }) => value === null);
  const others = [...bodies, ...queries, ...headers].filter(({ value }) => value !== null);
  const about = [`${text(operation['summary'])}.`, text(operation['description'])]
    .filter(Boolean)
    .join('\n\n');
  const own: Method = {
    name: snake(id),
    positional: [...needed, ...others.filter(({ name }) => name === 'body')],
    named: [...others.filter(({ name }) => name !== 'body'), ...OPTIONS],
    answer: type,
    about,
    body: [`answer: ${type} = self._${way}(`, ...request.map((line) => `    ${line}`), `)`, `return answer`],
  };
  const item = itemType(document, types, id, content);
  return item === null ? [own] : [own, walkOf(own, item)];
}

function argumentOf(types: PythonTypes, id: string, parameter: JsonObject): Argument {
  const name = text(parameter['name']);
  const isRequired = parameter['required'] === true;
  const type = types.typeOf(parameter['schema'] ?? {}, `${capital(id)}${capital(name)}`, true);
  return {
    name: pythonName(name),
    type: isRequired ? type : `${type} | None`,
    value: isRequired ? null : 'None',
    about: text(parameter['description']),
  };
}

/** The arguments of a body: a dictionary that becomes JSON, or content of one of several media types. */
function bodyOf(
  types: PythonTypes,
  id: string,
  body: JsonObject,
): { readonly argument: readonly Argument[]; readonly defaultType: string | null } {
  const content = object(body['content']);
  const json = content['application/json'];
  const contentTypes = Object.keys(content).filter((type) => type !== 'application/json');
  const [defaultType = null] = contentTypes;
  const kinds = [
    ...(json === undefined
      ? []
      : [types.typeOf(object(json)['schema'] ?? {}, `${capital(id)}Request`, true)]),
    ...(defaultType === null ? [] : ['Content']),
  ];
  if (kinds.length === 0) return { argument: [], defaultType: null };
  const isRequired = body['required'] === true;
  const about =
    defaultType === null
      ? ''
      : 'A dictionary becomes JSON; of an iterable, texts are lines, and bytes parts.';
  const argument: Argument = {
    name: 'body',
    type: [...kinds, ...(isRequired ? [] : ['None'])].join(' | '),
    value: isRequired ? null : 'None',
    about,
  };
  if (defaultType === null) return { argument: [argument], defaultType };
  const choice = `Literal[${contentTypes.map((type) => JSON.stringify(type)).join(', ')}] | None`;
  const told = `Media type of a body that is no dictionary; ${defaultType} unless given.`;
  return {
    argument: [argument, { name: 'content_type', type: choice, value: 'None', about: told }],
    defaultType,
  };
}

/** How an answer is read, and what it is then. */
function answerOf(
  document: JsonObject,
  types: PythonTypes,
  id: string,
  content: JsonObject,
): { readonly way: 'data' | 'document' | 'text' | 'bytes'; readonly type: string } {
  const mediaTypes = Object.keys(content);
  const json = content['application/json'];
  if (json !== undefined) {
    const schema = object(json)['schema'] ?? {};
    const data = dataOf(resolved(document, schema));
    if (data === null) return { way: 'document', type: 'dict[str, Any]' };
    const named = text(object(schema)['$ref']).split('/').at(-1) ?? '';
    return {
      way: 'data',
      type: types.names.has(named) ? named : types.typeOf(data, `${capital(id)}Answer`, false),
    };
  }
  if (mediaTypes.every((type) => type.endsWith('+json'))) return { way: 'document', type: 'dict[str, Any]' };
  return mediaTypes.every((type) => /^text\/|\+xml$/.test(type))
    ? { way: 'text', type: 'str' }
    : { way: 'bytes', type: 'bytes' };
}

/** Type of the items of a list that goes on at `next_token`; null if the answer is none. */
function itemType(document: JsonObject, types: PythonTypes, id: string, content: JsonObject): string | null {
  const schema = resolved(document, object(content['application/json'])['schema'] ?? {});
  const { items, next_token: token } = object(object(dataOf(schema) ?? {})['properties']);
  if (items === undefined || token === undefined) return null;
  const item = object(items)['items'] ?? {};
  const isInline = object(item)['properties'] !== undefined;
  if (!isInline) return types.typeOf(item, '', false);
  const whole = [...types.names].find((name) => name === `${capital(id)}AnswerItem`);
  if (whole === undefined) throw new Error(`scripts/python-operations.ts finds no type of an item of ${id}`);
  return whole;
}

function recordOf(
  name: string,
  parts: readonly Argument[],
  parameters: readonly JsonObject[],
): readonly string[] {
  if (parts.length === 0) return [];
  const original = (argument: string): string =>
    text(parameters.find((one) => pythonName(text(one['name'])) === argument)?.['name']);
  const fields = parts.map((part) => {
    const value = part.name === 'idempotency_key' ? 'idempotency_key or self._new_key()' : part.name;
    return `${JSON.stringify(original(part.name))}: ${value}`;
  });
  return [`    ${name}={${fields.join(', ')}},`];
}

function pythonName(name: string): string {
  const plain = name.toLowerCase().replaceAll('-', '_');
  return isName(plain) ? plain : `${plain}_`;
}

function snake(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
