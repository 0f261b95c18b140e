// How many steps a pattern takes at worst, as far as adversarial texts find out; for tests and checks only.
import { adversarialTexts } from './adversarial-texts.ts';
import { anchorOf, costBy } from './literals.ts';
import { compileSteps, type SteppedRegex } from './regex-steps.ts';
import { randomNumbers } from './sample-texts.ts';

/** Steps of a match that is tried in vain. Infinity: more than are counted. */
export interface PatternSteps {
  /** At one start. */
  readonly start: number;
  /** At RUN_STARTS starts one after the other. */
  readonly run: number;
}

/** Longer than any unit that a text is made of. */
export const RUN_STARTS = 256;
/**
 * Characters of a text: as many as a match can have, within bounds. The first is enough for two repetitions of 250 and what
 * stands around them; the second, which only repetitions in repetitions exceed, is the bound of a script's address.
 */
const MIN_LENGTH = 1_024;
const MAX_LENGTH = 4_096;
/** No more steps are counted: there are expressions that never end. */
const MAX_STEPS = 5_000_000;
/** Texts that are likely to have the dearest run, and how many starts of each are tried to find it. */
const LIKELY_TEXTS = 4;
const TRIED_STARTS = 32;
const SEED = 20_260_103;

/** The same for the same expression, always. */
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
  // A text may be as dear at its beginning alone as others are all along.
  const run = Math.max(
    stepsOfStarts(stepped, dearest.text, dearest.first, RUN_STARTS),
    stepsOfStarts(stepped, worst.text, 0, RUN_STARTS),
  );
  return { start: worst.steps, run };
}

/** As if the text matched at none of these starts, which one more character would see to. */
function stepsOfStarts({ matchAt }: SteppedRegex, text: string, first: number, count: number): number {
  let steps = 0;
  for (let start = first; start < first + count; start++) steps += matchAt(text, start, MAX_STEPS).steps;
  return steps;
}
