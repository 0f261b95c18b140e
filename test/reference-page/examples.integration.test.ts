/*
 * The examples of the reference, run in all their languages against a server that answers as the OpenAPI document says: each sends
 * the request that the document has as its example.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { entries, type Json, list, object, openApiDocument, text } from '@sitegrep/openapi';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { examplesOf, type Language } from '../../apps/docs/src/reference/examples.ts';
import { requestOf } from '../../apps/docs/src/reference/request.ts';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { bareEnvironment } from '../support/bare-environment.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
/** Operations whose examples go on with further requests, which the examples of the document do not answer. */
const ENDLESS = new Set([
  'createCrawl',
  'makeSearchReport',
  'startCommonCrawl',
  'startReanalysis',
  'watchCrawl',
  'watchReadiness',
  'watchSavedSearch',
  'watchSearch',
]);
/** Maximum time of a program, in milliseconds. */
const LIMIT = 200_000;
/** Programs that run at the same time. */
const AT_ONCE = 3;

interface Received {
  readonly method: string;
  /** Path with the query, decoded. */
  readonly address: string;
  readonly key: string | undefined;
  readonly body: string;
}

interface Documented {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: ReturnType<typeof object>;
}

const OPERATIONS: readonly Documented[] = entries(openApiDocument()['paths']).flatMap(([path, item]) =>
  entries(item).map(([method, value]) => ({
    id: text(object(value)['operationId']),
    method: method.toUpperCase(),
    path,
    operation: object(value),
  })),
);

/** Requests by the run that sent them. */
const received = new Map<string, Received[]>();
let folder: string;
let url: string;
const closers = new AsyncDisposableStack();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-examples-'));
  closers.defer(() => rm(folder, { recursive: true }));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder, 'file'), 'bytes');
  await writeFile(join(folder, 'domains.txt'), 'shop.example\n');
  await writeFile(join(folder, 'hosts.txt'), 'shop.example\n');
  await writeFile(join(folder, 'ranks.csv'), '1,shop.example\n');
  await writeFile(join(folder, 'schedule.json'), '{"pattern": "30 4 * * 1", "source": {"index": true}}');
  await writeFile(join(folder, 'pages.ndjson'), '{"url":"https://shop.example/","html":"<p>"}\n');
  await writeFile(join(folder, 'technologies.json'), '{"Acme": {"cats": [5], "html": "acme"}}');
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 120_000);
afterAll(() => closers.disposeAsync());

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, type, body } = await answer(request);
  response.writeHead(status, { 'content-type': type, 'x-request-id': 'test' }).end(body);
}

/** Notes a request to `/RUN/path`, and answers with the example of the operation that it is for. */
async function answer(request: IncomingMessage): Promise<{
  readonly status: number;
  readonly type: string;
  readonly body: string;
}> {
  const body = await textOf(request);
  const [, run = '', rest = '/'] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
  const { method = '', headers } = request;
  const key = headers['x-api-key']?.toString();
  const all = received.get(run) ?? [];
  received.set(run, [...all, { method, address: decoded(rest), key, body }]);
  const [path = ''] = rest.split('?', 1);
  const found = OPERATIONS.find(
    (one) =>
      one.method === method &&
      new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', String.raw`\.`)}$`).test(path),
  );
  const success = entries(found?.operation['responses']).find(([status]) => /^20\d$/.test(status));
  if (success === undefined) return { status: 404, type: 'application/json', body: '{}' };
  const [status, response] = success;
  const [type, content] = entries(object(response)['content'])[0] ?? ['text/plain', {}];
  const example = object(content)['example'] ?? '';
  return {
    status: Number(status),
    type,
    body: typeof example === 'string' ? example : JSON.stringify(example),
  };
}

function decoded(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://here.example');
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).toSorted();
  return [decodeURIComponent(pathname), ...query].join('\n');
}

/** Request that the document has as the example of an operation. */
function expectedOf({ method, path, operation }: Documented): {
  method: string;
  address: string;
  body: Json;
} {
  const parameters = list(operation['parameters']).map(object);
  let filled = path;
  const query: string[] = [];
  for (const { name, in: location, example } of parameters) {
    if (example === undefined) continue;
    const value = typeof example === 'string' ? example : JSON.stringify(example);
    if (location === 'path') filled = filled.replace(`{${text(name)}}`, value);
    if (location === 'query') query.push(`${text(name)}=${value}`);
  }
  const [content] = entries(object(operation['requestBody'])['content']);
  const example = content === undefined ? '' : (object(content[1])['example'] ?? '(the file)');
  return {
    method,
    address: [filled, ...query.toSorted()].join('\n'),
    body: example === '(the file)' ? 'bytes' : example,
  };
}

interface Run {
  readonly operation: Documented;
  readonly name: string;
  readonly code: string;
}

/** All examples in a language. */
function runsOf(language: Language): readonly Run[] {
  return OPERATIONS.flatMap((operation) => {
    const code = examplesOf(requestOf(operation.path, operation.method, operation.operation))[language];
    return code === null ? [] : [{ operation, name: `${language}-${operation.id}`, code }];
  });
}

/**
 * Runs a program.
 *
 * @param endless run that is interrupted once it has sent the request of its operation; null: it ends
 * @returns its status and what it complained of
 */
async function ended(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  endless: Run | null = null,
): Promise<readonly [status: number, complaints: string]> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...bareEnvironment(), HOME: folder, PATH, SITEGREP_KEY: 'sg_test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT,
  });
  if (endless !== null) {
    // It may end before it is killed.
    const exited = once(child, 'exit');
    await vi.waitUntil(() => isSent(endless), { timeout: 60_000 });
    child.kill('SIGKILL');
    await exited;
    return [0, ''];
  }
  const [, complaints, [status]] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return [status, complaints];
}

async function runAll(runs: readonly Run[], run: (one: Run) => Promise<void>): Promise<void> {
  const waiting = [...runs];
  const one = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Tells whether a run has sent the request of its operation, with the key. */
function isSent({ name, operation }: Run): boolean {
  const { method, address } = expectedOf(operation);
  const [path] = address.split('\n');
  return (received.get(name) ?? []).some(
    (one) => one.method === method && one.address.split('\n')[0] === path && one.key === 'sg_test',
  );
}

/** Compares the first request of each run with the example of its operation. */
function expectExamples(runs: readonly Run[]): void {
  const sent = runs.map(({ operation, name }) => {
    const [first] = received.get(name) ?? [];
    const { body } = expectedOf(operation);
    const isText = typeof body === 'string';
    const given = first?.body ?? '';
    return {
      name,
      method: first?.method,
      address: first?.address,
      // Clients send it to every operation.
      key: list(operation.operation['security']).length > 0 ? first?.key : undefined,
      body: isText || given === '' ? given : (JSON.parse(given) as Json),
    };
  });
  expect(sent).toEqual(
    runs.map(({ operation, name }) => ({
      name,
      ...expectedOf(operation),
      key: list(operation.operation['security']).length > 0 ? 'sg_test' : undefined,
    })),
  );
}

test('with curl', { timeout: 300_000 }, async () => {
  const runs = runsOf('curl');
  expect(runs).toHaveLength(OPERATIONS.length);
  await runAll(runs, async ({ name, code }) => {
    expect([
      name,
      ...(await ended(['bash', '-c', code.replace('curl ', 'curl -sSf ')], {
        SITEGREP_URL: `${url}/${name}`,
      })),
    ]).toEqual([name, 0, '']);
  });
  expectExamples(runs);
});

test('in Python', { timeout: 600_000 }, async () => {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
    name: 'httpx',
    version: '0.28.1',
  });
  const runs = runsOf('Python');
  const code = runs
    .filter(({ operation }) => !ENDLESS.has(operation.id))
    .map(
      ({ name, code }) =>
        `os.environ["SITEGREP_URL"] = ${JSON.stringify(`${url}/${name}`)}\nexec(compile(${JSON.stringify(code)}, ${JSON.stringify(name)}, "exec"), {})`,
    );
  const python = join(programs, 'python');
  const client = { PYTHONPATH: join(ROOT, 'clients', 'python', 'src') };
  await writeFile(join(folder, 'examples.py'), ['import os', ...code].join('\n'));
  expect(await ended([python, 'examples.py'], client)).toEqual([0, '']);
  for (const run of runs.filter(({ operation }) => ENDLESS.has(operation.id))) {
    await ended([python, '-c', run.code], { ...client, SITEGREP_URL: `${url}/${run.name}` }, run);
  }
  expectExamples(runs);
});

test('in TypeScript, with types that fit', { timeout: 600_000 }, async () => {
  const runs = runsOf('TypeScript');
  const types = join(folder, 'typescript');
  await mkdir(types);
  const lines = await Promise.all(
    runs.map(async ({ name, code }) => {
      await writeFile(join(types, `${name}.ts`), `${code}\nexport {};\n`);
      return `process.env['SITEGREP_URL'] = '${url}/${name}';\nawait import('./${name}.ts').catch((error) => {\n  console.error('${name}', error);\n  process.exitCode = 1;\n});`;
    }),
  );
  const isEndless = ({ operation }: Run): boolean => ENDLESS.has(operation.id);
  const ending = lines.filter((_, index) => runs[index] !== undefined && !isEndless(runs[index]));
  await writeFile(join(types, 'all.mjs'), ending.join('\n'));
  for (const run of runs.filter(isEndless)) {
    const program = [process.execPath, join(types, `${run.name}.ts`)] as const;
    await ended(program, { SITEGREP_URL: `${url}/${run.name}` }, run);
  }
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      incremental: false,
      noPropertyAccessFromIndexSignature: false,
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    include: ['*.ts'],
    exclude: [],
  };
  await writeFile(join(types, 'tsconfig.json'), JSON.stringify(settings));
  expect(await ended([process.execPath, join(types, 'all.mjs')], {})).toEqual([0, '']);
  expectExamples(runs);
  const [status, complaints] = await ended([join(ROOT, 'node_modules/.bin/tsc'), '-p', types], {});
  expect([status, complaints]).toEqual([0, '']);
});

test('as commands', { timeout: 600_000 }, async () => {
  const runs = runsOf('Shell');
  expect(runs.length).toBeGreaterThan(40);
  const failed: unknown[] = [];
  await runAll(runs, async (run) => {
    const { name, code, operation } = run;
    const [status, complaints] = await ended(
      ['bash', '-c', `exec ${code}`],
      { SITEGREP_URL: `${url}/${name}` },
      ENDLESS.has(operation.id) ? run : null,
    );
    if (status > 1 || !isSent(run)) failed.push([name, code, status, complaints, received.get(name)]);
  });
  expect(failed).toEqual([]);
});
