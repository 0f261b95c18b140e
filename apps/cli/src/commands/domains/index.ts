// Commands about a single domain: what is stored, and whether it is blocked.
import { Command } from 'commander';
import { blockCommand, unblockCommand } from './block.ts';
import { blockedCommand } from './blocked.ts';
import { removeCommand } from './remove.ts';
import { showCommand } from './show.ts';

export function domainsCommand(): Command {
  const domains = new Command('domains').description('Show, remove and block domains');
  for (const command of [
    showCommand(),
    removeCommand(),
    blockCommand(),
    unblockCommand(),
    blockedCommand(),
  ]) {
    domains.addCommand(command);
  }
  return domains;
}
