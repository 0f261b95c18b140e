import { defineConfig } from 'vitest/config';
import { OPTIONS } from './test/support/vitest-options.ts';

/** Tests that take many seconds each: processes that are killed, losses of power, a million domains, long random runs. */
export default defineConfig({
  test: {
    ...OPTIONS,
    // They use the processor all the time.
    maxWorkers: 3,
    include: ['{packages,apps}/*/{src,test}/**/*.slow.test.ts', '{test,scripts,infra}/**/*.slow.test.ts'],
  },
});
