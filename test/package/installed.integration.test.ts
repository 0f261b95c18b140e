import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SEARCHES, serveSampleWeb } from '@sitegrep/sample-web';

const run = promisify(execFile);

let root: string;
/** Folder of the user, which is empty at first. */
let folder: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitegrep-package-'));
  const build = join(root, 'package');
  folder = join(root, 'user');
  await run(process.execPath, [join(import.meta.dirname, '..', '..', 'scripts', 'build-package.ts'), build]);
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', root], { cwd: build });
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{}');
  // Without a registry: the package brings all that it needs.
  const quick = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['install', ...quick, join(root, stdout.trim())], { cwd: folder });
}, 300_000);
afterAll(() => rm(root, { recursive: true, force: true }));

const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SITEGREP_'));
const environment = (settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(inherited),
  SITEGREP_DATA_DIR: join(folder, 'data'),
  SITEGREP_LOG_LEVEL: 'error',
  ...settings,
});

function sitegrep(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return run(join(folder, 'node_modules', '.bin', 'sitegrep'), args, {
    cwd: folder,
    env: environment(settings),
  });
}

test('the packed package, installed into an empty folder, runs the demo', { timeout: 240_000 }, async () => {
  expect((await readdir(folder)).toSorted()).toEqual(['node_modules', 'package-lock.json', 'package.json']);
  const { stdout } = await sitegrep(['demo', '--exit']);
  expect(stdout).toContain(`→ ${SEARCHES[0]?.domains.length} domain`);
});

test('it brings what it runs of other packages in its modules, with their licences', async () => {
  expect(await readdir(join(folder, 'node_modules'))).toEqual(
    expect.not.arrayContaining(['fastify', 'undici', 'bullmq']),
  );
  const own = join(folder, 'node_modules', 'sitegrep');
  const files = await readdir(own, { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map(({ name }) => name);
  expect(names.filter((name) => /\.(?:map|d\.[cm]?ts)$/.test(name))).toEqual([]);
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  // Modules, the console, and 8 MB of countries by address.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(42e6);
  const licences = await readdir(join(own, 'licences'), { recursive: true });
  const bundled = ['fastify', 'undici', 'bullmq', 'ioredis', '@elastic/elasticsearch'];
  for (const name of [...bundled, '@ip-location-db/geo-whois-asn-country-mmdb']) {
    expect([
      name,
      licences.filter((path) => path.startsWith(`${name}-`) && /licen[cs]e/i.test(path)).length > 0,
    ]).toEqual([name, true]);
  }
});

test('its modules import nothing but each other, Node’s, and what renders pages', async () => {
  const modules = join(folder, 'node_modules', 'sitegrep', 'dist', 'command');
  const names = await readdir(modules);
  const named = await Promise.all(
    names.map(async (name) => {
      const code = await readFile(join(modules, name), 'utf8');
      // Comments have imports as well, for types.
      const imports = code.matchAll(
        /^import (?:[^\n"]* from )?"([^"]+)";$|^(?!\s*\*)[^\n]*\bimport\("([^"]+)"\)/gm,
      );
      return Array.from(imports, ([, still, lazy]) => still ?? lazy ?? '');
    }),
  );
  const all = [...new Set(named.flat())].filter((id) => !isBuiltin(id));
  const own = all.filter((id) => id.startsWith('./'));
  expect(own.length).toBeGreaterThan(50);
  expect(own.filter((id) => !names.includes(id.slice(2)))).toEqual([]);
  // Installed beside it, by those who render pages.
  expect(all.filter((id) => !id.startsWith('./')).toSorted()).toEqual([
    '@crawlee/memory-storage',
    '@crawlee/playwright',
    'playwright-core',
    'proxy-chain',
  ]);
});

test('it crawls, searches, serves, and looks after its data', { timeout: 240_000 }, async () => {
  const web = await serveSampleWeb();
  const settings = {
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '20ms',
  };
  try {
    await sitegrep(['crawl', 'bakery-lyon.example'], settings);
  } finally {
    await web.close();
  }
  expect((await sitegrep(['search', 'wp-content/plugins'])).stdout).toMatch(
    /\nbakery-lyon\.example .*\n1 domain\n$/,
  );
  // Its threads load what reads documents.
  expect(
    (await sitegrep(['search', 'wp-content/plugins', '--extract', 'h1=css:header > h1'])).stdout,
  ).toMatch(/\nbakery-lyon\.example .* Boulangerie Étoile\n1 domain\n$/);
  expect((await sitegrep(['backup', join(root, 'backup')])).stdout).toMatch(
    /^backed up in .*: 1 domain with 3 pages, .* read again and intact\n$/,
  );
  expect((await sitegrep(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);

  const server = spawn(join(folder, 'node_modules', '.bin', 'sitegrep'), ['up'], {
    cwd: folder,
    env: environment({ SITEGREP_PORT: '0', SITEGREP_ADMIN_KEY: `sg_${'a'.repeat(48)}` }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /listens at (http:\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    const answer = await fetch(`${url}/html-source-code-search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': `sg_${'a'.repeat(48)}` },
      body: JSON.stringify({ search_terms: ['wp-content/plugins'] }),
    });
    expect(await answer.json()).toMatchObject({ success: true, data: { total_count: 1 } });
    server.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});
