import { defineConfig } from 'vitest/config';

/** The tests that need Elasticsearch and Redis: real ones, started unless they run already. */
export default defineConfig({
  test: {
    include: ['{packages,apps}/*/src/**/*.integration.test.ts', '{test,infra}/**/*.integration.test.ts'],
    globalSetup: ['infra/dev/vitest-services.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
