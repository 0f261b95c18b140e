import { defineConfig } from 'vitest/config';
import { OPTIONS } from './test/support/vitest-options.ts';

/** Tests that need Elasticsearch and Redis: real ones, started unless they run already. */
export default defineConfig({
  test: {
    ...OPTIONS,
    // They wait more than others: for servers that are away, locks that run out, pages that settle.
    maxWorkers: 4,
    include: [
      '{packages,apps}/*/{src,test}/**/*.integration.test.ts',
      '{test,infra}/**/*.integration.test.ts',
    ],
    globalSetup: ['infra/dev/vitest-services.ts'],
  },
});
