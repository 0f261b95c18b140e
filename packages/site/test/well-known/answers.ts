// Answers to requests for well-known files, made by hand, in twenty kinds: files as sites have them, and what else servers send.
import type { FileAnswer, FileName } from '../../src/well-known/files.ts';
import type { Answered } from './kinds.ts';
import { REALS } from './reals.ts';
import { STRANGERS } from './strangers.ts';

export interface LabelledAnswer {
  readonly kind: string;
  readonly name: FileName;
  readonly real: boolean;
  readonly answer: FileAnswer;
  readonly missing: FileAnswer;
}

const NAMES: readonly FileName[] = [
  'llms.txt',
  'security.txt',
  'ads.txt',
  'humans.txt',
  'ai.txt',
  'llms-full.txt',
  'app-ads.txt',
  'manifest.json',
];
const EACH = 25;

/** Five hundred answers, 25 of each kind. */
export function labelledAnswers(): readonly LabelledAnswer[] {
  return [...REALS, ...STRANGERS].flatMap(({ name: kind, real, make }) =>
    Array.from({ length: EACH }, (_, at) => {
      const made = make(at);
      const name = made.name ?? NAMES[at % NAMES.length] ?? 'llms.txt';
      const { type, text, status = 200 } = made;
      return {
        kind,
        name,
        real,
        answer: { status, failure: null, path: `/${name}`, type, text, truncated: false },
        missing: missingAnswer(made),
      };
    }),
  );
}

function missingAnswer({ type, missing }: Answered): FileAnswer {
  const path = '/sitegrep-abcdefghijkl.txt';
  const none = { failure: null, path, type: null, text: '', truncated: false };
  if (missing === undefined) return { ...none, status: 404 };
  if (missing === null) return { ...none, status: null, failure: 'no answer in time' };
  return { ...none, status: 200, type, text: missing };
}
