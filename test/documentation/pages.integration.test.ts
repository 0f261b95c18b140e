import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { codeBlocks } from './code-blocks.ts';
import { BASH, patternOf, type Runner, runPage } from './page.ts';
import { type SampleServer, startSampleServer } from './sample-server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DOCS = join(ROOT, 'docs');

/** Folders of programs, first that of `sitegrep`. */
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

let server: SampleServer;
beforeAll(async () => {
  server = await startSampleServer();
}, 600_000);
afterAll(() => server.stop());

const bash = (): Runner => BASH;

test.each([
  ['curl.md', bash, 12],
  ['recipes.md', bash, 23],
  ['lookups.md', bash, 12],
  ['mcp.md', bash, 3],
  ['python.md', python, 9],
])('every block of %s does what the page says', checkPage, 600_000);

test('every block of tools.md does what the page says, and DuckDB runs its SQL', async () => {
  await checkPage('tools.md', bash, 4);
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
    name: 'duckdb',
    version: '2.0.1',
  });
  const queries = codeBlocks(await readFile(join(DOCS, 'tools.md'), 'utf8')).filter(
    ({ language }) => language === 'sql',
  );
  const program =
    'import duckdb, json, sys; print(json.dumps([duckdb.sql(q).fetchall() for q in sys.argv[1:]], default=str))';
  const args = ['-c', program, ...queries.map(({ code }) => code)];
  const { stdout } = await promisify(execFile)(join(programs, 'python'), args, { cwd: server.folder });
  const [technologies = [], pages = []] = JSON.parse(stdout) as (readonly unknown[])[][];
  expect(technologies).toHaveLength(10);
  expect(technologies[0]).toEqual([
    expect.any(String),
    expect.stringMatching(/^\d{4}-\d{2}-01 /),
    expect.any(Number),
  ]);
  expect(pages.map(([domain]) => String(domain)).sort()).toEqual([
    'bakery-lyon.example',
    'daily-invention.example',
    'knitting-circle.example',
  ]);
}, 600_000);

// After the others, whose numbers of domains it changes: it imports some.
test.each([['history.md', bash, 4]] as const)('every block of %s does what the page says', checkPage);

async function checkPage(page: string, runner: () => Runner | Promise<Runner>, count: number): Promise<void> {
  const env = { PATH, SITEGREP_URL: server.url, SITEGREP_KEY: server.key };
  const steps = await runPage(join(DOCS, page), await runner(), server.folder, env);
  expect(steps).toHaveLength(count);
  for (const { line, printed, expected } of steps) {
    // A block that the page shows nothing of prints nothing.
    expect(printed, `line ${line} of ${page}`).toMatch(patternOf(expected ?? ''));
  }
}

async function python(): Promise<Runner> {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
    name: 'httpx',
    version: '0.28.1',
  });
  return {
    language: 'python',
    command: [join(programs, 'python'), '-I', '-W', 'error'],
    // Instead of installing it, which python.integration.test.ts does.
    head: `import sys; sys.path.insert(0, ${JSON.stringify(join(ROOT, 'clients', 'python', 'src'))})`,
    print: (line) => `print('\\n${line}', flush=True)`,
  };
}

test('blocks, and what differs from time to time', () => {
  const page = 'A\n\n```sh\necho 1\n```\n\n```text\n1\n```\n';
  expect(codeBlocks(page)).toEqual([
    { language: 'sh', code: 'echo 1\n', line: 4 },
    { language: 'text', code: '1\n', line: 8 },
  ]);
  const pattern = patternOf('a.b …\n(c)');
  expect(
    ['a.b x y\n(c)', 'a.b \n(c)', 'aXb x\n(c)', 'a.b x\ny\n(c)'].map((text) => pattern.test(text)),
  ).toEqual([true, true, false, false]);
});
