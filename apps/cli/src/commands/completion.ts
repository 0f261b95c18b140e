import { Argument, Command, type Option } from 'commander';
import {
  bashCompletion,
  type CommandWords,
  fishCompletion,
  type OptionWords,
  type Word,
  zshCompletion,
} from '../completion-scripts.ts';

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
