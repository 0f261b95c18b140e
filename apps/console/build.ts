// Builds the console into `dist`, unless what is there was built from the same sources. Takes some seconds. Runs from a
// clone only: the published package and the image bring `dist`, and none of what builds it.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder } from '../../scripts/built-folder.ts';
import { compressFile } from '../../scripts/compress-file.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Everything that the console is made of. */
const SOURCES = [
  'apps/console/{index.html,package.json,vite.config.ts}',
  'apps/console/src/**/*',
  'scripts/compress-file.ts',
  'packages/client/src/**/*.ts',
  'packages/{fold,patterns,search,site}/src/**/*.ts',
];

/** Bytes below which compression saves next to nothing. */
const MIN_COMPRESSED = 512;

await buildFolder(join(HERE, 'dist'), SOURCES, async (folder) => {
  // Tests set it to something else, and React would bring what only its developers need.
  process.env['NODE_ENV'] = 'production';
  const { build } = await import('vite');
  await build({
    root: HERE,
    configFile: join(HERE, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  const assets = join(folder, 'assets');
  await Promise.all((await readdir(assets)).map((name) => compress(join(assets, name))));
});

async function compress(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size >= MIN_COMPRESSED) await compressFile(path);
}
