#!/usr/bin/env node
// The `sitegrep` command: one file a subcommand under commands/, instance.ts opens what they stand on.
import { Command } from 'commander';
import { EXIT, reportFailure } from './failure.ts';
import { beginLean } from './lean-process.ts';
import { VERSION } from './version.ts';

const named = process.argv[2] ?? '';
/** Commands with threads for everything, which may run for weeks. */
const LONG = new Set(['up', 'worker', 'crawl', 'import', 'demo']);
if (LONG.has(named)) beginLean();

// Who reads, e.g. `head`, has enough: what was acknowledged stays, and there is no one left to tell more.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT.done);
});

const program = new Command('sitegrep')
  .description('Which websites have this string in their HTML source?')
  .version(VERSION)
  .addHelpText(
    'after',
    `
Settings are environment variables (SITEGREP_…): see sitegrep config.
Exit codes: ${EXIT.done} done or found, ${EXIT.negative} nothing found or a disagreement, ${EXIT.failed} it could not be done.`,
  )
  .showHelpAfterError('(--help shows what is allowed)')
  .exitOverride();

// Only the one that is asked for is loaded: the crawling ones take several times as long to load as the others.
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  api: async () => (await import('./commands/api.ts')).apiCommand(),
  worker: async () => (await import('./commands/worker.ts')).workerCommand(),
  crawl: async () => (await import('./commands/crawl.ts')).crawlCommand(),
  search: async () => (await import('./commands/search.ts')).searchCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  detect: async () => (await import('./commands/detect.ts')).detectCommand(),
  domains: async () => (await import('./commands/domains/index.ts')).domainsCommand(),
  providers: async () => (await import('./commands/providers/index.ts')).providersCommand(),
  ranks: async () => (await import('./commands/ranks.ts')).ranksCommand(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  index: async () => (await import('./commands/index/index.ts')).indexCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  stats: async () => (await import('./commands/stats.ts')).statsCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
};
const wanted = Object.hasOwn(commands, named) ? [named] : Object.keys(commands);
for (const name of wanted) {
  const command = await commands[name]?.();
  if (command === undefined) continue;
  for (const one of [command, ...command.commands]) one.exitOverride();
  program.addCommand(command);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
