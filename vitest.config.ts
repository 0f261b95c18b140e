import { defineConfig } from 'vitest/config';
import { OPTIONS } from './test/support/vitest-options.ts';

/** Tests of what has state for a whole process: the fingerprints of wappalyzer-core. */
const ALONE = ['packages/technologies/{src,test}/**/*.test.ts', 'test/sample-web/src/technologies.test.ts'];

// vitest.integration.config.ts runs what needs servers, vitest.slow.config.ts what takes minutes.
const EXCLUDED = ['**/node_modules/**', '**/*.integration.test.ts', '**/*.slow.test.ts'];

export default defineConfig({
  test: {
    ...OPTIONS,
    projects: [
      {
        test: {
          ...OPTIONS,
          name: 'shared',
          include: ['{packages,apps}/*/{src,bin,test}/**/*.test.ts', '{test,scripts,infra}/**/*.test.ts'],
          exclude: [...EXCLUDED, ...ALONE],
          // A process of its own for each file would take a quarter of a second of processor time more.
          isolate: false,
        },
      },
      { test: { ...OPTIONS, name: 'alone', include: ALONE, exclude: EXCLUDED } },
    ],
  },
});
