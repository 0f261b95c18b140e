/* Clients that generators make of the OpenAPI document, as docs/generated-clients.md says: installed, generated and run. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Operation, OPERATIONS } from '@sitegrep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensurePython } from '../../infra/dev/python-package.ts';
import { BASH, patternOf, type Runner, runPage } from './page.ts';
import { type SampleServer, startSampleServer } from './sample-server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = join(ROOT, 'docs', 'generated-clients.md');
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** Compiled under the strictest rules, then run. */
const TYPESCRIPT: Runner = {
  language: 'ts',
  command: ['sh', '-ec', `"${process.execPath}" "${COMPILER}" --project . && "${process.execPath}" "$0"`],
  head: '',
  print: (line) => `console.log('\\n${line}');`,
};
const PYTHON: Runner = {
  language: 'python',
  command: ['venv/bin/python'],
  head: '',
  print: (line) => `print('\\n${line}', flush=True)`,
};

let server: SampleServer;
let access: Readonly<Record<string, string>>;
beforeAll(async () => {
  await ensurePython();
  server = await startSampleServer();
  access = { SITEGREP_URL: server.url, SITEGREP_KEY: server.key };
  // Generators come from registries, which the environment may have its own settings for.
  const inherited = Object.entries(process.env).flatMap(([name, value = '']) =>
    name.startsWith('SITEGREP_') ? [] : [[name, value]],
  );
  await writeFile(join(server.folder, 'package.json'), '{"type":"module"}');
  await runPage(PAGE, BASH, server.folder, { ...Object.fromEntries(inherited), ...access });
}, 600_000);
afterAll(() => server.stop());

/** Operations by path and method, in the order of their names. */
const operations = Object.entries<Operation>(OPERATIONS).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Media types of bodies, and beginnings of those of answers, that openapi-python-client has code for. */
const PYTHON_BODIES = /^(?:application\/(?:json|octet-stream|\w+\+json)|multipart\/form-data)$/;
const PYTHON_ANSWERS = /^(?:text\/|application\/(?:json|octet-stream|\w+\+json)$)/;

/** Operations that need no parameter, and whose answer does not end. */
const ENDLESS = ['watchReadiness'];

/** Parts of operations that openapi-python-client leaves out; the operations themselves are there. */
function leftOut([, { path, lists = {}, answers }]: readonly [string, Operation]): readonly string[] {
  const bodies = Object.keys(lists).filter((type) => !PYTHON_BODIES.test(type));
  const streams = answers
    .map(({ text = {} }) => Object.keys(text))
    .filter((types) => types.length > 0 && !types.some((type) => PYTHON_ANSWERS.test(type)));
  return [
    ...bodies.map((type) => `${path}: Unsupported content type ${type}`),
    ...streams.map((types) => `${path}: Unsupported content_type ${types.at(-1) ?? ''}`),
  ];
}

async function makeProject(...files: readonly string[]): Promise<void> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
  };
  await writeFile(join(server.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
}

test.each([
  ['TypeScript', TYPESCRIPT],
  ['Python', PYTHON],
])(
  'the %s of the page does what the page says',
  async (_language, runner) => {
    await makeProject('page.ts');
    const steps = await runPage(PAGE, runner, server.folder, access);
    expect(steps).toHaveLength(3);
    for (const { line, printed, expected } of steps)
      expect(printed, `line ${line} of ${PAGE}`).toMatch(patternOf(expected ?? ''));
  },
  300_000,
);

test('openapi-typescript has every operation, and types that tell right from wrong', async () => {
  const listed = operations.map(
    ([id, { path, method }]) => `Has<operations['${id}']>, Has<paths['${path}']['${method.toLowerCase()}']>`,
  );
  const program = [
    "import createClient from 'openapi-fetch';",
    "import type { components, operations, paths } from './sitegrep.d.ts';",
    'type Has<Operation extends { responses: object }> = Operation;',
    `export type All = [${listed.join(', ')}];`,
    'const client = createClient<paths>();',
    "const SEARCH = '/html-source-code-search';",
    "const search_terms = ['x'];",
    'export const right = [',
    '  () => client.POST(SEARCH, { body: { search_terms } }),',
    "  () => client.POST(SEARCH, { body: { search_terms, filters: ['domain', 'in', ['a.example']] } }),",
    '  () => client.PUT("/admin/blocked-domains/{domain}", { params: { path: { domain: "a.example" } } }),',
    '  () => client.GET("/admin/crawls", { params: { query: { limit: 5 } } }),',
    '  () => client.GET("/admin/providers"),',
    '];',
    'export const wrong = [',
    '  // @ts-expect-error: a term instead of a list',
    '  () => client.POST(SEARCH, { body: { search_terms: "x" } }),',
    '  // @ts-expect-error: a format that there is not',
    "  () => client.POST('/html-source-code-search/export', { body: { search_terms, format: 'xml' } }),",
    '  // @ts-expect-error: a path that there is not',
    "  () => client.GET('/nowhere'),",
    '];',
    // What openapi-fetch does not check (its type Writable makes lists of tuples, and takes further fields).
    "type Search = components['schemas']['HtmlSearchRequest'];",
    "export const nested: Search = { search_terms, filters: [['domain', '=', 'x'], 'or', [['domain_rank', '>', 5]]] };",
    '// @ts-expect-error: a field that the API does not have',
    'export const field: Search = { search_terms, limits: 1 };',
    '// @ts-expect-error: a field that can not be filtered by',
    "export const filter: Search = { search_terms, filters: ['domian', '=', 'x'] };",
    '// @ts-expect-error: the same within a list',
    "export const within: Search = { search_terms, filters: [['domian', '=', 'x']] };",
    '// @ts-expect-error: no operator',
    "export const operator: Search = { search_terms, filters: [['domain', '==', 'x'], 'and', ['domain', '=', 'x']] };",
  ];
  await writeFile(join(server.folder, 'operations.ts'), program.join('\n'));
  await makeProject('operations.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [COMPILER, '--project', '.'], {
    cwd: server.folder,
  }).catch(({ stdout: complaints, message }: Error & { stdout?: string }) => ({
    stdout: complaints ?? message,
  }));
  expect(stdout).toBe('');
}, 300_000);

test('openapi-python-client has every operation, and leaves out only the media types that are known', async () => {
  const log = await readFile(join(server.folder, 'generated-python.log'), 'utf8');
  // The second group goes on with "Endpoint will not be generated." if an operation is left out as a whole.
  const warnings = [...log.matchAll(/^WARNING parsing \w+ (\S+) within (.*)\n\n(.*)$/gm)];
  expect(warnings.filter(([, , rest = '']) => !/^\w+\.$/.test(rest)).map(([all]) => all)).toEqual([]);
  const parts = warnings.map(
    ([, path = '', , detail = '']) =>
      `${path}: ${/Unsupported content[ _]type [\w./+-]+/.exec(detail)?.[0] ?? detail}`,
  );
  expect(parts.toSorted()).toEqual(operations.flatMap(leftOut).toSorted());
  expect(log.match(/WARNING|ERROR/g)).toHaveLength(warnings.length);
  await writeFile(join(server.folder, 'operations.py'), EVERY_OPERATION);
  const snake = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const { stdout } = await promisify(execFile)(
    join(server.folder, 'venv', 'bin', 'python'),
    ['operations.py', ...ENDLESS.map(snake)],
    { cwd: server.folder, env: access },
  );
  const found: unknown = JSON.parse(stdout);
  expect(Object.keys(Object(found))).toEqual(operations.map(([id]) => snake(id)).toSorted());
  // Those that end, and need neither parameters nor a body, were called: each answer is of a class made for it.
  const called = Object.entries<string | null>(Object(found)).filter(([, answer]) => answer !== null);
  expect(called.length).toBeGreaterThan(10);
  const others = Object.fromEntries(
    called.filter(([, answer]) => !/^200 (?:\w+(?:Response200|Answer)|str)$/.test(String(answer))),
  );
  // The run that was started before has ended, or runs still and is stopped: both are right.
  expect(['409 ErrorBody', undefined]).toContain(others['stop_reanalysis']);
  delete others['stop_reanalysis'];
  // A program with a key opens a session as a browser does, and has no cookie of one to close.
  expect(others).toEqual({
    open_session: '201 OpenSessionResponse201',
    close_session: '404 ErrorBody',
    // Pages need a body, whose type says what it is.
    send_pages: '415 ErrorBody',
    start_reanalysis: '202 StartReanalysisResponse202',
    // There is none to stop.
    stop_common_crawl: '409 ErrorBody',
  });
}, 300_000);

/** Imports the module of every operation, and calls those that need nothing and are not among the arguments. */
const EVERY_OPERATION = `
import importlib, inspect, json, os, pkgutil, sys
import sitegrep_client.api
from sitegrep_client import AuthenticatedClient

client = AuthenticatedClient(
    base_url=os.environ["SITEGREP_URL"],
    token=os.environ["SITEGREP_KEY"],
    prefix="",
    auth_header_name="X-API-Key",
)
found = {}
for _, name, is_package in pkgutil.walk_packages(sitegrep_client.api.__path__, "sitegrep_client.api."):
    if is_package:
        continue
    call = importlib.import_module(name).sync_detailed
    parameters = inspect.signature(call).parameters.values()
    needed = [each.name for each in parameters if each.default is each.empty and each.name != "client"]
    operation = name.rsplit(".", 1)[1]
    answer = None
    if not needed and operation not in sys.argv:
        response = call(client=client)
        answer = f"{response.status_code.value} {type(response.parsed).__name__}"
    found[operation] = answer
print(json.dumps(dict(sorted(found.items()))))
`;
