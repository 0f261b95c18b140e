// The packages of others that the built package brings: of each only the modules that are run, its manifest and its licence.
// npm would install all of their files, four times as many: types, source maps, and builds for browsers and other loaders.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

const NODE_MODULES = `node_modules${sep}`;
/** Names of files that state how a package may be used. */
const PAPERS = /^(?:licen[cs]e|notice|copying|authors)/i;
/** Parts of a manifest that only matter where a package is installed or developed. */
const UNUSED = new Set([
  'scripts',
  'devDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'overrides',
]);

/**
 * Packages that the built one does not bring: only installations that render pages need them, which is as much as all the rest.
 * They are installed beside it.
 */
export const OPTIONAL = ['@crawlee/memory-storage', '@crawlee/playwright', 'playwright-core', 'proxy-chain'];

/** Whether a module is one of such a package. @param id as it is imported */
export function isOptional(id: string): boolean {
  return OPTIONAL.some((name) => id === name || id.startsWith(`${name}/`));
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface BundleSource {
  /** Folder of the repository. */
  readonly root: string;
  /** Module that starts the command, and those that it starts as threads. */
  readonly entries: readonly string[];
  /** Further files of packages that are read at run time. */
  readonly files: readonly string[];
}

/**
 * Copies what is run of the packages into `node_modules` of a folder, so that Node.js resolves them there as it does here.
 *
 * @throws if two versions of a package would have the same folder
 */
export async function bundlePackages(source: BundleSource, folder: string): Promise<void> {
  const files = [...(await tracedFiles(source)), ...source.files];
  const packages = new Map<string, string>();
  for (const file of files) {
    const from = packageOf(file);
    const to = folderIn(source.root, from);
    const known = packages.get(to);
    if (known !== undefined && known !== from)
      throw new Error(`${known} and ${from} would have the same folder`);
    packages.set(to, from);
    await copy(file, join(folder, to, relative(from, file)));
    // Manifests within a package tell the kind of the modules below them.
    for (let dir = dirname(file); dir !== from; dir = dirname(dir)) {
      const manifest = join(dir, 'package.json');
      if (existsSync(manifest)) await copy(manifest, join(folder, to, relative(from, manifest)));
    }
  }
  for (const [to, from] of packages) {
    for (const name of await readdir(from)) {
      if (PAPERS.test(name)) await cp(join(from, name), join(folder, to, name), { recursive: true });
    }
    const manifest = closedManifest(await readManifest(from), (name) => isFound(packages, to, name));
    await writeFile(join(folder, to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  }
}

/** Paths of all modules of packages that the entries can load. */
async function tracedFiles({ root, entries }: BundleSource): Promise<readonly string[]> {
  const found = new Set<string>();
  const build = await rolldown({
    cwd: root,
    input: [...entries],
    platform: 'node',
    external: (id) => isBuiltin(id) || isOptional(id),
    treeshake: false,
    // Those of Node.js: by default the builds for bundlers are found as well.
    resolve: { conditionNames: ['node', 'import', 'module-sync', 'default'], mainFields: ['main'] },
    plugins: [
      {
        name: 'traced-files',
        resolveId(id, importer, { kind }) {
          if (kind !== 'require-call' || importer === undefined || isBuiltin(id)) return null;
          return requiredBy(importer, id);
        },
        transform(_code, id) {
          if (id.startsWith(root) && id.includes(NODE_MODULES)) found.add(id.replace(/\?.*$/, ''));
          return null;
        },
      },
    ],
  });
  await build.generate({ format: 'esm' });
  await build.close();
  return [...found].toSorted();
}

/** Path of what a module requires; null: it is not installed, which the module expects. */
function requiredBy(importer: string, id: string): string | null {
  try {
    return createRequire(importer).resolve(id);
  } catch {
    // Such as an extension in native code, of which there is a slower form.
    return null;
  }
}

/** Folder of the package that a file belongs to. */
function packageOf(file: string): string {
  const start = file.lastIndexOf(NODE_MODULES) + NODE_MODULES.length;
  const [scope = '', name = ''] = file.slice(start).split(sep);
  return join(file.slice(0, start), scope.startsWith('@') ? join(scope, name) : scope);
}

/** Path of a package below the built one: packages of a workspace alone come to the others. */
function folderIn(root: string, path: string): string {
  const below = relative(root, path);
  return below.slice(below.indexOf(NODE_MODULES));
}

/** Whether Node.js finds a package from within another one. */
function isFound(packages: ReadonlyMap<string, string>, within: string, name: string): boolean {
  for (let dir = within; dir !== '.'; dir = dirname(dir)) {
    if (packages.has(join(dir, NODE_MODULES, name))) return true;
  }
  return packages.has(join(NODE_MODULES, name));
}

/** Leaves out the dependencies that are not run: npm would fetch them. */
function closedManifest(manifest: Manifest, isBundled: (name: string) => boolean): object {
  const kept = Object.fromEntries(
    Object.entries({ ...manifest.optionalDependencies, ...manifest.dependencies }).filter(([name]) =>
      isBundled(name),
    ),
  );
  const rest = Object.entries(manifest).filter(
    ([field]) => !UNUSED.has(field) && field !== 'optionalDependencies',
  );
  return { ...Object.fromEntries(rest), dependencies: kept };
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to);
}
