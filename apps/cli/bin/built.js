// The built command: that of the package, or of this clone, where it is built anew when a source has changed. Plain JavaScript that
// an old Node.js understands.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths from the root of a clone: the folder of builds, the record of the latest, and what builds. */
export const BUILT = {
  folder: 'build/command',
  record: 'build/command/built.json',
  builder: 'scripts/build-command.ts',
};
/** Files on which a build depends besides the sources in it. */
export const CHECKED = ['package-lock.json', 'scripts/build-command.ts', 'scripts/bundle-command.ts'];

/**
 * State of a file as a text; another one if the file has changed since.
 *
 * @param {string} root
 * @param {string} path from the root
 * @returns {string}
 */
export function stateOf(root, path) {
  const state = statSync(join(root, path), { throwIfNoEntry: false });
  return state === undefined ? 'none' : `${state.mtimeMs} ${state.size}`;
}

/**
 * Path of the main module of the command; it is built before if it is not that of the sources.
 *
 * @param {string} file path of the executable, without symbolic links
 * @param {string} node path of the Node.js that builds
 * @returns {string | null} null if it can't be built; the builder has said why
 */
export function builtMain(file, node) {
  const root = join(dirname(file), '..', '..', '..');
  const packaged = join(root, 'command', 'main.js');
  if (existsSync(packaged)) return packaged;
  const known = builtBefore(root);
  if (known !== null) return known;
  if (process.stderr.isTTY) process.stderr.write('building the command from its sources…\n');
  const { status } = spawnSync(node, [join(root, BUILT.builder)], { stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0 ? builtBefore(root) : null;
}

/**
 * Path of the main module of the command as it was built before.
 *
 * @param {string} root of the clone
 * @returns {string | null} null if nothing is built, or if a source has changed since
 */
export function builtBefore(root) {
  const record = join(root, BUILT.record);
  if (!existsSync(record)) return null;
  const { folder, sources, states } = JSON.parse(readFileSync(record, 'utf8'));
  const main = join(root, BUILT.folder, folder, 'main.js');
  const isSame = sources.every(
    (/** @type {string} */ path, /** @type {number} */ at) => stateOf(root, path) === states[at],
  );
  return isSame && existsSync(main) ? main : null;
}
