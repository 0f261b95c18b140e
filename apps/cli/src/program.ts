// The tree of commands. command-table.ts lists them; manual.ts has the end of their help.
import { Command } from 'commander';
import { COMMANDS } from './command-table.ts';
import { EXIT, reportFailure } from './failure.ts';
import { manualOf } from './manual.ts';
import { wrapped } from './wrapped.ts';
import { VERSION } from './version.ts';

/**
 * Runs the command that the arguments name, to its end; sets the exit code of the process.
 *
 * @param args the arguments after the program's name
 */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    const meant = meantBy(args);
    const [first = '', second = ''] = meant;
    await (await openProgram(first === 'help' ? second : first)).parseAsync(meant, { from: 'user' });
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
 * @param named name of the only command to load: of the others, the help has their names and what they do; null: all are loaded
 */
export async function openProgram(named: string | null = null): Promise<Command> {
  const program = new Command('sitegrep')
    .description('Which websites have this string in their HTML source?')
    .version(VERSION, '-v, --version')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText(
      'after',
      `
"sitegrep COMMAND --help" shows the options of a command, with examples.
Settings are environment variables (SITEGREP_…); "sitegrep config" lists them.
Exit codes: ${EXIT.done} success, ${EXIT.negative} nothing found or a check failed, ${EXIT.failed} error.`,
    );
  program.addHelpCommand(
    new Command('help')
      .argument('[command]')
      .description('Show the options of a command, with examples')
      .helpOption(false)
      .helpGroup('Tools:'),
  );
  prepare(program, 'sitegrep');
  for (const [name, entry] of Object.entries(COMMANDS)) {
    const isLoaded = named === null || named === name;
    const command = isLoaded ? await entry.open() : new Command(name);
    program.addCommand(command.description(entry.about).helpGroup(`${entry.group}:`));
    if (isLoaded) for (const one of [command, ...command.commands]) prepare(one, `sitegrep ${pathOf(one)}`);
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
