import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patched, type Step } from './recipe.ts';
import { RECIPES } from './recipes.ts';
import { copyWorkingTree, type WorkingCopy } from './working-copy.ts';

// The compiler needs twenty seconds of processor time for all sources, so one copy has all recipes at once, and the n-th step
// of each is left out at the same time.

const GUIDE = readFileSync(join(import.meta.dirname, '..', '..', 'CONTRIBUTING.md'), 'utf8');
const MAX_FILES = 6;
const MAX_STEPS = Math.max(...RECIPES.map(({ steps }) => steps.length));
const LIMIT_MS = 900_000;
/** Project of all sources but tests, which the compiler reads for as long as everything else. */
const WITHOUT_TESTS = 'tsconfig.without-tests.json';

let copy: WorkingCopy;

beforeAll(() => {
  copy = copyWorkingTree();
  const compilerOptions = { tsBuildInfoFile: 'node_modules/.cache/types-without-tests.tsbuildinfo' };
  const exclude = ['apps/console/src', '**/*.test.ts'];
  copy.write(WITHOUT_TESTS, JSON.stringify({ extends: './tsconfig.json', compilerOptions, exclude }));
  for (const [path, text] of patched(RECIPES.flatMap(({ steps }) => steps))) copy.write(path, text);
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
    expect(compile('tsconfig.json')).toBe('');
    const tests = RECIPES.flatMap((recipe) => recipe.tests);
    const { isWell, output } = copy.run('vitest', 'run', ...tests);
    expect(isWell ? '' : output).toBe('');
  },
  LIMIT_MS,
);

test.each(Array.from({ length: MAX_STEPS }, (_, at) => at))(
  'the compiler names step %i where it is left out',
  (at) => {
    const left = RECIPES.flatMap(({ steps }) => steps.filter((_, index) => index === at));
    const texts = patched(RECIPES.flatMap(({ steps }) => steps.filter((_, index) => index !== at)));
    const all = patched(RECIPES.flatMap(({ steps }) => steps));
    for (const path of new Set(left.map((step) => step.path))) copy.write(path, texts.get(path) ?? null);
    const inTests = left.some(({ namedBy }) => namedBy.source.includes('.test'));
    const output = compile(inTests ? 'tsconfig.json' : WITHOUT_TESTS);
    for (const path of new Set(left.map((step) => step.path))) copy.write(path, all.get(path) ?? null);
    const unnamed = left.filter(({ namedBy }) => !namedBy.test(output)).map(({ path }) => path);
    expect(unnamed.length === 0 ? [] : [...unnamed, output]).toEqual([]);
  },
  LIMIT_MS,
);

/** Errors of the compiler in the sources of a project, and in those of the console, which are one of their own. */
function compile(project: string): string {
  return copy.run('tsc', '-p', project).output + copy.run('tsc', '-p', 'apps/console').output;
}

/** Whether a text names a file: by its path, of a new one by its folder, or by its name beside another one. */
function isNamed({ path, change }: Step, text: string): boolean {
  if (typeof change === 'string') return text.includes(path.replace(/acme.*/, ''));
  return text.includes(path) || text.includes(`\`${path.replace(/.*\//, '')}\``);
}
