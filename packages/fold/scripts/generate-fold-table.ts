/**
 * Writes src/fold-table.ts: Unicode simple case folding (CaseFolding.txt, statuses C and S) as runs of code points.
 * The data come from the npm package of the Unicode version named below, see scripts/generators; a newer version is a newer
 * package there. Usage: generate-fold-table.ts [FILE]
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installGenerators } from '../../../scripts/generators/install.ts';

const UNICODE_VERSION = '17.0.0';

type CodePoints = ReadonlyMap<number, number>;

const modules = await installGenerators();
const [common, simple, lowercase] = await Promise.all([
  codePoints('Case_Folding/C'),
  codePoints('Case_Folding/S'),
  codePoints('Simple_Case_Mapping/Lowercase'),
]);

/** Reads a mapping of code points. */
async function codePoints(name: string): Promise<CodePoints> {
  const path = join(modules, '@unicode', `unicode-${UNICODE_VERSION}`, name, 'code-points.mjs');
  const { default: mapping } = (await import(pathToFileURL(path).href)) as { readonly default: CodePoints };
  return mapping;
}

type Run = [first: number, last: number, step: number, shift: number];

/** Joins code points that are equally far apart and move by the same distance. */
function runsOf(folds: readonly (readonly [number, number])[]): Run[] {
  const runs: Run[] = [];
  for (const [from, to] of folds) {
    const run = runs.at(-1);
    const gap = run === undefined ? 0 : from - run[1];
    if (run !== undefined && run[3] === to - from && gap <= 2 && (run[0] === run[1] || gap === run[2])) {
      run[1] = from;
      run[2] = gap;
    } else {
      runs.push([from, from, 1, to - from]);
    }
  }
  return runs;
}

const hex = (codePoint: number): string => `0x${codePoint.toString(16)}`;

const folds = [...common, ...simple].toSorted(([a], [b]) => a - b);
const folded = new Set(folds.map(([from]) => from));
const kept = [...lowercase.keys(), 0x130].filter((codePoint) => !folded.has(codePoint));
const keptRuns = runsOf([...new Set(kept)].toSorted((a, b) => a - b).map((from) => [from, from]));

writeFileSync(
  process.argv[2] ?? new URL('../src/fold-table.ts', import.meta.url),
  `// Written by scripts/generate-fold-table.ts (npm run generate -w packages/fold); don't edit. Unicode ${UNICODE_VERSION}.

/** Every \`step\`-th code point from \`first\` to \`last\` folds to the one \`shift\` further. */
export type FoldRun = readonly [first: number, last: number, step: number, shift: number];

/** Simple case folding: CaseFolding.txt, statuses C and S. */
export const FOLD_RUNS: readonly FoldRun[] = [
${runsOf(folds)
  .map(([first, last, step, shift]) => `  [${hex(first)}, ${hex(last)}, ${step}, ${shift}],`)
  .join('\n')}
];

/** Code points that have a lower case but fold to themselves, as runs that shift by 0. */
export const KEPT_RUNS: readonly FoldRun[] = [
${keptRuns.map(([first, last, step]) => `  [${hex(first)}, ${hex(last)}, ${step}, 0],`).join('\n')}
];
`,
);
