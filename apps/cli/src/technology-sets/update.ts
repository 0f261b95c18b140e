// `sitegrep technologies update`: a newer public set in the place of the built-in one.
import { basename } from 'node:path';
import { problemLine } from '@sitegrep/technologies/own';
import { keptPublicSet, type KeptPublicSet, publicSetOf } from '@sitegrep/technologies/prepare';
import { connect, type ServerOptions } from '../connection.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { counted, formatCount, printable } from '../terminal.ts';
import { filesAt } from './check.ts';

/** Problems of a set that are printed. */
const MAX_PRINTED = 20;

export interface UpdateOptions extends ServerOptions {
  readonly builtIn: boolean;
}

export async function update(file: string | undefined, options: UpdateOptions): Promise<number> {
  if ((file === undefined) !== options.builtIn)
    throw new CommandFailed('give either a file or folder of the public set, or --built-in.');
  const set = file === undefined ? null : checked(file);
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'write' }, closers);
  const { technologies } =
    set === null || file === undefined
      ? await client.admin.takeBuiltInTechnologies()
      : await client.admin.takeTechnologies(basename(file), JSON.stringify(publicSetOf(set.bytes)));
  process.stdout.write(
    `${set === null ? 'the built-in set' : `the set of ${printable(file ?? '')}`} is taken: ` +
      `${counted(technologies, 'technology', 'technologies')} with additions of sitegrep and your own; ` +
      'stored pages are judged again in the background while a server runs\n',
  );
  return EXIT.done;
}

/** @throws CommandFailed if nothing of it is taken */
function checked(file: string): KeptPublicSet {
  const set = keptPublicSet(filesAt(file));
  const problems = 'bytes' in set ? set.problems : set;
  for (const problem of problems.slice(0, MAX_PRINTED))
    process.stderr.write(`${printable(problemLine(problem))}\n`);
  if (problems.length > MAX_PRINTED)
    process.stderr.write(`${formatCount(problems.length - MAX_PRINTED)} more parts are left out\n`);
  if (!('bytes' in set))
    throw new CommandFailed(`${printable(file)} has no technology that can be taken; the set in use stays.`);
  return set;
}
