/* The tutorials: each step does what the page shows, those of operators against a process that the page itself starts. */
import { delimiter, join } from 'node:path';
import { serveSampleWeb } from '@sitegrep/sample-web';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { freePort } from '../../infra/dev/free-port.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { BASH, patternOf, type Runner, runPage, type Step } from './page.ts';
import { type SampleServer, startSampleServer } from './sample-server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TUTORIALS = join(ROOT, 'docs', 'tutorials');
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

let server: SampleServer;
beforeAll(async () => {
  server = await startSampleServer();
}, 300_000);
afterAll(() => server.stop());

/** Runs a tutorial. @returns the steps that print something else than the page shows */
async function differing(
  name: string,
  env: Readonly<Record<string, string>>,
  runner: Runner = BASH,
): Promise<readonly Step[]> {
  const steps = await runPage(join(TUTORIALS, name), runner, server.folder, { PATH, ...env });
  if (steps.length < 5) throw new Error(`${name} has ${steps.length} steps`);
  return steps.filter(({ printed, expected }) => !patternOf(expected ?? '').test(printed));
}

test('every step of the tutorial for analysts', { timeout: 300_000 }, async () => {
  const env = { SITEGREP_URL: server.url, SITEGREP_KEY: server.key };
  expect(await differing('analyst.md', env)).toEqual([]);
});

test('every step of the tutorial for operators', { timeout: 300_000 }, async () => {
  const web = await serveSampleWeb();
  // A process that a failed step leaves would hold its port.
  const head = `${BASH.head}\ntrap 'kill \${SERVER:-} 2> kill.log || true' EXIT`;
  try {
    const env = {
      SITEGREP_PORT: String(await freePort(null)),
      SITEGREP_HTTP_PROXY: web.proxyUrl,
      SITEGREP_HTTP_PROXY_GUARD: 'proxy',
      SITEGREP_CRAWL_DELAY: '20ms',
    };
    expect(await differing('operator.md', env, { ...BASH, head })).toEqual([]);
  } finally {
    await web.close();
  }
});

// After the one for analysts, whose numbers of domains it changes.
test('every step of the tutorial for researchers', { timeout: 600_000 }, async () => {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), {
    name: 'httpx',
    version: '0.28.1',
  });
  const env = {
    PATH: `${programs}${delimiter}${PATH}`,
    PYTHONPATH: join(ROOT, 'clients', 'python', 'src'),
    SITEGREP_URL: server.url,
    SITEGREP_KEY: server.key,
  };
  expect(await differing('researcher.md', env)).toEqual([]);
});
