// The commands about technologies of one's own and about newer public sets. What they do is in technology-sets/, which takes much to
// load.
import { Command } from 'commander';
import { withServerOptions } from '../connection.ts';
import type { InUseOptions } from '../technology-sets/in-use.ts';
import { MAX_TRIED_PAGES, type TrialOptions } from '../technology-sets/trial-options.ts';
import type { UpdateOptions } from '../technology-sets/update.ts';

export function checkCommand(): Command {
  return new Command('check')
    .description('Check a file of technologies of your own, and name each part of it that is not taken')
    .argument('<file>', 'file or folder, YAML or JSON, in the form of fingerprints of Wappalyzer')
    .option('--json', 'print each problem as one line of JSON', false)
    .action(async (file: string, { json }: { readonly json: boolean }) => {
      const { check } = await import('../technology-sets/check.ts');
      process.exitCode = check(file, json);
    });
}

export function trialCommand(): Command {
  return withServerOptions(new Command('test'))
    .description('Try technologies of your own: which of them a page shows, by what, and what it lacks')
    .argument('<file>', 'file or folder of technologies')
    .requiredOption('--on <page>', 'a domain or URL, an HTML file or a WARC file')
    .option('--json', 'print each page as one line of JSON', false)
    .addHelpText(
      'after',
      `\nOf a domain that is stored, its stored pages are looked at, ${MAX_TRIED_PAGES} at most; of another one, its home page is fetched. ` +
        'A server that you name looks at the pages that it has stored.',
    )
    .action(async (file: string, options: TrialOptions) => {
      const { tryOn } = await import('../technology-sets/trial.ts');
      process.exitCode = await tryOn(file, options);
    });
}

export function updateCommand(): Command {
  return withServerOptions(new Command('update'))
    .description(
      'Take a newer public set of technologies in place of the one in use, or the built-in one again',
    )
    .argument('[file]', 'folder or file of the public set: technologies and categories, JSON')
    .option('--built-in', 'take the set that is part of this version; takes no file', false)
    .addHelpText(
      'after',
      '\nThe set is checked and compiled before it is taken. A server on the same data folder or cluster has it within seconds, ' +
        'without a restart, and judges stored pages again in the background.',
    )
    .action(async (file: string | undefined, options: UpdateOptions) => {
      const { update } = await import('../technology-sets/update.ts');
      process.exitCode = await update(file, options);
    });
}

export function inUseCommand(): Command {
  return withServerOptions(new Command('in-use'))
    .description(
      'Tell which set of technologies is in use, since when, and how far stored pages are judged by it',
    )
    .option('--json', 'print JSON', false)
    .action(async (options: InUseOptions) => {
      const { inUse } = await import('../technology-sets/in-use.ts');
      process.exitCode = await inUse(options);
    });
}
