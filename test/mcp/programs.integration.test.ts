/* Programs of the protocol's authors on the complete command: its conformance suite, and its inspector. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackages } from '../../scripts/install-packages.ts';
import { type SampleServer, startSampleServer } from '../documentation/sample-server.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { MAIN } from '../support/server-process.ts';
import { openKeyedProxy } from './keyed-proxy.ts';

const run = promisify(execFile);

let server: SampleServer;
let programs: string;
beforeAll(async () => {
  programs = join(await installPackages(join(import.meta.dirname, 'programs')), '@modelcontextprotocol');
  server = await startSampleServer();
}, 300_000);
afterAll(() => server.stop());

test(
  'the conformance suite fails in the scenarios alone that do not apply',
  { timeout: 120_000 },
  async () => {
    const proxy = await openKeyedProxy(server.url, server.key);
    try {
      const { stdout } = await run(
        process.execPath,
        [
          join(programs, 'conformance', 'dist', 'index.js'),
          'server',
          `--url=${proxy.url}/mcp`,
          `--expected-failures=${join(import.meta.dirname, 'conformance.yml')}`,
        ],
        { cwd: server.folder },
      );
      const passed = Array.from(stdout.matchAll(/^✓ (\S+): \d+ passed, 0 failed$/gm), ([, name]) => name);
      expect(passed).toEqual([
        'server-initialize',
        'ping',
        'tools-list',
        'server-sse-multiple-streams',
        'resources-list',
        'prompts-list',
        'dns-rebinding-protection',
      ]);
    } finally {
      await proxy.close();
    }
  },
);

/** Runs the inspector. @returns the result of a method */
async function inspect(
  target: readonly string[],
  method: readonly string[],
): Promise<Record<string, unknown>> {
  const inspector = join(programs, 'inspector', 'clients', 'launcher', 'build', 'index.js');
  const { stdout } = await run(process.execPath, [inspector, '--cli', ...target, '--method', ...method], {
    cwd: server.folder,
    env: { ...bareEnvironment(), HOME: server.folder },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

test('the inspector lists tools that any client can take, and calls one', { timeout: 120_000 }, async () => {
  const overHttp = [`${server.url}/mcp`, '--header', `X-API-Key: ${server.key}`];
  const overPipes = [
    '-e',
    `SITEGREP_URL=${server.url}`,
    '-e',
    `SITEGREP_KEY=${server.key}`,
    process.execPath,
    MAIN,
    'mcp',
  ];
  // Problems of schemas end it with 6.
  const { tools } = await inspect(overHttp, ['tools/list', '--strict']);
  expect(tools).toHaveLength(19);
  expect(await inspect(overPipes, ['tools/list'])).toEqual({ tools });
  const call = ['tools/call', '--tool-name', 'count', '--tool-arg', 'q=wp-content/plugins'];
  const counted = { content: [{ type: 'text', text: '3 domains match.' }] };
  expect(await inspect(overHttp, call)).toEqual(counted);
  expect(await inspect(overPipes, call)).toEqual(counted);
});
