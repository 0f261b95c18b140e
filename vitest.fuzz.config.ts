import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { OPTIONS } from './test/support/vitest-options.ts';

const drawing = new Map<string, boolean>();

/** Whether a file of tests imports fast-check, itself or through others. */
function draws(path: string): boolean {
  const known = drawing.get(path);
  if (known !== undefined) return known;
  drawing.set(path, false);
  const code = readFileSync(path, 'utf8');
  const imported = Array.from(code.matchAll(/from '(\.[^']+\.ts)'/g), ([, file = '']) => file);
  const found =
    code.includes("from 'fast-check'") || imported.some((file) => draws(join(dirname(path), file)));
  drawing.set(path, found);
  return found;
}

/** The properties of `npm test` with fresh seeds and a hundred times the cases: it looks for faults, and gates nothing. */
export default defineConfig({
  test: {
    ...OPTIONS,
    setupFiles: [join(import.meta.dirname, 'test/fuzz/fresh-seeds.ts')],
    include: globSync('{packages,apps,test}/**/*.test.ts', {
      exclude: ['**/node_modules/**', '**/*.{integration,slow}.test.ts'],
    }).filter(draws),
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
  },
});
