#!/usr/bin/env node
// The `sitegrep` command: one file a subcommand under commands/, instance.ts opens what they stand on.
import { Command } from 'commander';
import { configCommand } from './commands/config.ts';
import { crawlCommand } from './commands/crawl.ts';
import { demoCommand } from './commands/demo.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { searchCommand } from './commands/search.ts';
import { statsCommand } from './commands/stats.ts';
import { upCommand } from './commands/up.ts';
import { verifyCommand } from './commands/verify.ts';
import { EXIT, reportFailure } from './failure.ts';
import { VERSION } from './version.ts';

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

for (const command of [
  upCommand,
  crawlCommand,
  searchCommand,
  importCommand,
  keysCommand,
  verifyCommand,
  statsCommand,
  configCommand,
  demoCommand,
]) {
  const added = command().exitOverride();
  for (const inner of added.commands) inner.exitOverride();
  program.addCommand(added);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportFailure(error);
}
