import type { Argument, Command, Option } from 'commander';

/** A word that can be completed, and what it means: one line. */
export interface Word {
  readonly word: string;
  readonly means: string;
}

/** What can follow a command. */
export interface CommandWords {
  /** The words that lead to it, the program's first. */
  readonly path: string;
  /** Commands below it, and values of its arguments if there are only some. */
  readonly next: readonly Word[];
  readonly options: readonly OptionWords[];
}

export interface OptionWords {
  /** Its spellings, e.g. `-n` and `--limit`. */
  readonly flags: readonly string[];
  readonly means: string;
  readonly takesValue: boolean;
  /** The values that there are; empty if it may be any. */
  readonly choices: readonly string[];
}

/** Every command of a program, those above before those below them. */
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
