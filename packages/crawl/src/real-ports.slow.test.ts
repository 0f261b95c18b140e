// TLS, names, connections and HTTP/2 on ports 443, 80 and 53 of a network namespace; test/real-ports has the situations.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { SITUATIONS, type Ending } from '../test/real-ports/situations.ts';

const MAIN = fileURLToPath(new URL('../test/real-ports/main.ts', import.meta.url));

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

const problems = VARIANTS.map(problemWith);
const [command = '', ...before] = VARIANTS[problems.indexOf(null)] ?? [];
const missing = problems.includes(null) ? null : problems.join('; ');
if (missing !== null && process.env['CI'] !== undefined) {
  throw new Error(`network namespaces can not be made here: ${missing}`);
}

describe.skipIf(missing !== null)(`on real ports (without them: ${missing ?? 'none'})`, () => {
  const endings = new Map<string, Ending>();
  beforeAll(() => {
    const { stdout, stderr, status } = spawnSync(command, [...before, process.execPath, MAIN], {
      encoding: 'utf8',
      timeout: 240_000,
    });
    for (const line of stdout.split('\n').filter((text) => text !== '')) {
      const ending = JSON.parse(line) as Ending;
      endings.set(ending.name, ending);
    }
    if (status !== 0) throw new Error(`ended with ${status}, after ${endings.size} situations: ${stderr}`);
  }, 250_000);

  test('there are at least sixty situations', () => {
    expect(SITUATIONS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(SITUATIONS.map(({ name }) => name)).size).toBe(SITUATIONS.length);
  });

  test.each(SITUATIONS)('$name', ({ name, expected }) => {
    const { reason: pattern = /^/, ...rest } = expected;
    const { reason, ...ending } = endings.get(name) ?? {};
    expect(ending).toEqual({ name, ...rest });
    expect(reason ?? '').toMatch(pattern);
  });
});
