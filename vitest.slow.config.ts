import { defineConfig } from 'vitest/config';

/** Tests that take many seconds each: processes that are killed, losses of power, a million domains, long random runs. */
export default defineConfig({
  test: {
    include: ['{packages,apps}/*/{src,test}/**/*.slow.test.ts', '{test,infra,scripts}/**/*.slow.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Bounds on hanging, far above what a test takes on a busy machine; one that takes longer by itself states its own.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // How long `expect.poll` goes on looking.
    expect: { poll: { timeout: 60_000 } },
  },
});
