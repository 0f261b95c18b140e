// Losses of power: the folder has everything that was acknowledged, answers as a plain scan does, and is found intact.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeAfterPowerLoss, type Survivors } from '../../packages/segments/test/power-loss.ts';
import { verifyTextIndex } from '../../packages/storage/src/sqlite/maintenance/verify.ts';
import { askFolder } from '../../packages/storage/test/damaged-folder.ts';
import { drawDocument, seededRandom } from '../../packages/storage/test/drawn-documents.ts';
import { drawQuestions, type Question } from '../../packages/storage/test/folder-questions.ts';
import { recordScenario, type FolderState, type Step } from './scenario.ts';
import { askRecords, closeRecords, openStoredRecords, RECORD_QUESTIONS } from './stored-records.ts';
import { wholeSite } from '@sitegrep/storage';

export interface Losses {
  /** Moments at which the power was lost, by what was being done. */
  readonly moments: Readonly<Record<string, number>>;
  /** Losses after which an act was there although it had not been acknowledged yet. */
  readonly ahead: number;
  readonly wrong: readonly string[];
}

/** Things that the recorded process does. */
const STEPS = 90;
const QUESTIONS = 12;
/** A document that is put after a loss. */
const LATER = drawDocument(2_000, 1);

/** Takes the power away from a folder at random moments, and asks what is left each time. */
export async function losePower(losses: number, seed: number): Promise<Losses> {
  const root = mkdtempSync(join(tmpdir(), 'sitegrep-losses-'));
  try {
    return await loseIn(root, losses, seed);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function loseIn(root: string, losses: number, seed: number): Promise<Losses> {
  const { log, steps } = await recordScenario(join(root, 'recorded'), STEPS, seed);
  const random = seededRandom(seed);
  const drawn = Array.from({ length: losses }, () => {
    const at = random(steps.length);
    const [begin, end] = [steps[at]?.begin ?? 0, steps[at + 1]?.begin ?? log.changes.length];
    return begin + random(end - begin + 1);
  }).sort((a, b) => a - b);
  const stateAfter = log.replay();
  const moments: Record<string, number> = {};
  const wrong: string[] = [];
  let ahead = 0;
  for (const [index, moment] of drawn.entries()) {
    const step = steps.findLast(({ begin }) => begin <= moment);
    if (step === undefined) throw new Error('a loss before the first step');
    moments[step.name] = (moments[step.name] ?? 0) + 1;
    const survivors = survivorsOf(index, seed);
    const folder = join(root, 'left');
    mkdirSync(folder);
    storeAfterPowerLoss(folder, stateAfter(moment), survivors);
    const problems = await judge(folder, step, moment, index % 4 === 3);
    if (problems.isAhead) ahead++;
    const where = `loss ${index}: after change ${moment}, in ${step.name}, ${JSON.stringify(survivors)} survives`;
    wrong.push(...problems.found.map((problem) => `${where}: ${problem}`));
    rmSync(folder, { recursive: true });
  }
  return { moments, ahead, wrong };
}

function survivorsOf(index: number, seed: number): Survivors {
  if (index % 8 === 0) return 'nothing';
  if (index % 8 === 4) return 'everything';
  return { some: index % 2 === 0 ? 'prefix' : 'subset', seed: seed + index };
}

interface Judged {
  readonly found: readonly string[];
  readonly isAhead: boolean;
}

/** Asks a folder that lost its power. @param goesOn whether it is written again afterwards */
async function judge(folder: string, step: Step, moment: number, goesOn: boolean): Promise<Judged> {
  const found: string[] = [];
  const isAcknowledged = moment >= step.acknowledged;
  // The first to open it is not always the same.
  if (moment % 2 === 0) found.push(...(await faultsFound(folder)));
  let state = step.after;
  let problems = await problemsOf(folder, step.after);
  const isAhead = problems.length === 0 && !isAcknowledged && step.before !== step.after;
  if (problems.length > 0 && !isAcknowledged) {
    state = step.before;
    problems = await problemsOf(folder, step.before);
  }
  found.push(...problems, ...(await faultsFound(folder)));
  if (goesOn && found.length === 0) {
    const { written, answers } = await askFolder(folder, questionsFor(withLater(state)), [wholeSite(LATER)]);
    if ('refusal' in written) found.push(`a write: ${String(written.refusal)}`);
    found.push(...differing(questionsFor(withLater(state)), answers), ...(await faultsFound(folder)));
  }
  return { found, isAhead };
}

function withLater(state: FolderState): FolderState {
  const documents = new Map(state.model.documents).set(LATER.domain, LATER);
  return { ...state, model: { ...state.model, documents } };
}

/** Questions about a state; kept, because oracles take longer than the folder. */
const questionsOf = new WeakMap<FolderState, readonly Question[]>();

function questionsFor(state: FolderState): readonly Question[] {
  const known = questionsOf.get(state);
  if (known !== undefined) return known;
  const blocks: Question = {
    name: 'blocks',
    ask: (calls) => JSON.stringify(calls.blocks({ after: '', limit: 1_000 }).map(({ domain }) => domain)),
    expected: JSON.stringify(state.blocked),
  };
  const questions = [...drawQuestions(state.model, QUESTIONS), blocks];
  questionsOf.set(state, questions);
  return questions;
}

async function problemsOf(folder: string, state: FolderState): Promise<readonly string[]> {
  const questions = questionsFor(state);
  const { written, answers } = await askFolder(folder, questions, []);
  if ('refusal' in written) return [`it is not opened: ${String(written.refusal)}`];
  return [...differing(questions, answers), ...(await recordProblems(folder, state))];
}

function differing(
  questions: readonly Question[],
  answers: Awaited<ReturnType<typeof askFolder>>['answers'],
): readonly string[] {
  return answers.flatMap((answer, index) => {
    const { name = '', expected = '' } = questions[index] ?? {};
    if ('refusal' in answer) return [`${name}: ${String(answer.refusal)}`];
    return answer.value === expected ? [] : [`${name}: ${firstDifference(answer.value, expected)}`];
  });
}

async function recordProblems(folder: string, { records }: FolderState): Promise<readonly string[]> {
  try {
    const stores = openStoredRecords(folder);
    await using closers = new AsyncDisposableStack();
    closers.defer(() => closeRecords(stores));
    return RECORD_QUESTIONS.flatMap((name) => {
      const [answer, expected = ''] = [askRecords(stores, name), records[name]];
      return answer === expected ? [] : [`${name}: ${firstDifference(answer, expected)}`];
    });
  } catch (error) {
    return [`records: ${String(error)}`];
  }
}

/** Excerpts of two texts from their first difference on. */
function firstDifference(found: string, expected: string): string {
  let at = 0;
  while (at < found.length && found[at] === expected[at]) at++;
  const from = Math.max(0, at - 40);
  return `${found.slice(from, at + 80)} in place of ${expected.slice(from, at + 80)}`;
}

async function faultsFound(folder: string): Promise<readonly string[]> {
  try {
    await verifyTextIndex(folder, () => {});
    return [];
  } catch (error) {
    return [`verify: ${String(error)}`];
  }
}
