// `sitegrep technologies in-use`: the set that is in use, and how far stored pages are judged by it.
import { jsonLine } from '@sitegrep/contract/json';
import { connect, type ServerOptions } from '../connection.ts';
import { EXIT } from '../failure.ts';
import { outdatedText } from '../outdated-count.ts';
import { counted, formatCount, printable } from '../terminal.ts';

export interface InUseOptions extends ServerOptions {
  readonly json: boolean;
}

export async function inUse(options: InUseOptions): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'read' }, closers);
  const set = await client.admin.technologies();
  if (options.json) {
    process.stdout.write(jsonLine(set));
    return EXIT.done;
  }
  const { public_set: publicSet, technologies, own_count: own, problems_count: problems, run } = set;
  const lines = [
    publicSet === null
      ? 'the built-in set'
      : `the public set of ${printable(publicSet.name)}, taken on ${publicSet.taken_at}`,
    `${counted(technologies, 'technology', 'technologies')}, ${formatCount(own)} of them your own`,
    ...(problems === 0
      ? []
      : [`${counted(problems, 'part')} of your own left out: see "sitegrep technologies check"`]),
    set.in_use_since === null
      ? 'no process has judged pages by it yet'
      : `pages are judged by it since ${set.in_use_since}`,
    set.outdated_domains.count === 0
      ? 'every stored page is as an analysis would judge it now'
      : `${outdatedText(set.outdated_domains)} with pages that are to be judged again`,
    ...(run?.state === 'running'
      ? [`a run goes on: ${formatCount(run.domains.done)} of ${run.domains.total ?? '?'} domains`]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.done;
}
