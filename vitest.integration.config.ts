import { defineConfig } from 'vitest/config';

/** The tests that need Elasticsearch and Redis: real ones, started unless they run already. */
export default defineConfig({
  test: {
    include: [
      '{packages,apps}/*/{src,test}/**/*.integration.test.ts',
      '{test,infra}/**/*.integration.test.ts',
    ],
    globalSetup: ['infra/dev/vitest-services.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Bounds on hanging, far above what a test takes on a busy machine; one that takes longer by itself states its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // How long `expect.poll` goes on looking.
    expect: { poll: { timeout: 60_000 } },
  },
});
