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
    globalSetup: ['infra/dev/vitest-services.ts'],
  },
});
