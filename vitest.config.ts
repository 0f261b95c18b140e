import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{packages,apps}/*/{src,test}/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'infra/**/*.test.ts',
    ],
    // vitest.integration.config.ts runs what needs servers, vitest.slow.config.ts what takes minutes.
    exclude: ['**/node_modules/**', '**/*.integration.test.ts', '**/*.slow.test.ts'],
    // Real threads, sockets and databases: separate processes, and no more of them than small machines have cores.
    pool: 'forks',
    maxWorkers: 2,
    // Bounds on hanging, far above what a test takes on a busy machine; one that takes longer by itself states its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // How long `expect.poll` goes on looking.
    expect: { poll: { timeout: 60_000 } },
  },
});
