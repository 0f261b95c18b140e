import { queryTranslation } from '@sitegrep/api/query-translation';
import { translationNotes } from '@sitegrep/contract';
import { jsonLine } from '@sitegrep/contract/json';
import { type Engine, ENGINES } from '@sitegrep/translation';
import { Argument, Command } from 'commander';
import { CommandFailed, EXIT } from '../failure.ts';
import { printNote } from '../query-notes.ts';
import { printable } from '../terminal.ts';

interface Options {
  readonly json: boolean;
}

const HELP = `
Standard output has the query alone, for other commands. Standard error names the parts that can't be asked, and says how a count without them is wrong. No index is needed.
docs/search.md says what it does with each engine's language.`;

export function translateCommand(): Command {
  return new Command('translate')
    .addArgument(new Argument('<engine>', 'search engine that the query is written for').choices(ENGINES))
    .argument('<query>', 'the query as one argument, in quotes; after -- if it begins with -')
    .option('--json', 'print the translation with what is left out as one line of JSON', false)
    .addHelpText('after', HELP)
    .action((engine: Engine, original: string, options: Options) => {
      process.exitCode = translate(engine, original, options);
    });
}

function translate(engine: Engine, original: string, { json }: Options): number {
  const translation = queryTranslation(engine, original);
  const { query, problem } = translation;
  if (json) process.stdout.write(jsonLine(translation));
  else for (const note of translationNotes(translation)) printNote(printable(note));
  if (query === null) throw new CommandFailed(`the query can't be translated: ${problem}.`);
  if (!json) process.stdout.write(`${query}\n`);
  return EXIT.done;
}
