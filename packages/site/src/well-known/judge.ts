// Decides whether the answer to a request for a well-known file is that file. Many servers answer any path with 200: with their home
// page, a login, an error in words, in HTML, JSON or XML. dress.ts tells such answers by how they look, forms.ts the files by what
// their standards demand, and an answer that could be either is compared with that for a name that cannot exist.
import { strangerIn } from './dress.ts';
import type { FileAnswer, FileName } from './files.ts';
import { formOf } from './forms.ts';

export interface FileVerdict {
  readonly isReal: boolean;
  /** Why it is none, in words, as `it is a page of HTML`; null if it is one. */
  readonly reason: string | null;
}

const REAL: FileVerdict = { isReal: true, reason: null };

/** Tells whether an answer can be the file, so that it is to be compared with the answer for a name that cannot exist. */
export function mayBeReal(name: FileName, answer: FileAnswer): boolean {
  return refusalOf(name, answer) === null;
}

/**
 * Judges an answer.
 *
 * @param missing answer of the same host for a name that cannot exist; null if it was not requested, which is enough for files
 *   whose form nothing else has by chance
 */
export function judgeFile(name: FileName, answer: FileAnswer, missing: FileAnswer | null): FileVerdict {
  const refusal = refusalOf(name, answer);
  if (refusal !== null) return { isReal: false, reason: refusal };
  if (missing === null) {
    return formOf(name, answer) === 'certain'
      ? REAL
      : { isReal: false, reason: 'it could not be compared with the answer for a name that cannot exist' };
  }
  if (isAlike(answer, missing)) {
    return { isReal: false, reason: 'a name that cannot exist gets the same answer' };
  }
  if (missing.status === null && formOf(name, answer) !== 'certain') {
    return {
      isReal: false,
      reason: `the answer for a name that cannot exist is not known: ${missing.failure}`,
    };
  }
  return REAL;
}

/** The reason why an answer cannot be the file, by the answer alone; null if it may be. */
function refusalOf(name: FileName, answer: FileAnswer): string | null {
  const { status, failure, text } = answer;
  if (failure !== null) return failure;
  if (status === null) return 'no answer came';
  if (status !== 200 && status !== 203) return `answered ${status}`;
  if (text.trim() === '') return 'it is empty';
  return (
    strangerIn(answer, name === 'manifest.json') ??
    (formOf(name, answer) === 'other' ? formReason(name) : null)
  );
}

const FORM_REASONS: Readonly<Record<FileName, string>> = {
  'ads.txt': 'it names no seller',
  'ai.txt': 'it has no rule',
  'app-ads.txt': 'it names no seller',
  'humans.txt': 'it has no lines for people',
  'llms-full.txt': 'it has no heading of Markdown',
  'llms.txt': 'it has no heading of Markdown',
  'manifest.json': 'it is not a manifest',
  'robots.txt': 'it has no rule',
  'security.txt': 'it has no Contact field',
};

function formReason(name: FileName): string {
  return FORM_REASONS[name];
}

/** Maximum length of texts that are compared without what differs from one request to the next. */
const MAX_COMPARED = 20_000;

/** Tells whether two answers say the same, but for paths, numbers, times and ids. */
function isAlike(answer: FileAnswer, missing: FileAnswer): boolean {
  if (missing.status === null || missing.status !== answer.status) return false;
  if (answer.text === missing.text) return true;
  return withoutChanging(answer) === withoutChanging(missing);
}

function withoutChanging({ text, path }: FileAnswer): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return text
    .slice(0, MAX_COMPARED)
    .replaceAll(path, '')
    .replaceAll(name, '')
    .replaceAll(/[\w%+/=:.-]+/g, (token) => (/\d/.test(token) ? '' : token))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
