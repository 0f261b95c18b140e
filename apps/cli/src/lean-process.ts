import { join } from 'node:path';

/**
 * Options of V8 that save memory, each under the option that overrides it when the caller sets it. By default the young
 * generation of every thread grows to 60 MiB, and an old generation to four times its live data before it is collected;
 * here, to one and a half times.
 */
const V8_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '--max-semi-space-size': ['--max-semi-space-size=4'],
  '--max-old-space-size': ['--max-old-space-size=1536', '--heap-growing-percent=50'],
};

/** Options and environment of a process start. */
export interface Start {
  /** Command-line options of Node.js and V8. */
  readonly options: readonly string[];
  readonly environment: Readonly<NodeJS.ProcessEnv>;
}

/**
 * Options and environment with which a process of many threads needs half of the memory. Values that the caller has set
 * are not changed.
 *
 * @param cacheDir folder for compiled modules; null: none
 * @returns null if the start has the options already
 */
export function leanStart({ options, environment }: Start, cacheDir: string | null): Start | null {
  const given = `${options.join(' ')} ${environment['NODE_OPTIONS'] ?? ''}`;
  const missing = Object.entries(V8_OPTIONS).flatMap(([name, own]) => (given.includes(name) ? [] : own));
  if (missing.length === 0) return null;
  return {
    options: [...options, ...missing],
    environment: {
      // glibc has up to eight heaps per core, each with its own unused gaps;
      MALLOC_ARENA_MAX: '2',
      // it puts buffers of up to 32 MiB into them. Buffers above this threshold go back to the system when they are freed.
      MALLOC_MMAP_THRESHOLD_: '131072',
      // Stripping the types of TypeScript takes 10 MiB in each thread, unless the result is cached.
      ...(cacheDir === null ? {} : { NODE_COMPILE_CACHE: cacheDir }),
      ...environment,
    },
  };
}

/** Folder for compiled modules, in `$XDG_CACHE_HOME` or `~/.cache`; null for a user without a home. */
function compiledDir({ XDG_CACHE_HOME: cache = '', HOME: home = '' }: Start['environment']): string | null {
  if (cache !== '') return join(cache, 'sitegrep', 'compiled');
  return home === '' ? null : join(home, '.cache', 'sitegrep', 'compiled');
}

/**
 * Restarts this process with options that save memory, under the same process id and with the same arguments and standard
 * streams: options of V8 and glibc only take effect at a start. Does nothing where a process can't be replaced.
 */
export function beginLean(): void {
  // The IPC channel to the parent process would be lost.
  if (process.platform === 'win32' || process.execve === undefined || process.send !== undefined) return;
  const { argv, env, execArgv, execPath } = process;
  const start = leanStart({ options: execArgv, environment: env }, compiledDir(env));
  if (start === null) return;
  process.execve(execPath, [execPath, ...start.options, ...argv.slice(1)], start.environment);
}
