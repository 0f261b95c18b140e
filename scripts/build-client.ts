// Makes the client's package, which users install from a file: JavaScript and types beside each other. It is compiled with what browsers
// have and without Node's types, so that nothing of Node can get into it. Usage: build-client.ts [FOLDER], build/client by
// default.
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = join(ROOT, 'packages', 'client');

const folder = process.argv[2] ?? join(ROOT, 'build', 'client');
const dist = join(folder, 'dist');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const project = join(CLIENT, 'tsconfig.build.json');
await promisify(execFile)(process.execPath, [compiler, '--project', project, '--outDir', dist]);
for (const name of await readdir(dist)) {
  if (name.endsWith('.d.ts')) await useEmittedNames(join(dist, name));
}
await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
await cp(join(CLIENT, 'README.md'), join(folder, 'README.md'));
const { name, version, description, license }: Record<string, string> = JSON.parse(
  await readFile(join(CLIENT, 'package.json'), 'utf8'),
);
const manifest = {
  name,
  version,
  description,
  license,
  keywords: ['sitegrep', 'search', 'html', 'source code', 'client', 'api'],
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  types: './dist/index.d.ts',
  files: ['dist'],
  engines: { node: '>=20' },
};
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
process.stdout.write(`${folder}\n`);

/** Declarations keep the names of the sources, which are not there. */
async function useEmittedNames(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replaceAll(/(from ')(\.[^']+)\.ts'/g, "$1$2.js'"));
}
