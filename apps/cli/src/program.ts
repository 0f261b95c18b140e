// The tree of commands. Each is loaded from its own file under commands/; manual.ts has the end of its help.
import { Command } from 'commander';
import { EXIT, reportFailure } from './failure.ts';
import { manualOf } from './manual.ts';
import { wrapped } from './wrapped.ts';
import { VERSION } from './version.ts';

// Only the command that runs is loaded: the crawling commands take several times as long to load as the others.
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  api: async () => (await import('./commands/api.ts')).apiCommand(),
  worker: async () => (await import('./commands/up.ts')).workerCommand(),
  renderer: async () => (await import('./commands/up.ts')).rendererCommand(),
  crawl: async () => (await import('./commands/crawl.ts')).crawlCommand(),
  crawls: async () => (await import('./commands/crawls.ts')).crawlsCommand(),
  schedules: async () => (await import('./commands/schedules.ts')).schedulesCommand(),
  lists: async () => (await import('./commands/lists.ts')).listsCommand(),
  searches: async () => (await import('./commands/searches.ts')).searchesCommand(),
  search: async () => (await import('./commands/search.ts')).searchCommand(),
  changes: async () => (await import('./commands/changes.ts')).changesCommand(),
  translate: async () => (await import('./commands/translate.ts')).translateCommand(),
  technologies: async () => (await import('./commands/technologies.ts')).technologiesCommand(),
  trends: async () => (await import('./commands/trends.ts')).trendsCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
  reanalyse: async () => (await import('./commands/reanalyse.ts')).reanalyseCommand(),
  detect: async () => (await import('./commands/detect.ts')).detectCommand(),
  lookup: async () => (await import('./commands/lookup.ts')).lookupCommand(),
  'nuclei-queries': async () => (await import('./commands/nuclei-queries.ts')).nucleiQueriesCommand(),
  source: async () => (await import('./commands/source.ts')).sourceCommand(),
  screenshot: async () => (await import('./commands/screenshot.ts')).screenshotCommand(),
  domains: async () => (await import('./commands/domains/index.ts')).domainsCommand(),
  providers: async () => (await import('./commands/providers/index.ts')).providersCommand(),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  ranks: async () => (await import('./commands/ranks.ts')).ranksCommand(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  verify: async () => (await import('./commands/verify.ts')).verifyCommand(),
  index: async () => (await import('./commands/index/index.ts')).indexCommand(),
  bench: async () => (await import('./commands/bench.ts')).benchCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/backup.ts')).restoreCommand(),
  stats: async () => (await import('./commands/overview.ts')).statsCommand(),
  config: async () => (await import('./commands/overview.ts')).configCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  completion: async () => (await import('./commands/completion.ts')).completionCommand(openProgram),
};

/**
 * Runs the command that the arguments name, to its end; sets the exit code of the process.
 *
 * @param args the arguments after the program's name
 */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    const meant = meantBy(args);
    await (await openProgram(meant[0])).parseAsync(meant, { from: 'user' });
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** Arguments as they are meant: `version` is an option, and the help of an unknown command is a mistake like the command. */
function meantBy(args: readonly string[]): readonly string[] {
  const [first, second = ''] = args;
  if (first === 'version') return ['--version'];
  if (first !== 'help' || second === '' || second.startsWith('-') || Object.hasOwn(COMMANDS, second))
    return args;
  return meantBy(args.slice(1));
}

/**
 * Builds the program with its commands, ready to parse.
 *
 * @param named name of the only command to load; if there is no such command, all are loaded
 */
export async function openProgram(named = ''): Promise<Command> {
  const program = new Command('sitegrep')
    .description('Which websites have this string in their HTML source?')
    .version(VERSION, '-v, --version')
    .addHelpText(
      'after',
      `
Settings are environment variables (SITEGREP_…); "sitegrep config" lists them.
Exit codes: ${EXIT.done} success, ${EXIT.negative} nothing found or a check failed, ${EXIT.failed} error.`,
    );
  prepare(program, 'sitegrep');
  const wanted = Object.hasOwn(COMMANDS, named) ? [named] : Object.keys(COMMANDS);
  for (const name of wanted) {
    const command = await COMMANDS[name]?.();
    if (command === undefined) continue;
    program.addCommand(command);
    for (const one of [command, ...command.commands]) prepare(one, `sitegrep ${pathOf(one)}`);
  }
  return program;
}

/** Names of a command and its parents, without the program's, such as `index stats`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

/** @param line how the command is called */
function prepare(command: Command, line: string): void {
  command
    .exitOverride()
    .showHelpAfterError(`("${line} --help" shows what is allowed)`)
    .configureOutput({
      writeOut: (text) => process.stdout.write(wrapped(text)),
      writeErr: (text) => process.stderr.write(wrapped(text, process.stderr)),
    });
  const manual = manualOf(pathOf(command));
  if (manual !== null) command.addHelpText('after', manual);
  for (const option of command.options) {
    // "(default: false)" and "(default: [])" would tell the reader nothing.
    if (option.defaultValue === false || Array.isArray(option.defaultValue)) option.defaultValue = undefined;
  }
}
