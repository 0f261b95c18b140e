// Measures the steps that a pattern takes at worst, as far as adversarial texts show.
import type { SlowPattern } from '../src/compile/slow-patterns.ts';
import { readLayeredFingerprints } from '../src/compile/layer.ts';
import { type Fingerprints, readFingerprints } from '../src/fingerprints.ts';
import { listPatterns, loadCore } from '../src/patterns.ts';
import { adversarialTexts } from './adversarial-texts.ts';
import { anchorOf, costBy } from '../src/literals.ts';
import { compileSteps, type SteppedRegex } from '../src/regex-steps.ts';
import { randomNumbers } from './sample-texts.ts';

/** Steps of a failing match. Infinity: more than are counted. */
interface PatternSteps {
  /** Steps at one start. */
  readonly start: number;
  /** Steps at RUN_STARTS consecutive starts. */
  readonly run: number;
}

/** Starts of a run; more than the characters of any unit that a text repeats. */
export const RUN_STARTS = 256;
/**
 * Bounds of a text's length, which is that of the longest match. The minimum suffices for two repetitions of
 * 250 and their surroundings; the maximum, which only nested repetitions exceed, is the bound of a script's
 * address.
 */
const MIN_LENGTH = 1_024;
const MAX_LENGTH = 4_096;
/** Maximum steps that are counted; some expressions never end. */
const MAX_STEPS = 5_000_000;
/**
 * Number of texts that are likely to have the most expensive run, and number of starts of each that are tried
 * to find it.
 */
const LIKELY_TEXTS = 4;
const TRIED_STARTS = 32;
const SEED = 20_260_103;

/** Measures an expression. The result is deterministic. */
export function measureSteps(regex: RegExp): PatternSteps {
  const stepped = compileSteps(regex);
  const width = anchorOf(regex, costBy({}))?.width ?? MAX_LENGTH;
  const length = Math.min(MAX_LENGTH, Math.max(MIN_LENGTH, width));
  let worst = { text: '', steps: 0 };
  const likely: { readonly text: string; readonly first: number; readonly rate: number }[] = [];
  for (const { text, run, period } of adversarialTexts(regex, length, randomNumbers(SEED))) {
    const atHead = stepped.matchAt(text, 0, MAX_STEPS).steps;
    const atRun = run === 0 ? atHead : stepped.matchAt(text, run, MAX_STEPS).steps;
    const steps = Math.max(atHead, atRun);
    if (steps >= MAX_STEPS) return { start: Infinity, run: Infinity };
    if (steps > worst.steps) worst = { text, steps };
    likely.push({ text, first: Math.min(run, length - RUN_STARTS), rate: atRun / period });
  }
  const [dearest = { text: '', first: 0 }] = likely
    .sort((a, b) => b.rate - a.rate)
    .slice(0, LIKELY_TEXTS)
    .map((each) => ({ ...each, steps: stepsOfStarts(stepped, each.text, each.first, TRIED_STARTS) }))
    .sort((a, b) => b.steps - a.steps);
  // A text can cost as much at its beginning alone as others do at all starts.
  const run = Math.max(
    stepsOfStarts(stepped, dearest.text, dearest.first, RUN_STARTS),
    stepsOfStarts(stepped, worst.text, 0, RUN_STARTS),
  );
  return { start: worst.steps, run };
}

/** Sum of the steps at these starts, as if none matched; one more character would achieve that. */
function stepsOfStarts({ matchAt }: SteppedRegex, text: string, first: number, count: number): number {
  let steps = 0;
  for (let start = first; start < first + count; start++) steps += matchAt(text, start, MAX_STEPS).steps;
  return steps;
}

/**
 * Maximum steps of a failing match that are not listed as slow: about 500 times the median of the committed
 * set, which is 19 at a start and 540 in a run. A step takes about 2 ns of V8's time (0.4 to 5 ns for patterns
 * of the list), so this is 20 µs at a start, and 0.5 ms for 256 starts.
 */
export const ORDINARY_STEPS: PatternSteps = { start: 9_000, run: 250_000 };

type Source = Pick<SlowPattern, 'technology' | 'field' | 'source'>;

/** Every pattern of the committed set, without and with our layer, once per technology and field. */
export function listSources(): readonly Source[] {
  const all = [...sourcesOf(readFingerprints()), ...sourcesOf(readLayeredFingerprints())];
  return [
    ...new Map(all.map((each) => [`${each.technology}\n${each.field}\n${each.source}`, each])).values(),
  ];
}

function sourcesOf(set: Fingerprints): readonly Source[] {
  const { open, gates } = loadCore(set);
  const technologies = [...open, ...new Set(gates.flatMap((gate) => gate.technologies))];
  const nameOf = (index: number): string => technologies[index]?.name ?? '';
  return [
    ...listPatterns(technologies).map(({ technology, field, regex }) => ({
      technology: nameOf(technology),
      field,
      source: regex.source,
    })),
    ...technologies.flatMap(({ name: technology, dom }) =>
      Object.values(dom)
        .flat()
        .flatMap(({ exists, text, attributes = {} }) => [
          ...(exists === undefined ? [] : [{ technology, field: 'dom.exists', source: exists.regex.source }]),
          ...(text === undefined ? [] : [{ technology, field: 'dom.text', source: text.regex.source }]),
          ...Object.entries(attributes).map(([name, { regex }]) => ({
            technology,
            field: `dom.attributes.${name}`,
            source: regex.source,
          })),
        ]),
    ),
  ];
}

/** Measures each of these patterns. Steps beyond all bounds are null, since JSON has no Infinity. */
export function measurePatterns(sources: readonly Source[]): readonly SlowPattern[] {
  const bySource = new Map<string, PatternSteps>();
  return sources.map((each) => {
    const steps = bySource.get(each.source) ?? measureSteps(new RegExp(each.source, 'i'));
    bySource.set(each.source, steps);
    return { ...each, start: finite(steps.start), run: finite(steps.run) };
  });
}

function finite(steps: number): number | null {
  return Number.isFinite(steps) ? steps : null;
}

/**
 * Errors of the list: patterns that are slow and not listed, slower than listed, or listed without being slow.
 * Each finding names the technology, the field, the expression and the remedy.
 *
 * @param measured all patterns of the set with their current steps
 */
export function reviewSlowPatterns(
  measured: readonly SlowPattern[],
  listed: readonly SlowPattern[],
): readonly string[] {
  const known = new Map(listed.map((pattern) => [nameOf(pattern), pattern]));
  const slow = measured.filter(isSlow);
  const names = new Set(slow.map(nameOf));
  return [
    ...slow.flatMap((pattern) => {
      const bound = known.get(nameOf(pattern));
      if (bound === undefined) return [`slow, and not listed; add ${JSON.stringify(pattern)}`];
      return within(pattern, bound)
        ? []
        : [`slower than its bound; make its entry ${JSON.stringify(pattern)}, was ${JSON.stringify(bound)}`];
    }),
    ...listed
      .filter((pattern) => !names.has(nameOf(pattern)))
      .map((pattern) => `no longer slow, or no longer there; remove ${JSON.stringify(pattern)}`),
  ];
}

function isSlow(pattern: SlowPattern): boolean {
  return !within(pattern, ORDINARY_STEPS);
}

function within(
  { start, run }: Pick<SlowPattern, 'start' | 'run'>,
  bound: Pick<SlowPattern, 'start' | 'run'>,
): boolean {
  return (start ?? Infinity) <= (bound.start ?? Infinity) && (run ?? Infinity) <= (bound.run ?? Infinity);
}

function nameOf({ technology, field, source }: SlowPattern): string {
  return `${technology}\n${field}\n${source}`;
}
