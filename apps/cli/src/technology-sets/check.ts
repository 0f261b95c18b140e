// The check of a file of technologies of one's own.
import { loadFingerprints } from '@sitegrep/technologies/data';
import {
  checkedOwnSet,
  problemLine,
  readKnownSet,
  readSetFiles,
  type SetFiles,
} from '@sitegrep/technologies/own';
import { CommandFailed, EXIT } from '../failure.ts';
import { counted, printable } from '../terminal.ts';

export function check(path: string, json: boolean): number {
  const { technologies, queries, problems, replaced } = checkedOwnSet(
    filesAt(path),
    readKnownSet(loadFingerprints()),
  );
  for (const problem of problems)
    process.stdout.write(`${json ? JSON.stringify(problem) : printable(problemLine(problem))}\n`);
  const names = [...Object.keys(technologies), ...queries.map(({ name }) => name)];
  const known = replaced.map(
    (name) => `${printable(name)} takes the place of the known technology of this name\n`,
  );
  const summary = `${counted(names.length, 'technology', 'technologies')} taken, ${counted(problems.length, 'problem')}\n`;
  (json ? process.stderr : process.stdout).write([...known, summary].join(''));
  return problems.length === 0 ? EXIT.done : EXIT.negative;
}

/** @throws CommandFailed if nothing can be read at the path */
export function filesAt(path: string): SetFiles {
  try {
    return readSetFiles(path);
  } catch (error) {
    throw new CommandFailed(
      `${printable(path)} cannot be read: ${error instanceof Error ? error.message : String(error)}; give a file or folder of technologies.`,
      { cause: error },
    );
  }
}
