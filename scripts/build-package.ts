// Makes the package that users install from a file: the bundled command, the files that it reads, in the folders that they are in
// here, and the licences of the packages of others that are bundled. Usage: build-package.ts [FOLDER], build/package by default.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { MIN_NODE } from '../apps/cli/bin/start.js';
import { bundleCommand, OPTIONAL, ROOT } from './bundle-command.ts';

/** The executable that npm links as `sitegrep`, and its modules; they are copied as they are. */
const LAUNCHER = ['sitegrep.js', 'start.js', 'built.js'].map((name) => `apps/cli/bin/${name}`);
const PAPERS = ['LICENSE', 'CHANGELOG.md'];
/** Names of files that state how a package may be used. */
const LICENCES = /^(?:licen[cs]e|notice|copying|authors)/i;
const NODE_MODULES = `node_modules${sep}`;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

// The console and the documentation are part of the package as they are built.
await import('../apps/console/build.ts');
await import('../apps/docs/build.ts');
const folder = process.argv[2] ?? join(ROOT, 'build', 'package');
const dist = join(folder, 'dist');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const bundle = await bundleCommand((path) => join('..', packedPath(path)));
await bundle.write(join(dist, 'command'));
for (const path of bundle.data) await cp(path, join(dist, packedPath(path)), { recursive: true });
for (const path of LAUNCHER) await cp(join(ROOT, path), join(dist, path));
for (const name of PAPERS) await cp(join(ROOT, name), join(folder, name));
for (const path of new Set(bundle.foreign.map(packageOf))) await copyLicences(path);
await writeFile(join(folder, 'README.md'), await readme());
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
process.stdout.write(`${folder}: ${bundle.chunks.length} modules\n`);

/** Path of a file in the package, from the folder of the program. npm leaves folders named node_modules out. */
function packedPath(path: string): string {
  return relative(ROOT, path).replace(NODE_MODULES, `modules${sep}`);
}

/** Folder of the package that a file belongs to. */
function packageOf(file: string): string {
  const start = file.lastIndexOf(NODE_MODULES) + NODE_MODULES.length;
  const [scope = '', name = ''] = file.slice(start).split(sep);
  return join(file.slice(0, start), scope.startsWith('@') ? join(scope, name) : scope);
}

/** Copies the licence of a package of others, and what else says how it may be used. */
async function copyLicences(path: string): Promise<void> {
  const { name, version, license } = readManifest(join(path, 'package.json'));
  const to = join(folder, 'licences', `${name}-${version}`);
  await mkdir(to, { recursive: true });
  const names = (await readdir(path)).filter((file) => LICENCES.test(file));
  for (const file of names) await cp(join(path, file), join(to, file), { recursive: true });
  // Some have no text, only its name.
  if (names.length === 0) await writeFile(join(to, 'LICENSE'), `${JSON.stringify(license)}\n`);
}

function manifest(): object {
  const own = readManifest(join(ROOT, 'package.json'));
  return {
    name: 'sitegrep',
    version: own.version,
    description: own.description,
    license: own.license,
    keywords: ['search', 'crawler', 'html', 'source code', 'technologies', 'warc'],
    type: 'module',
    bin: { sitegrep: join('dist', LAUNCHER[0] ?? '') },
    files: ['dist', 'licences', ...PAPERS],
    engines: { node: `>=${MIN_NODE}` },
    peerDependencies: versions(OPTIONAL),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }])),
  };
}

/** Packages with their versions in the workspaces. */
function versions(names: readonly string[]): Readonly<Record<string, string>> {
  const declared = new Map(
    globSync('apps/*/package.json', { cwd: ROOT }).flatMap((path) => {
      const { dependencies = {}, optionalDependencies = {} } = readManifest(join(ROOT, path));
      return Object.entries({ ...dependencies, ...optionalDependencies });
    }),
  );
  return Object.fromEntries(
    names.map((name) => {
      const version = declared.get(name);
      if (version === undefined)
        throw new Error(`${name} is imported, but no workspace names it as a dependency`);
      return [name, version];
    }),
  );
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** Removes pictures, and links into the repository, which lead nowhere in a package. */
async function readme(): Promise<string> {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8');
  const words = text.replaceAll(/^!\[.*\n/gm, '');
  return words.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, '$1');
}
