import { Argument, Command } from 'commander';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { wordsOf, type CommandWords } from '../completion/tree.ts';
import { zshCompletion } from '../completion/zsh.ts';

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
