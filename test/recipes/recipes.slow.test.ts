import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patched, type Step } from './recipe.ts';
import { RECIPES } from './recipes.ts';
import { copyWorkingTree, type WorkingCopy } from './working-copy.ts';

// The compiler needs forty seconds of processor time for all sources, so one copy has all recipes at once, and the n-th step
// of each is left out at the same time. It then checks only the files that recipes touch.

const GUIDE = readFileSync(join(import.meta.dirname, '..', '..', 'CONTRIBUTING.md'), 'utf8');
const MAX_FILES = 6;
const MAX_STEPS = Math.max(...RECIPES.map(({ steps }) => steps.length));
const LIMIT_MS = 900_000;
const STEPS = RECIPES.flatMap(({ steps }) => steps);
/** Files that have steps, or errors where one is left out. */
const TOUCHED = new Set(
  STEPS.flatMap(({ path, namedIn }) => (namedIn === undefined ? [path] : [path, namedIn])),
);
const CONSOLE = 'apps/console/';

let copy: WorkingCopy;

beforeAll(() => {
  copy = copyWorkingTree();
  for (const [path, text] of patched(STEPS)) copy.write(path, text);
  const { isWell, output } = copy.run('node', 'scripts/generate-docs.ts');
  if (!isWell) throw new Error(output);
}, LIMIT_MS);
afterAll(() => copy[Symbol.dispose]());

test.each(RECIPES)('"$heading" names the files that it touches, which are few', ({ heading, steps }) => {
  const [, section = ''] = GUIDE.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  expect(steps.filter((step) => !isNamed(step, text)).map(({ path }) => path)).toEqual([]);
  expect(steps.length).toBeLessThanOrEqual(MAX_FILES);
});

test(
  'with all recipes the sources compile, and the tests of what they touch pass',
  () => {
    expect(compile('tsconfig.json', 'apps/console/tsconfig.json')).toBe('');
    const tests = RECIPES.flatMap((recipe) => recipe.tests);
    const { isWell, output } = copy.run('vitest', 'run', ...tests);
    expect(isWell ? '' : output).toBe('');
  },
  LIMIT_MS,
);

describe('without a step of each recipe', () => {
  beforeAll(() => {
    copy.checkOnly(TOUCHED);
    const compilerOptions = { incremental: false, tsBuildInfoFile: null };
    const include = [...TOUCHED].filter((path) => !path.startsWith(CONSOLE));
    const own = [...TOUCHED]
      .filter((path) => path.startsWith(CONSOLE))
      .map((path) => path.slice(CONSOLE.length));
    copy.write(
      'tsconfig.touched.json',
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions,
        include: [...include, 'packages/*/src/**/*.d.ts'],
      }),
    );
    copy.write(
      `${CONSOLE}tsconfig.touched.json`,
      JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: [...own, 'src/**/*.d.ts'] }),
    );
    const output = compileTouched();
    if (output !== '') throw new Error(output);
  }, LIMIT_MS);

  test.each(Array.from({ length: MAX_STEPS }, (_, at) => at))(
    'the compiler names step %i where it is left out',
    (at) => {
      const left = RECIPES.flatMap(({ steps }) => steps.filter((_, index) => index === at));
      const texts = patched(RECIPES.flatMap(({ steps }) => steps.filter((_, index) => index !== at)));
      const all = patched(STEPS);
      for (const path of new Set(left.map((step) => step.path))) copy.write(path, texts.get(path) ?? null);
      const output = compileTouched();
      for (const path of new Set(left.map((step) => step.path))) copy.write(path, all.get(path) ?? null);
      const unnamed = left.filter(({ namedBy }) => !namedBy.test(output)).map(({ path }) => path);
      expect(unnamed.length === 0 ? [] : [...unnamed, output]).toEqual([]);
    },
    LIMIT_MS,
  );
});

function compileTouched(): string {
  return compile('tsconfig.touched.json', `${CONSOLE}tsconfig.touched.json`);
}

/** Errors of the compiler in some projects. */
function compile(...projects: readonly string[]): string {
  return projects.map((project) => copy.run('tsc', '-p', project).output).join('');
}

/** Whether a text names a file: by its path, of a new one by its folder, or by its name beside another one. */
function isNamed({ path, change }: Step, text: string): boolean {
  if (typeof change === 'string') return text.includes(path.replace(/acme.*/, ''));
  return text.includes(path) || text.includes(`\`${path.replace(/.*\//, '')}\``);
}
