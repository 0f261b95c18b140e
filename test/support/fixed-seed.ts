// Set-up of every test file: random properties draw the same cases in each run, so that no run depends on luck.
// vitest.fuzz.config.ts draws others.
import type * as FastCheck from 'fast-check';
import { vi } from 'vitest';

// Loaded only by files that import it.
vi.mock('fast-check', async (original) => {
  const fc = await original<typeof FastCheck>();
  fc.configureGlobal({ seed: 20_261_128 });
  return fc;
});
