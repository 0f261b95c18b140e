import type { Command } from 'commander';
import { openProgram, pathOf } from './program.ts';

/** Columns of the help as it is documented, whatever terminal it is made in. */
const COLUMNS = 96;

/** The help of every command as one page, in Markdown. */
export async function documentCommands(): Promise<string> {
  const program = await openProgram();
  const commands = program.commands.flatMap((command) => [command, ...command.commands]);
  return [
    '# Commands',
    'What `sitegrep <command> --help` says, of every command. `sitegrep completion bash`, `zsh` or `fish` prints a script that completes them in a shell. Made by `npm run docs`; change it in `apps/cli/src`.',
    fenced(helpOf(program)),
    ...commands.map((command) => `## sitegrep ${pathOf(command)}\n\n${fenced(helpOf(command))}`),
  ].join('\n\n');
}

/** What `--help` prints, without colours. */
export function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => COLUMNS,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return help.trim();
}

function fenced(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}
