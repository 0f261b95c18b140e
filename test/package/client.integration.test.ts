/* The client's package as its users get it: packed, installed into an empty folder, and used as its README shows. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeBlocks } from '../documentation/code-blocks.ts';
import { CRAWLED, type SampleServer, startSampleServer } from '../documentation/sample-server.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

let root: string;
let server: SampleServer;
/** Folder of the user, which is empty at first. */
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitegrep-client-'));
  server = await startSampleServer();
  folder = server.folder;
  const build = join(root, 'package');
  await run(process.execPath, [join(ROOT, 'scripts', 'build-client.ts'), build]);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', root], { cwd: build });
  const quick = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quick, join(root, stdout.trim())], { cwd: folder });
}, 300_000);
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

test('it holds modules, types and papers, and needs nothing else', async () => {
  expect((await readdir(join(folder, 'node_modules'))).toSorted()).toEqual([
    '.package-lock.json',
    '@sitegrep',
  ]);
  const own = join(folder, 'node_modules', '@sitegrep', 'client');
  expect((await readdir(own)).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const files = await readdir(join(own, 'dist'));
  expect(files.filter((name) => !/\.(?:js|d\.ts)$/.test(name))).toEqual([]);
  const texts = await Promise.all(files.map((name) => readFile(join(own, 'dist', name), 'utf8')));
  const imports = texts.flatMap((text) => Array.from(text.matchAll(/\bfrom '([^']+)'/g), ([, from]) => from));
  expect(imports.filter((from) => from?.startsWith('./') !== true)).toEqual([]);
});

test('the README’s example runs as it stands, and does what it says', async () => {
  const readme = await readFile(join(ROOT, 'packages', 'client', 'README.md'), 'utf8');
  const example = codeBlocks(readme).find(({ language }) => language === 'js');
  await writeFile(join(folder, 'example.mjs'), example?.code ?? '');
  const { stdout } = await run(process.execPath, ['example.mjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], SITEGREP_URL: server.url, SITEGREP_KEY: server.key },
  });
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^3 domains, the first is \S+\.example$/);
  expect(
    lines
      .slice(1, 4)
      .map((line) => line.split(' ', 1).join())
      .toSorted(),
  ).toEqual(CRAWLED);
  expect(lines[4]).toBe('3 domains exported');
  expect(lines[5]).toBe('2 pages, the first links to contact-form-7');
  expect(lines[6]).toMatch(/^400 bad_request limit limit is 0; /);
  expect(lines.slice(7).toSorted()).toEqual([
    'bakery-lyon.example unchanged',
    'no-such-site.example connect_failed',
  ]);
});

test.each(['nodenext', 'bundler'])(
  'its types hold under the strictest rules, resolved as %s does',
  async (moduleResolution) => {
    const readme = await readFile(join(ROOT, 'packages', 'client', 'README.md'), 'utf8');
    const example = codeBlocks(readme).find(({ language }) => language === 'js');
    const wrong = [
      '// @ts-expect-error: a field that the API does not have',
      "await client.search.page({ search_terms: ['x'], limits: 1 });",
      '// @ts-expect-error: text is not a number',
      'const text: string = page.total_count;',
      'console.log(text);',
    ];
    await writeFile(join(folder, 'example.ts'), `${example?.code ?? ''}\n${wrong.join('\n')}\n`);
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
      moduleResolution,
      types: [],
    };
    // What runs it has `process`; the package itself is to do without the types of Node.
    await writeFile(
      join(folder, 'process.d.ts'),
      'declare const process: { env: Record<string, string | undefined> };\n',
    );
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['example.ts', 'process.d.ts'] }),
    );
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [compiler, '--project', folder]).catch(
      // What it complains about.
      ({ stdout: complaints, message }: Error & { stdout?: string }) => ({ stdout: complaints ?? message }),
    );
    expect(stdout).toBe('');
  },
);
