// Schemathesis, from PyPI, sends every operation of the OpenAPI document requests that fit it and requests that don't,
// and compares the answers with it: statuses, headers, bodies, and that what does not fit is refused. The server is a whole `sitegrep up` that can reach nothing but `outside-world.ts`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';
import { startServer } from '../support/server-process.ts';
import { openOutsideWorld } from './outside-world.ts';

const PACKAGE = { name: 'schemathesis', version: '4.32.5' };
const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const HOOKS = fileURLToPath(new URL('hooks.py', import.meta.url));

/** The key that requests are sent with must not come to those who end keys, so they get no list of keys. */
const KEYS_END = ['rotateKey', 'revokeKey'];
/** Streams that do not end. */
const ENDLESS = ['watchReadiness'];
const PARTS = [
  [...KEYS_END, ...ENDLESS].flatMap((id) => ['--exclude-operation-id', id]),
  ['createKey', ...KEYS_END].flatMap((id) => ['--include-operation-id', id]),
];

export interface Generated {
  /** Maximum random cases for each operation. */
  readonly examples: number;
  /** Seed; the same seed gives the same cases for the same document. */
  readonly seed: number;
  /** Names of the phases in Schemathesis. */
  readonly phases: readonly ('examples' | 'coverage' | 'fuzzing' | 'stateful')[];
}

/** @returns whether no fault was found, with the output */
export async function runSchemathesis({
  examples,
  seed,
  phases,
}: Generated): Promise<{ readonly ok: boolean; readonly output: string }> {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), PACKAGE);
  const folder = await mkdtemp(join(tmpdir(), 'sitegrep-schemathesis-'));
  const world = await openOutsideWorld();
  const outside = `http://127.0.0.1:${portOf(world.address())}`;
  const server = await startServer(join(folder, 'data'), {
    SITEGREP_METRICS_PORT: '0',
    SITEGREP_LOG_LEVEL: 'error',
    // A busy machine is not a fault of the server, and being shed no answer to a case.
    SITEGREP_MAX_LOOP_DELAY: '1m',
    SITEGREP_CRAWL_DELAY: '0ms',
    SITEGREP_HTTP_PROXY: outside,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_VIDEO_INFO_PROVIDERS: 'invidious',
    SITEGREP_VIDEO_SERP_PROVIDERS: 'invidious',
    SITEGREP_INVIDIOUS_URL: outside,
  });
  try {
    const args = [
      ['--config-file', CONFIG, 'run', `${server.url}/openapi.json`],
      ['--header', `X-API-Key: ${server.key}`],
      ['--phases', phases.join(','), '--max-examples', String(examples), '--seed', String(seed)],
      // A query is a tree whose parts are trees: Hypothesis finds its simplest example large.
      ['--suppress-health-check', 'large_base_example'],
    ].flat();
    const output: string[] = [];
    for (const chosen of PARTS) {
      const child = spawn(join(programs, 'st'), [...args, ...chosen], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          // Of the hooks: nothing is left beside them.
          PYTHONDONTWRITEBYTECODE: '1',
          HOME: folder,
          NO_COLOR: '1',
          PYTHONUTF8: '1',
          SCHEMATHESIS_HOOKS: HOOKS,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exit = once(child, 'exit');
      output.push(await text(child.stdout));
      const [code] = await exit;
      if (code !== 0) return { ok: false, output: output.join('') };
    }
    // Otherwise all there was to see were refusals.
    const { status } = await server.ask('/admin/keys');
    if (status !== 200) throw new Error(`The key was answered with ${status} after all cases.`);
    return { ok: true, output: output.join('') };
  } finally {
    await server.stop();
    world.closeAllConnections();
    world.close();
    await rm(folder, { recursive: true });
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening on a TCP port');
  return address.port;
}
