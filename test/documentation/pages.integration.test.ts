import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from './code-blocks.ts';
import { BASH, patternOf, type Runner, runPage } from './page.ts';
import { type SampleServer, startSampleServer } from './sample-server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DOCS = join(ROOT, 'docs');

/** Folders of programs, first that of `sitegrep`. */
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

const PYTHON: Runner = {
  language: 'python',
  command: ['python3', '-I', '-W', 'error'],
  head: '',
  print: (line) => `print('\\n${line}', flush=True)`,
};

let server: SampleServer;
beforeAll(async () => {
  server = await startSampleServer();
});
afterAll(() => server.stop());

test.each([
  ['curl.md', BASH, 12],
  ['recipes.md', BASH, 15],
  ['python.md', PYTHON, 8],
  ['lookups.md', BASH, 11],
  ['tools.md', BASH, 1],
  ['mcp.md', BASH, 3],
])('every block of %s does what the page says', async (page, runner, count) => {
  const env = { PATH, SITEGREP_URL: server.url, SITEGREP_KEY: server.key };
  const steps = await runPage(join(DOCS, page), runner, server.folder, env);
  expect(steps).toHaveLength(count);
  for (const { line, printed, expected } of steps) {
    // A block that the page shows nothing of prints nothing.
    expect(printed, `line ${line} of ${page}`).toMatch(patternOf(expected ?? ''));
  }
});

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
