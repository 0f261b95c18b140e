// Bundles the command into few modules of JavaScript, and small threads that it starts into one each, with what they run of other packages.
// A start then resolves and compiles a dozen files instead of a thousand, and takes half of the processor time.
import { createHash } from 'node:crypto';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk, type OutputOptions, type Plugin } from 'rolldown';
import { builtInImports } from './built-in-imports.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The main module of the bundle. */
export const MAIN = 'main.js';
const COMMAND = 'apps/cli/src/main.ts';

/**
 * Packages that are not bundled: only installations that render pages need them, which is as much as all the rest. They are installed
 * beside the command.
 */
export const OPTIONAL = ['@crawlee/memory-storage', '@crawlee/playwright', 'playwright-core', 'proxy-chain'];

/** Threads that run most of what the command does, or seldom start: they share modules with it. */
const LARGE_THREADS = new Set([
  'packages/analysis/src/thread.ts',
  'packages/analysis/src/trial/trial-thread.ts',
  'packages/storage/src/sqlite/maintenance/verify-thread.ts',
  'packages/technologies/src/prepare/check-thread.ts',
  'packages/technologies/src/prepare/compile-thread.ts',
]);

/** Matches how a module names a file next to itself, up to the part that is known only at run time. */
const NAMED = /new URL\((['`])(\.[^'`$]+)/g;
/** Matches how a module names a file of a package. */
const RESOLVED = /import\.meta\.resolve\(\s*['"]([^'"$]+)['"],?\s*\)/g;

export interface CommandBundle {
  readonly chunks: readonly OutputChunk[];
  /** Paths of the files and folders that the modules read. */
  readonly data: ReadonlySet<string>;
  /** Paths of the modules of this repository. */
  readonly sources: readonly string[];
  /** Paths of the modules and files of other packages. */
  readonly foreign: readonly string[];
  /** Digest of all modules. */
  readonly digest: string;
  /** Writes the modules into a folder. */
  write(dir: string): Promise<void>;
}

/**
 * Bundles the command.
 *
 * @param addressOf address of a file that modules read, relative to the folder of the bundle
 */
export async function bundleCommand(addressOf: (path: string) => string): Promise<CommandBundle> {
  const named: Named = { data: new Set(), foreign: new Set(), threads: new Set() };
  const plugins = [namedFiles(named, addressOf), builtInImports()];
  const parts = [await bundlePart('main', join(ROOT, COMMAND), true, plugins)];
  // A thread may name others.
  for (const path of named.threads) parts.push(await bundlePart(nameOf(path), path, false, plugins));
  const chunks = parts.flatMap((part) => part.chunks);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => id.replace(/\?.*$/, '')));
  const files = [...new Set(modules)].filter((id) => id.startsWith(ROOT)).toSorted();
  const digest = createHash('sha256');
  for (const { fileName, code } of chunks) digest.update(`${fileName}\n${code}\n`);
  return {
    chunks,
    data: named.data,
    sources: files.filter((path) => !isForeign(path)),
    foreign: [...files.filter(isForeign), ...named.foreign],
    digest: digest.digest('hex').slice(0, 16),
    async write(dir) {
      for (const part of parts) await part.write(dir);
    },
  };
}

interface Part {
  readonly chunks: readonly OutputChunk[];
  write(dir: string): Promise<void>;
}

/**
 * Bundles a module that a process or a thread begins with.
 *
 * @param isSplit whether what is seldom needed is in modules of its own; otherwise all of it is in one, without the modules from
 *   which nothing is used: threads start often
 */
async function bundlePart(
  name: string,
  path: string,
  isSplit: boolean,
  plugins: readonly Plugin[],
): Promise<Part> {
  const build = await rolldown({
    cwd: ROOT,
    input: { [name]: path },
    platform: 'node',
    external: (id) => isBuiltin(id) || isOptional(id),
    treeshake: { moduleSideEffects: (id) => isForeign(id) },
    // The bundle would fail where it runs. The other notes are about time and style.
    onLog: (_level, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
    plugins: [...plugins],
  });
  const options: OutputOptions = {
    format: 'esm',
    keepNames: true,
    entryFileNames: '[name].js',
    codeSplitting: isSplit,
    comments: { legal: true, jsdoc: false, annotation: false },
  };
  const { output } = await build.generate(options);
  return {
    chunks: output.filter((part) => part.type === 'chunk'),
    async write(dir) {
      await build.write({ ...options, dir });
      await build.close();
    },
  };
}

/** Name of the bundled module of a thread. */
function nameOf(path: string): string {
  return relative(ROOT, path).replace(/\.ts$/, '').replaceAll('/', '-');
}

function isOptional(id: string): boolean {
  return OPTIONAL.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Whether a module belongs to another project's package. */
function isForeign(path: string): boolean {
  return path.includes('/node_modules/');
}

/** Paths of what modules name without importing it. */
interface Named {
  readonly data: Set<string>;
  readonly foreign: Set<string>;
  readonly threads: Set<string>;
}

/**
 * Finds what modules name without importing it, and has them find it from the folder of the bundle: threads and data. Data need not
 * be there yet: a clone builds its console when a browser first asks for it.
 */
function namedFiles({ data, foreign, threads }: Named, addressOf: (path: string) => string): Plugin {
  return {
    name: 'named-files',
    transform(code, id) {
      if (isForeign(id)) return null;
      return code
        .replace(NAMED, (_found, quote: string, path: string) => {
          const file = join(dirname(id), path);
          if (path.endsWith('.ts')) {
            if (LARGE_THREADS.has(relative(ROOT, file)))
              this.emitFile({ type: 'chunk', id: file, fileName: `${nameOf(file)}.js` });
            else threads.add(file);
            return `new URL(${quote}./${nameOf(file)}.js`;
          }
          data.add(file);
          return `new URL(${quote}${addressOf(file)}${path.endsWith('/') ? '/' : ''}`;
        })
        .replace(RESOLVED, (_found, named: string) => {
          const file = createRequire(id).resolve(named);
          data.add(file);
          foreign.add(file);
          return `new URL('${addressOf(file)}', import.meta.url).href`;
        });
    },
  };
}
