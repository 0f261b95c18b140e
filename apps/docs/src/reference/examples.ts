/*
 * The example of an operation in the languages that users write: the same request with curl, with the clients for Python and
 * TypeScript, and as a command. `SITEGREP_URL` and `SITEGREP_KEY` are set in all of them.
 */
import { isObject, type Json } from '@sitegrep/openapi';
import { CLIENT_METHODS, commandOf } from './client-calls.ts';
import { addressOf, type ExampleRequest } from './request.ts';
import { shellWord } from './quoted.ts';

export const LANGUAGES = ['curl', 'Python', 'TypeScript', 'Shell'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Characters of a line from which a value is written on several lines. */
const MAX_LINE = 80;
const FILE = 'file';

/** The example in each language; null where no command sends such a request. */
export function examplesOf(request: ExampleRequest): Readonly<Record<Language, string | null>> {
  return {
    curl: curlOf(request),
    Python: pythonOf(request),
    TypeScript: typeScriptOf(request),
    Shell: commandOf(request),
  };
}

function curlOf(request: ExampleRequest): string {
  const { method, body, needsKey } = request;
  const lines = [`"$SITEGREP_URL${addressOf(request)}"`];
  if (method !== 'GET' && !(method === 'POST' && body !== null)) lines[0] = `-X ${method} ${lines[0] ?? ''}`;
  if (needsKey) lines.push('-H "X-API-Key: $SITEGREP_KEY"');
  if (body !== null) lines.push(`-H 'Content-Type: ${body.type}'`);
  if (body?.kind === 'json') lines.push(`-d ${shellWord(json(body.value, '     '))}`);
  if (body?.kind === 'text') lines.push(`--data-binary ${shellWord(body.value)}`);
  if (body?.kind === 'file') lines.push(`--data-binary @${FILE}`);
  return `curl ${lines.join(' \\\n     ')}`;
}

function pythonOf(request: ExampleRequest): string {
  const call = pythonCall(request);
  if (call === null) return httpxOf(request);
  const [method, args] = call;
  const line = `client.${method.replace('*', '')}(${args.join(', ')})`;
  const long = `client.${method.replace('*', '')}(\n${args.map((arg) => `    ${arg.replaceAll('\n', '\n    ')},\n`).join('')})`;
  const shown = line.includes('\n') || line.length > MAX_LINE ? long : line;
  return [
    'import os',
    'from sitegrep import Client',
    '',
    'client = Client(os.environ["SITEGREP_URL"], os.environ["SITEGREP_KEY"])',
    ...(method.startsWith('*')
      ? [`for item in ${shown}:`, '    print(item)']
      : [`answer = ${shown}`, 'print(answer)']),
  ].join('\n');
}

/** Operations that are not called through the client for Python, or not with what the example has. */
const NOT_IN_PYTHON = new Set(['callMcp', 'getEntry', 'getReference', 'hashIcon', 'sendPages']);
/** Operations whose answers come item by item. */
const WALKED = new Set([
  'exportMatches',
  'exportSearch',
  'lookUpDomains',
  'watchCrawl',
  'watchReadiness',
  'watchSavedSearch',
  'watchSearch',
]);

/** The method has the name of its operation, and takes the values of the path, the body, and the rest by name. */
function pythonCall({ id, pathValues, query, body }: ExampleRequest): Call | null {
  if (id.startsWith('dataForSeo') || NOT_IN_PYTHON.has(id)) return null;
  const method = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const content =
    body?.kind === 'file' ? `open("${FILE}", "rb")` : body === null ? null : python(body.value, '');
  const { domains, ...wish } = body?.kind === 'json' && isObject(body.value) ? body.value : {};
  const given = id === 'lookUpDomains' ? [python(domains ?? [], ''), ...named(wish)] : [content ?? []].flat();
  const type = body !== null && body.kind !== 'json' ? named({ content_type: body.type }) : [];
  return [
    WALKED.has(id) ? `*${method}` : method,
    [...Object.values(pathValues).map((value) => python(value, '')), ...given, ...type, ...named(query)],
  ];
}

/** Writes arguments by name; `from` is a word of Python. */
function named(values: Readonly<Record<string, Json>>): readonly string[] {
  return Object.entries(values).map(
    ([name, value]) => `${name === 'from' ? 'from_' : name}=${python(value, '')}`,
  );
}

function httpxOf(request: ExampleRequest): string {
  const { method, path, pathValues, query, body, needsKey } = request;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValues[name] ?? ''),
  );
  const type = body === null ? {} : { 'Content-Type': body.type };
  const headers = [
    ...(needsKey ? ['"X-API-Key": os.environ["SITEGREP_KEY"]'] : []),
    ...Object.entries(body?.kind === 'json' ? {} : type).map(([name, value]) => `"${name}": "${value}"`),
  ];
  const given = [
    `os.environ["SITEGREP_URL"] + "${filled}"`,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(Object.keys(query).length === 0 ? [] : [`params=${python(query, '    ')}`]),
    ...(body?.kind === 'json' ? [`json=${python(body.value, '    ')}`] : []),
    ...(body?.kind === 'text' ? [`content=${JSON.stringify(body.value)}`] : []),
    ...(body?.kind === 'file' ? [`content=open("${FILE}", "rb").read()`] : []),
  ];
  return [
    'import os',
    'import httpx',
    '',
    'answer = httpx.request(',
    `    "${method}",`,
    ...given.map((one) => `    ${one},`),
    ')',
    'answer.raise_for_status()',
    'print(answer.text)',
  ].join('\n');
}

function typeScriptOf(request: ExampleRequest): string {
  const own = OWN_CALLS[request.id]?.(request) ?? clientCall(request);
  if (own === null) return fetchOf(request);
  const [method, args] = own;
  const call = `client.${method.replace('*', '')}(${args.join(', ')})`;
  const uses = method.startsWith('*')
    ? [`for await (const item of ${call}) {`, '  console.log(item);', '}']
    : [`const answer = await ${call};`, 'console.log(answer);'];
  return [CLIENT, '', ...uses].join('\n');
}

const CLIENT = `import { SitegrepClient } from '@sitegrep/client';

const client = new SitegrepClient({
  baseUrl: process.env.SITEGREP_URL ?? '',
  key: process.env.SITEGREP_KEY,
});`;

/** A method of the client, with a `*` if its result is walked, and its arguments. */
type Call = readonly [method: string, args: readonly string[]];

function clientCall({ id, pathValues, query, body }: ExampleRequest): Call | null {
  const method = CLIENT_METHODS[id];
  if (method === undefined) return null;
  return [
    method,
    [
      ...Object.values(pathValues).map((value) => script(value, '')),
      ...(Object.keys(query).length === 0 ? [] : [script(query, '')]),
      ...(body?.kind === 'json' ? [script(body.value, '')] : []),
    ],
  ];
}

/** Calls whose arguments have another order. */
const OWN_CALLS: Readonly<Record<string, (request: ExampleRequest) => Call>> = {
  lookUpDomains: ({ body }) => {
    const { domains, ...wish } = body?.kind === 'json' && isObject(body.value) ? body.value : {};
    return ['*domains.lookup', [script(domains ?? [], ''), script(wish, '')]];
  },
  getPageSource: ({ pathValues, query }) => [
    'domains.source',
    [script(pathValues['domain'] ?? '', ''), script(query['url'] ?? '', '')],
  ],
  getPageScreenshot: ({ pathValues, query: { url = '', ...size } }) => [
    'domains.screenshot',
    [script(pathValues['domain'] ?? '', ''), script(url, ''), script(size, '')],
  ],
  importRanks: ({ body }) => ['admin.ranks.import', [script(body?.kind === 'text' ? body.value : '', '')]],
  startReanalysis: ({ body }) => {
    const { q = '' } = body?.kind === 'json' && isObject(body.value) ? body.value : {};
    return ['admin.reanalyse', [script(q, '')]];
  },
};

function fetchOf(request: ExampleRequest): string {
  const { method, body, needsKey } = request;
  const headers = [
    ...(needsKey ? ["'X-API-Key': process.env.SITEGREP_KEY ?? ''"] : []),
    ...(body === null ? [] : [`'Content-Type': '${body.type}'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
    ...(body?.kind === 'json' ? [`body: JSON.stringify(${script(body.value, '  ')}),`] : []),
    ...(body?.kind === 'text' ? [`body: ${script(body.value, '')},`] : []),
    ...(body?.kind === 'file' ? [`body: await readFile('${FILE}'),`] : []),
  ];
  const address = `\`\${process.env.SITEGREP_URL}${addressOf(request)}\``;
  const call =
    options.length === 0
      ? [`const answer = await fetch(${address});`]
      : [`const answer = await fetch(${address}, {`, ...options.map((one) => `  ${one}`), '});'];
  return [
    ...(body?.kind === 'file' ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    ...call,
    'if (!answer.ok) throw new Error(await answer.text());',
    'console.log(await answer.text());',
  ].join('\n');
}

/** Writes JSON: on one line, or one line for each member if that is too long. */
function json(value: Json, indent: string): string {
  return literal(value, indent, { string: JSON.stringify, key: JSON.stringify, words: {}, ends: ['', ''] });
}

function python(value: Json, indent: string): string {
  const words = { true: 'True', false: 'False', null: 'None' };
  return literal(value, indent, { string: JSON.stringify, key: JSON.stringify, words, ends: ['', ''] });
}

function script(value: Json, indent: string): string {
  const string = (text: string): string =>
    `'${JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`;
  const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : string(name));
  return literal(value, indent, { string, key, words: {}, ends: [' ', ' '] });
}

interface Notation {
  readonly string: (text: string) => string;
  readonly key: (name: string) => string;
  /** Words for what JSON calls true, false and null, where they differ. */
  readonly words: Readonly<Record<string, string>>;
  /** Blanks within the braces of an object on one line. */
  readonly ends: readonly [string, string];
}

function literal(value: Json, indent: string, notation: Notation): string {
  const line = onOneLine(value, notation);
  if (indent.length + line.length <= MAX_LINE || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const [open, close] = isObject(value) ? ['{', '}'] : ['[', ']'];
  const members = isObject(value)
    ? Object.entries(value).map(([name, one]) => `${notation.key(name)}: ${literal(one, inner, notation)}`)
    : value.map((one) => literal(one, inner, notation));
  return `${open}\n${members.map((member) => `${inner}${member}`).join(',\n')}\n${indent}${close}`;
}

function onOneLine(value: Json, notation: Notation): string {
  if (typeof value === 'string') return notation.string(value);
  if (typeof value !== 'object' || value === null) {
    const word = JSON.stringify(value);
    return notation.words[word] ?? word;
  }
  if (!isObject(value)) return `[${value.map((one) => onOneLine(one, notation)).join(', ')}]`;
  const members = Object.entries(value).map(
    ([name, one]) => `${notation.key(name)}: ${onOneLine(one, notation)}`,
  );
  const [before, after] = notation.ends;
  return members.length === 0 ? '{}' : `{${before}${members.join(', ')}${after}}`;
}
