import { Command } from 'commander';
import { checkCommand } from './check.ts';

export function providersCommand(): Command {
  return new Command('providers').addCommand(checkCommand());
}
