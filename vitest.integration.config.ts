import { defineConfig } from 'vitest/config';
import { OPTIONS } from './test/support/vitest-options.ts';

/** Tests that need Elasticsearch and Redis: real ones, started unless they run already. */
export default defineConfig({
  test: {
    ...OPTIONS,
    include: [
      '{packages,apps}/*/{src,test}/**/*.integration.test.ts',
      '{test,infra}/**/*.integration.test.ts',
    ],
    // Much of their time is that of servers, of outages and of timers: more than two wait well beside each other.
    maxWorkers: 4,
    globalSetup: ['infra/dev/vitest-services.ts'],
  },
});
