// Runs a program in a network namespace of its own, where it may listen on any port.
import { spawnSync } from 'node:child_process';

/** Ways to run a command in a network namespace of its own, as its root. */
const VARIANTS = [
  ...(process.getuid?.() === 0 ? [['unshare', '--net']] : []),
  ['unshare', '--user', '--map-root-user', '--net'],
  // Some systems forbid it to users.
  ['sudo', '-n', 'unshare', '--net'],
];

/** Why a way does not lead to a namespace; null if it does. */
function problemWith([program = '', ...args]: readonly string[]): string | null {
  const link = ['ip', 'link', 'add', 'probe', 'type', 'veth'];
  const { status, error, stderr } = spawnSync(program, [...args, ...link], { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr).trim();
}

export interface Namespaces {
  /** Why there are none; null if there are. */
  readonly missing: string | null;
  /** Runs a file of Node in one, and gives its output by lines. @throws Error if it fails */
  readonly run: (main: string, timeoutMs: number) => readonly string[];
}

/** @throws Error where tests must not be left out, and none can be made */
export function findNamespaces(): Namespaces {
  const problems = VARIANTS.map(problemWith);
  const [command = '', ...before] = VARIANTS[problems.indexOf(null)] ?? [];
  const missing = problems.includes(null) ? null : problems.join('; ');
  if (missing !== null && process.env['CI'] !== undefined)
    throw new Error(`network namespaces can not be made here: ${missing}`);
  return {
    missing,
    run(main, timeout) {
      const { stdout, stderr, status } = spawnSync(command, [...before, process.execPath, main], {
        encoding: 'utf8',
        timeout,
        maxBuffer: 64 * 1024 * 1024,
      });
      const lines = stdout.split('\n').filter((text) => text !== '');
      if (status !== 0) throw new Error(`ended with ${status}, after ${lines.length} lines: ${stderr}`);
      return lines;
    },
  };
}
