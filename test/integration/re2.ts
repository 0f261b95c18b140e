// Answers of RE2 itself, by its Python package google-re2.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { cacheFolder } from '../../infra/dev/cache-folder.ts';
import { ensurePythonPackage } from '../../infra/dev/python-package.ts';

const PACKAGE = { name: 'google-re2', version: '1.1.20251105' };

export interface Question {
  readonly pattern: string;
  readonly caseSensitive: boolean;
  readonly text: string;
  /** Position to start at, in characters. */
  readonly from: number;
}

/** A match with its positions in characters, and the borders of its groups; null if there is none; or an error. */
export type Answer =
  | {
      readonly span: readonly [number, number];
      readonly groups: readonly (string | null)[];
      readonly names: Readonly<Record<string, string | null>>;
    }
  | { readonly error: string }
  | null;

const PROGRAM = `
import json, re2, sys
for line in sys.stdin:
    question = json.loads(line)
    options = re2.Options()
    options.case_sensitive = question["caseSensitive"]
    options.log_errors = False
    try:
        found = re2.compile(question["pattern"], options).search(question["text"], question["from"])
        answer = found and {"span": found.span(), "groups": found.groups(), "names": found.groupdict()}
    except re2.error as error:
        answer = {"error": str(error)}
    print(json.dumps(answer))
`;

/** Asks RE2. It is installed first if it is missing. */
export async function answersOfRe2(questions: readonly Question[]): Promise<readonly Answer[]> {
  const programs = await ensurePythonPackage(cacheFolder(process.env, process.getuid?.()), PACKAGE);
  const python = spawn(join(programs, 'python'), ['-c', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
  const [output, [code]] = await Promise.all([text(python.stdout), once(python, 'close')]);
  if (code !== 0) throw new Error(`Python ended with code ${String(code)}`);
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}
