import { Argument, Command, type Option } from 'commander';
import { bashCompletion, fishCompletion, zshCompletion } from '../completion-scripts.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } satisfies Readonly<
  Record<string, (commands: readonly CommandWords[]) => string>
>;

/** @param openProgram builds the program with all commands */
export function completionCommand(openProgram: () => Promise<Command>): Command {
  return new Command('completion')
    .description('Print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', '\nThe script has the commands of this version: print it again after an upgrade.')
    .action(async (shell: keyof typeof SCRIPTS) => {
      process.stdout.write(SCRIPTS[shell](wordsOf(await openProgram())));
    });
}

/** A word that can be completed, with its meaning in one line. */
export interface Word {
  readonly word: string;
  readonly means: string;
}

/** Words that can follow a command. */
export interface CommandWords {
  /** Path of the command, beginning with the program's name. */
  readonly path: string;
  /** Subcommands, and values of arguments that have a fixed set. */
  readonly next: readonly Word[];
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  /** Spellings of the option, such as `-n` and `--limit`. */
  readonly flags: readonly string[];
  readonly means: string;
  readonly takesValue: boolean;
  /** Allowed values; empty if any is allowed. */
  readonly choices: readonly string[];
}

/** Collects the words of every command of a program, parents before their subcommands. */
export function wordsOf(command: Command, above: readonly string[] = []): readonly CommandWords[] {
  const names = [...above, command.name()];
  const help = command.createHelp();
  const below = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  return [
    {
      path: names.join(' '),
      next: [
        ...below.map((one) => ({ word: one.name(), means: firstLine(one.description()) })),
        ...command.registeredArguments.flatMap(choicesOf),
      ],
      options: help.visibleOptions(command).map(optionWords),
    },
    ...below.flatMap((one) => wordsOf(one, names)),
  ];
}

function choicesOf({ argChoices = [], description }: Argument): readonly Word[] {
  return argChoices.map((word) => ({ word, means: firstLine(description) }));
}

function optionWords({ short, long, description, required, optional, argChoices = [] }: Option): OptionWords {
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    means: firstLine(description),
    takesValue: required || optional,
    choices: argChoices,
  };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
