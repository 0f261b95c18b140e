// Makes the package that users install from a file: every module of the command as JavaScript, since Node takes the types out of files
// under node_modules no more, and the files that they read beside themselves, all in the folders that they are in here.
// bundled-packages.ts adds what they run of others. Usage: build-package.ts [FOLDER], build/package by default.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { MIN_NODE } from '../apps/cli/bin/start.js';
import { bundlePackages, isOptional, OPTIONAL } from './bundled-packages.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = 'apps/cli/src/main.ts';
/** The executable that npm links as `sitegrep`, and its module; both are copied as they are. */
const LAUNCHER = ['apps/cli/bin/sitegrep.js', 'apps/cli/bin/start.js'] as const;
/** Matches how a module names a file next to itself, up to the part that is known only at run time. */
const NAMED = /new URL\((['`])(\.[^'`$]+)/g;

/** Folder of the data, next to the modules. */
const PAPERS = ['LICENSE', 'CHANGELOG.md'];

interface Manifest {
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

// The console is part of the package as it is built.
await import('../apps/console/build.ts');
const folder = process.argv[2] ?? join(ROOT, 'build', 'package');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const { chunks, data, entries } = await buildModules(join(folder, 'dist'));
for (const path of data) await cp(path, join(folder, 'dist', relative(ROOT, path)), { recursive: true });
for (const path of LAUNCHER) await cp(join(ROOT, path), join(folder, 'dist', path));
for (const name of PAPERS) await cp(join(ROOT, name), join(folder, name));
await writeFile(join(folder, 'README.md'), await readme());
await bundlePackages({ root: ROOT, entries, files: namedPackageFiles(chunks) }, folder);
await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest(chunks), null, 2)}\n`);
process.stdout.write(`${folder}: ${chunks.length} modules\n`);

interface BuiltModules {
  readonly chunks: readonly OutputChunk[];
  /** Files and folders that they read. */
  readonly data: ReadonlySet<string>;
  /** The sources of the command, and of what it starts as threads. */
  readonly entries: readonly string[];
}

/** Builds each module separately, so that a command loads only its own modules. */
async function buildModules(dir: string): Promise<BuiltModules> {
  const data = new Set<string>();
  const threads = new Set<string>();
  const build = await rolldown({
    cwd: ROOT,
    input: [COMMAND],
    platform: 'node',
    external: (id, importer) => importer !== undefined && isForeign(id),
    plugins: [namedFiles(data, threads)],
    treeshake: false,
  });
  const { output } = await build.write({
    dir,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: ROOT,
    entryFileNames: '[name].js',
    keepNames: true,
  });
  await build.close();
  const chunks = output.filter((part) => part.type === 'chunk');
  return { chunks, data, entries: [join(ROOT, COMMAND), ...threads] };
}

/** Whether a module belongs to another project's package. */
function isForeign(id: string): boolean {
  return isBuiltin(id) || !/^(?:[./]|@sitegrep\/)/.test(id);
}

/**
 * Finds what a module names without importing it: modules that it starts as threads, and data.
 *
 * @param data receives files and folders of data
 * @param threads receives modules
 */
function namedFiles(data: Set<string>, threads: Set<string>): Plugin {
  return {
    name: 'named-files',
    transform(code, id) {
      return code.replace(NAMED, (found, quote: string, path: string) => {
        const named = join(dirname(id), path);
        if (!path.endsWith('.ts')) {
          if (!existsSync(named)) throw new Error(`${id} names ${path}, which is not there`);
          data.add(named);
          return found;
        }
        threads.add(named);
        this.emitFile({ type: 'chunk', id: named });
        return `new URL(${quote}${path.replace(/\.ts$/, '.js')}`;
      });
    },
  };
}

function manifest(modules: readonly OutputChunk[]): object {
  const own = readManifest('package.json');
  const needed = dependencies(modules);
  return {
    name: 'sitegrep',
    version: own.version,
    description: own.description,
    license: own.license,
    keywords: ['search', 'crawler', 'html', 'source code', 'technologies', 'warc'],
    type: 'module',
    bin: { sitegrep: join('dist', LAUNCHER[0]) },
    files: ['dist', ...PAPERS],
    engines: { node: `>=${MIN_NODE}` },
    dependencies: needed,
    // They are in the package: npm fetches none of them.
    bundleDependencies: Object.keys(needed),
    peerDependencies: versions(OPTIONAL),
    peerDependenciesMeta: Object.fromEntries(OPTIONAL.map((name) => [name, { optional: true }])),
  };
}

/** Packages with their versions in the workspaces. */
function versions(names: Iterable<string>): Readonly<Record<string, string>> {
  const declared = new Map(
    globSync(['apps/*/package.json', 'packages/*/package.json', 'test/sample-web/package.json'], {
      cwd: ROOT,
    }).flatMap((path) => {
      const { dependencies = {}, optionalDependencies = {} } = readManifest(path);
      return Object.entries({ ...dependencies, ...optionalDependencies });
    }),
  );
  return Object.fromEntries(
    Array.from(names, (name) => {
      const version = declared.get(name);
      if (version === undefined)
        throw new Error(`${name} is imported, but no workspace names it as a dependency`);
      return [name, version];
    }),
  );
}

/** Dependencies of the modules that the package brings. */
function dependencies(modules: readonly OutputChunk[]): Readonly<Record<string, string>> {
  const files = new Set(modules.map(({ fileName }) => fileName));
  const imported = modules.flatMap(({ imports, dynamicImports, code }) => [
    ...[...imports, ...dynamicImports].filter((id) => !files.has(id) && !isBuiltin(id)),
    ...namedOf(code),
  ]);
  const names = new Set(
    imported.map((id) =>
      id
        .split('/')
        .slice(0, id.startsWith('@') ? 2 : 1)
        .join('/'),
    ),
  );
  return versions([...names].filter((name) => !isOptional(name)).toSorted());
}

/** Files of packages that a module names without importing them. */
function namedOf(code: string): readonly string[] {
  return Array.from(code.matchAll(/import\.meta\.resolve\(["']([^"'$]+)["']\)/g), ([, id = '']) => id);
}

/** Paths of the files of packages that modules name. */
function namedPackageFiles(modules: readonly OutputChunk[]): readonly string[] {
  return modules.flatMap(({ code, facadeModuleId }) =>
    namedOf(code).map((id) => createRequire(facadeModuleId ?? ROOT).resolve(id)),
  );
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;
}

/** Removes pictures, and links into the repository, which lead nowhere in a package. */
async function readme(): Promise<string> {
  const text = await readFile(join(ROOT, 'README.md'), 'utf8');
  const words = text.replaceAll(/^!\[.*\n/gm, '');
  return words.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]+\)/g, '$1');
}
