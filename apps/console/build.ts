// Builds the console into `dist`, unless what is there was built from the same sources. Takes some seconds. Runs from a
// clone only: the published package and the image bring `dist`, and none of what builds it.
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const DIST = join(HERE, 'dist');
/** File of `dist` with the hash of the sources. */
const MARK = 'sources.txt';

/** Everything that the console is made of. */
const SOURCES = [
  'apps/console/{index.html,package.json,vite.config.ts}',
  'apps/console/src/**/*',
  'packages/client/src/**/*.ts',
  'packages/{fold,patterns,search,site}/src/**/*.ts',
];

/** Bytes below which compression saves next to nothing. */
const MIN_COMPRESSED = 512;

const hash = await hashOfSources();
if ((await readFile(join(DIST, MARK), 'utf8').catch(() => '')) !== hash) await build();

async function build(): Promise<void> {
  // Tests set it to something else, and React would bring what only its developers need.
  process.env['NODE_ENV'] = 'production';
  const { build: bundle } = await import('vite');
  // Beside `dist`, which is replaced at once: others may build or serve it at the same time.
  const draft = join(HERE, `dist.${process.pid}`);
  await bundle({
    root: HERE,
    configFile: join(HERE, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: draft, emptyOutDir: true },
  });
  const assets = join(draft, 'assets');
  await Promise.all((await readdir(assets)).map((name) => compress(join(assets, name))));
  await writeFile(join(draft, MARK), hash);
  const old = `${draft}.old`;
  await rename(DIST, old).catch(ignoreAbsence);
  await rename(draft, DIST);
  await rm(old, { recursive: true, force: true });
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length >= MIN_COMPRESSED)
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
}

async function hashOfSources(): Promise<string> {
  const digest = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  for (const path of paths) digest.update(path.slice(ROOT.length)).update(await readFile(path));
  return digest.digest('hex');
}

function ignoreAbsence(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
