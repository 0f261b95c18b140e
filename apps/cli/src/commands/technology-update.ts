// `sitegrep technologies update` and `in-use`: a newer public set in the place of the built-in one, and which set is in use.
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { currentFactsVersion } from '@sitegrep/analysis/facts-version';
import { countOutdatedDomains, type FingerprintState, type FingerprintStore } from '@sitegrep/storage';
import { readKnownSet, problemLine } from '@sitegrep/technologies/own';
import { loadFingerprints } from '@sitegrep/technologies/data';
import { keptPublicSet, type KeptPublicSet, prepareSet } from '@sitegrep/technologies/prepare';
import { Command } from 'commander';
import { CommandFailed, EXIT } from '../failure.ts';
import { folderOfSets, openFingerprints } from '../fingerprints/in-use.ts';
import { stateOfFile } from '../fingerprints/own-file.ts';
import { openExistingStorage, openLogger, openSharedStorage, readConfig } from '../instance.ts';
import { counted, formatCount, printable } from '../terminal.ts';
import { filesAt } from './technology-sets.ts';

/** Problems of a set that are printed. */
const MAX_PRINTED = 20;
/** Maximum times that the state is written anew because another process came first. */
const MAX_CONFLICTS = 20;

export function updateCommand(): Command {
  return new Command('update')
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
    .action(async (file: string | undefined, { builtIn }: { readonly builtIn: boolean }) => {
      process.exitCode = await update(file, builtIn);
    });
}

async function update(file: string | undefined, isBuiltIn: boolean): Promise<number> {
  if ((file === undefined) !== isBuiltIn)
    throw new CommandFailed('give either a file or folder of the public set, or --built-in.');
  const set = file === undefined ? null : checked(file);
  const config = readConfig();
  await using closers = new AsyncDisposableStack();
  const { fingerprints } = await openSharedStorage(config, closers);
  const { technologies: own } = config;
  // What cannot be compiled is not taken. What is compiled is kept, so that a server need not compile it.
  const parts = {
    publicSet: set?.bytes ?? null,
    own: own === null || stateOfFile(own) === null ? null : own,
  };
  const { compiled } = await prepareSet(parts, folderOfSets(config));
  await put(fingerprints, set, file === undefined ? '' : basename(file));
  const count = Object.keys(readKnownSet(compiled).technologies).length;
  process.stdout.write(
    `${set === null ? 'the built-in set' : `the set of ${printable(file ?? '')}`} is taken: ` +
      `${counted(count, 'technology', 'technologies')} with additions of sitegrep and your own; ` +
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

async function put(fingerprints: FingerprintStore, set: KeptPublicSet | null, name: string): Promise<void> {
  for (let time = 0; time < MAX_CONFLICTS; time++) {
    const before = await fingerprints.get();
    const publicSet: FingerprintState['publicSet'] =
      set === null ? null : { digest: set.digest, name, technologies: set.technologies, at: Date.now() };
    const state = { ...before, revision: randomUUID(), publicSet };
    if (await fingerprints.replace(before.revision, state, set?.bytes)) return;
  }
  throw new CommandFailed('other processes changed the set in use each time; try again.');
}

export function inUseCommand(): Command {
  return new Command('in-use')
    .description(
      'Tell which set of technologies is in use, since when, and how far stored pages are judged by it',
    )
    .option('--json', 'print JSON', false)
    .action(async ({ json }: { readonly json: boolean }) => {
      process.exitCode = await inUse(json);
    });
}

async function inUse(json: boolean): Promise<number> {
  const config = readConfig();
  await using closers = new AsyncDisposableStack();
  const storage = await openExistingStorage(config, closers);
  const logger = openLogger({ ...config, logLevel: 'error' });
  const { own } = await openFingerprints({ config, storage, logger }, closers);
  const { publicSet, version, since } = await storage.fingerprints.get();
  const technologies = Object.keys(readKnownSet(loadFingerprints()).technologies).length;
  const [outdated, run] = await Promise.all([
    countOutdatedDomains(storage, currentFactsVersion()),
    storage.reanalysis.get(),
  ]);
  const report = {
    public_set: publicSet === null ? null : { name: publicSet.name, technologies: publicSet.technologies },
    taken_at: publicSet === null ? null : new Date(publicSet.at).toISOString(),
    own: { technologies: own().technologies.length, problems: own().problems.length },
    technologies,
    facts_version: currentFactsVersion(),
    in_use_since: version === currentFactsVersion() ? new Date(since).toISOString() : null,
    outdated_domains: outdated,
    run: run === null ? null : { state: run.state, domains: { total: run.total, done: run.domains } },
  };
  if (json) {
    process.stdout.write(`${JSON.stringify(report)}\n`);
    return EXIT.done;
  }
  const { run: judging } = report;
  const lines = [
    publicSet === null
      ? 'the built-in set'
      : `the public set of ${printable(publicSet.name)}, taken on ${report.taken_at ?? ''}`,
    `${counted(technologies, 'technology', 'technologies')}, ${formatCount(report.own.technologies)} of them your own`,
    report.in_use_since === null
      ? 'no process has judged pages by it yet'
      : `pages are judged by it since ${report.in_use_since}`,
    outdated === 0
      ? 'every stored page is as an analysis would judge it now'
      : `${counted(outdated, 'domain')} with pages that are to be judged again`,
    ...(judging?.state === 'running'
      ? [`a run goes on: ${formatCount(judging.domains.done)} of ${judging.domains.total ?? '?'} domains`]
      : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.done;
}
