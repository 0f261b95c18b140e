// Bundles the command and the threads that it starts into few modules of JavaScript, with what they run of other packages. A start
// then resolves and compiles a dozen files instead of a thousand, and takes half of the processor time.
import { createHash } from 'node:crypto';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The main module of the bundle. */
export const MAIN = 'main.js';
const COMMAND = 'apps/cli/src/main.ts';

/**
 * Packages that are not bundled: only installations that render pages need them, which is as much as all the rest. They are installed
 * beside the command.
 */
export const OPTIONAL = ['@crawlee/memory-storage', '@crawlee/playwright', 'playwright-core', 'proxy-chain'];

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
  const named = { data: new Set<string>(), foreign: new Set<string>() };
  const build = await rolldown({
    cwd: ROOT,
    input: { main: COMMAND },
    platform: 'node',
    external: (id) => isBuiltin(id) || isOptional(id),
    // The bundle would fail where it runs. The other notes are about time and style.
    onLog: (_level, { code, message }) => {
      if (code === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
    plugins: [namedFiles(named, addressOf)],
  });
  const options = { format: 'esm', keepNames: true, entryFileNames: '[name].js' } as const;
  const { output } = await build.generate(options);
  const chunks = output.filter((part) => part.type === 'chunk');
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
      await build.write({ ...options, dir });
      await build.close();
    },
  };
}

function isOptional(id: string): boolean {
  return OPTIONAL.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Whether a module belongs to another project's package. */
function isForeign(path: string): boolean {
  return path.includes('/node_modules/');
}

/**
 * Finds what modules name without importing it, and has them find it from the folder of the bundle: threads and data. Data need not
 * be there yet: a clone builds its console when a browser first asks for it.
 */
function namedFiles(
  { data, foreign }: { readonly data: Set<string>; readonly foreign: Set<string> },
  addressOf: (path: string) => string,
): Plugin {
  return {
    name: 'named-files',
    transform(code, id) {
      if (isForeign(id)) return null;
      return code
        .replace(NAMED, (_found, quote: string, path: string) => {
          const file = join(dirname(id), path);
          if (path.endsWith('.ts')) {
            const fileName = `${relative(ROOT, file).replace(/\.ts$/, '').replaceAll('/', '-')}.js`;
            this.emitFile({ type: 'chunk', id: file, fileName });
            return `new URL(${quote}./${fileName}`;
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
