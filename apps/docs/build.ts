// Builds the documentation into `dist`, unless what is there was built from the same sources. Takes about a second. Runs from a
// clone only: the published package and the image bring `dist`.
import { globSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JsonObject } from '@sitegrep/openapi';
import { rolldown } from 'rolldown';
import { buildFolder, ROOT } from '../../scripts/built-folder.ts';
import { compressFile } from '../../scripts/compress-file.ts';
import { documentationSite } from './src/site.ts';

/** Everything that the documentation is made of. */
const SOURCES = [
  'apps/docs/{build.ts,package.json}',
  'apps/docs/src/**/*',
  'scripts/compress-file.ts',
  'docs/{,tutorials/}*.md',
  'docs/images/*.png',
  'docs/openapi.json',
  'packages/*/README.md',
];

const BROWSER = join(import.meta.dirname, 'src', 'browser');

await buildFolder(join(import.meta.dirname, 'dist'), SOURCES, async (folder) => {
  const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  // The tests hold it against the contract.
  const api: JsonObject = JSON.parse(read('docs/openapi.json'));
  const { files, pictures } = documentationSite(read, api);
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  for (const path of pictures) await copyFile(join(ROOT, path), join(folder, basename(path)));
  await copyFile(join(BROWSER, 'docs.css'), join(folder, 'docs.css'));
  const scripts = await rolldown({ input: join(BROWSER, 'docs.js'), platform: 'browser' });
  const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' };
  await scripts.write({ dir: folder, format: 'esm', minify: true, ...names });
  await scripts.close();
  const texts = globSync('*.{html,json,css,js}', { cwd: folder });
  await Promise.all(texts.map((name) => compressFile(join(folder, name))));
});
