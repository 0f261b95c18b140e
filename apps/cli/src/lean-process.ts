import { join } from 'node:path';

/**
 * Options of V8, by the one that a caller sets to have it his way. By default the young generation of every thread grows to
 * 60 MiB, and an old one to four times what is alive in it before it is collected; here, to half as much again.
 */
const V8_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '--max-semi-space-size': ['--max-semi-space-size=4'],
  '--max-old-space-size': ['--max-old-space-size=1536', '--heap-growing-percent=50'],
};

/** What a process is started as. */
export interface Start {
  /** Options of Node.js and V8. */
  readonly options: readonly string[];
  readonly environment: Readonly<NodeJS.ProcessEnv>;
}

/**
 * A start with which a process of many threads takes half of the memory. What the caller has set himself stays.
 *
 * @param cacheDir where compiled modules may be kept; null: nowhere
 * @returns null if it is that already
 */
export function leanStart({ options, environment }: Start, cacheDir: string | null): Start | null {
  const given = `${options.join(' ')} ${environment['NODE_OPTIONS'] ?? ''}`;
  const missing = Object.entries(V8_OPTIONS).flatMap(([name, own]) => (given.includes(name) ? [] : own));
  if (missing.length === 0) return null;
  return {
    options: [...options, ...missing],
    environment: {
      // glibc keeps up to eight heaps for each core, each with gaps of its own,
      MALLOC_ARENA_MAX: '2',
      // and puts buffers of up to 32 MiB into them once it has seen such; those beyond this are given back when they are free.
      MALLOC_MMAP_THRESHOLD_: '131072',
      // A thread that has to take the types out of TypeScript needs 10 MiB for that; not if what is left is kept.
      ...(cacheDir === null ? {} : { NODE_COMPILE_CACHE: cacheDir }),
      ...environment,
    },
  };
}

/** In `$XDG_CACHE_HOME`, else `~/.cache`; null for a user without a home. */
function compiledDir({ XDG_CACHE_HOME: cache = '', HOME: home = '' }: Start['environment']): string | null {
  if (cache !== '') return join(cache, 'sitegrep', 'compiled');
  return home === '' ? null : join(home, '.cache', 'sitegrep', 'compiled');
}

/**
 * Begins anew, under the same process id, with the same arguments and standard streams, in a start that needs less memory:
 * options of V8 and of glibc count from the start of a process only. Does nothing where that can't be done.
 */
export function beginLean(): void {
  // A channel to the process that started this one would be lost.
  if (process.platform === 'win32' || process.execve === undefined || process.send !== undefined) return;
  const { argv, env, execArgv, execPath } = process;
  const start = leanStart({ options: execArgv, environment: env }, compiledDir(env));
  if (start === null) return;
  process.execve(execPath, [execPath, ...start.options, ...argv.slice(1)], start.environment);
}
