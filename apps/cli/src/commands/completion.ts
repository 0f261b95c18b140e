import { Argument, Command } from 'commander';
import { COMMAND_WORDS } from '../command-words.ts';
import { bashCompletion, type CommandWords, fishCompletion, zshCompletion } from '../completion-scripts.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } satisfies Readonly<
  Record<string, (commands: readonly CommandWords[]) => string>
>;

export function completionCommand(): Command {
  return new Command('completion')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', '\nThe script has the commands of this version: print it again after an upgrade.')
    .action((shell: keyof typeof SCRIPTS) => {
      process.stdout.write(SCRIPTS[shell](COMMAND_WORDS));
    });
}
