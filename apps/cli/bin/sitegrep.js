#!/usr/bin/env node
// The `sitegrep` command as npm links it. It runs under any Node.js from 18 on, answers --version by itself, and goes on
// with the built command: in this process, or after one restart by a newer Node.js or with options that save memory.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import * as modules from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtMain } from './built.js';
import { compiledDir, installedNode, leanStart, MIN_NODE, majorOf, tooOld } from './start.js';

const FILE = fileURLToPath(import.meta.url);
/** Commands that start many threads and may run for weeks. */
const LONG = new Set(['up', 'worker', 'renderer', 'crawl', 'import', 'demo']);
const CAN_REPLACE = process.platform !== 'win32' && process.execve !== undefined;
/** Signals that ask a process to end, or to do something, and that it can receive. */
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']);

const args = process.argv.slice(2);
if (args.length === 1 && ['--version', '-v', 'version'].includes(args[0] ?? '')) {
  process.stdout.write(`${ownVersion()}\n`);
} else {
  await begin();
}

async function begin() {
  const { env, execArgv, execPath, version } = process;
  const node = majorOf(version) >= MIN_NODE ? execPath : installedNode(FILE);
  if (node === null) {
    process.stderr.write(`error: ${tooOld(FILE, version)}\n`);
    process.exitCode = 2;
    return;
  }
  const main = builtMain(FILE, node);
  if (main === null) {
    process.stderr.write(
      `error: the command can't be built from its sources, for the reason above; if a package is missing, run "npm ci"\n`,
    );
    process.exitCode = 2;
    return;
  }
  const cacheDir = compiledDir(env);
  const start = { options: execArgv, environment: env };
  const lean = LONG.has(args[0] ?? '') ? leanStart(start, cacheDir) : null;
  if (node !== execPath) {
    restart(
      node,
      main,
      lean ?? { ...start, environment: { ...(cacheDir && { NODE_COMPILE_CACHE: cacheDir }), ...env } },
    );
    return;
  }
  // A process that can't be replaced has no lean start, and the channel to a parent would be lost.
  if (lean !== null && CAN_REPLACE && process.send === undefined) restart(node, main, lean);
  if (cacheDir !== null) {
    modules.enableCompileCache?.(cacheDir);
    // Threads read where the cache is from the environment.
    env['NODE_COMPILE_CACHE'] ??= cacheDir;
  }
  await import(pathToFileURL(main).href);
}

/**
 * Runs the command by another start of Node.js, with the same arguments and standard streams: under the same process id
 * where a process can be replaced, else as a child whose signals and exit code are passed on.
 *
 * @param {string} node path of the executable
 * @param {string} main path of the main module
 * @param {import('./start.js').Start} start
 */
function restart(node, main, { options, environment }) {
  const words = [...options, main, ...args];
  if (CAN_REPLACE) process.execve?.(node, [node, ...words], environment);
  const child = spawn(node, words, { stdio: 'inherit', env: environment });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`error: ${node}: ${error.message}\n`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 2);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Version in the nearest manifest: that of this workspace, or of the package. */
function ownVersion() {
  let dir = dirname(FILE);
  while (!existsSync(join(dir, 'package.json'))) dir = dirname(dir);
  return JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).version;
}
