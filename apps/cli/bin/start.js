// How the command is started: by which Node.js, and with which options. Plain JavaScript that an old Node.js understands.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';

/** Oldest major version of Node.js that has everything that the sources use. */
export const MIN_NODE = 26;

/**
 * Options and environment of a process start.
 *
 * @typedef {object} Start
 * @property {readonly string[]} options command-line options of Node.js and V8
 * @property {Readonly<NodeJS.ProcessEnv>} environment
 */

/**
 * Options of V8 that save memory, each under the option that overrides it when the caller sets it. By default the young
 * generation of every thread grows to 60 MiB, and an old generation to four times its live data before it is collected;
 * here, to twice. (One and a half times, and a young generation of 4 MiB, save a tenth of the memory of an import more, and
 * cost a tenth more of its processor time.)
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const V8_OPTIONS = {
  '--max-semi-space-size': ['--max-semi-space-size=8'],
  '--max-old-space-size': ['--max-old-space-size=1536', '--heap-growing-percent=100'],
};

/**
 * Options and environment with which a process of many threads needs little memory. Values that the caller has set
 * are not changed.
 *
 * @param {Start} start
 * @param {string | null} cacheDir folder for compiled modules; null: none
 * @returns {Start | null} null if the start has the options already
 */
export function leanStart({ options, environment }, cacheDir) {
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
      // Each thread compiles its modules anew, unless the result is cached.
      ...(cacheDir === null ? {} : { NODE_COMPILE_CACHE: cacheDir }),
      ...environment,
    },
  };
}

/**
 * Folder for compiled modules, in `$XDG_CACHE_HOME` or `~/.cache`; null for a user without a home.
 *
 * @param {Start['environment']} environment
 * @returns {string | null}
 */
export function compiledDir({ XDG_CACHE_HOME: cache = '', HOME: home = '' }) {
  if (cache !== '') return join(cache, 'sitegrep', 'compiled');
  return home === '' ? null : join(home, '.cache', 'sitegrep', 'compiled');
}

/**
 * Finds a Node.js that npm installed where the program can see it: as the package `node`.
 *
 * @param {string} file path of a file of the program, without symbolic links
 * @returns {string | null} path of the executable; null if there is none, or if it is too old
 */
export function installedNode(file) {
  /** @type {string} */
  let manifest;
  try {
    manifest = createRequire(file).resolve('node/package.json');
  } catch {
    // There is no such package, which is the usual case outside of the repository.
    return null;
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(dirname(manifest), 'bin', name);
  return majorOf(version) >= MIN_NODE && existsSync(path) ? path : null;
}

/**
 * @param {string} version such as `26.10.0` or `v26.10.0`
 * @returns {number}
 */
export function majorOf(version) {
  return Number.parseInt(version.replace('v', ''), 10);
}

/**
 * Says in one sentence what to do where this Node.js is too old and no other one was found.
 *
 * @param {string} file path of a file of the program, without symbolic links
 * @param {string} version of this Node.js
 */
export function tooOld(file, version) {
  const folder = `${sep}node_modules${sep}`;
  const needs = `sitegrep needs Node.js ${MIN_NODE} or newer, and this is ${version}: `;
  if (!file.includes(folder)) {
    const root = join(dirname(file), '..', '..', '..');
    return `${needs}run "npm ci" in ${root}, which installs one for sitegrep alone.`;
  }
  const root = file.slice(0, file.indexOf(folder));
  return existsSync(join(root, 'package.json'))
    ? `${needs}run "npm install node@${MIN_NODE}" in ${root}, which installs one beside it.`
    : `${needs}run "npm install --global node@${MIN_NODE}".`;
}
