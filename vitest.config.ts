import { defineConfig } from 'vitest/config';
import { OPTIONS } from './test/support/vitest-options.ts';

export default defineConfig({
  test: {
    ...OPTIONS,
    // A process of its own for each file would take a quarter of a second of processor time more.
    isolate: false,
    include: ['{packages,apps}/*/{src,bin,test}/**/*.test.ts', '{test,scripts,infra}/**/*.test.ts'],
    // vitest.integration.config.ts runs what needs servers, vitest.slow.config.ts what takes minutes.
    exclude: ['**/node_modules/**', '**/*.integration.test.ts', '**/*.slow.test.ts'],
  },
});
