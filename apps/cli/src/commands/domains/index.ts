// Commands about a single domain: what is stored, and whether it is blocked. Here: the group, and the blocks.
import { type BlockItem, SitegrepError } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { answersCommand } from './answers.ts';
import { blockableDomain, DOMAIN, domain, reason } from './arguments.ts';
import { historyCommand } from './history.ts';
import { diffCommand, versionsCommand } from './versions.ts';
import { removeCommand } from './remove.ts';
import { showCommand } from './show.ts';
import { thirdPartiesCommand } from './third-parties.ts';
import { connect, type ServerOptions, withServerOptions } from '../../connection.ts';
import { CommandFailed } from '../../failure.ts';
import { counted, renderTable } from '../../terminal.ts';

export function domainsCommand(): Command {
  const domains = new Command('domains');
  for (const command of [
    showCommand(),
    answersCommand(),
    historyCommand(),
    versionsCommand(),
    diffCommand(),
    thirdPartiesCommand(),
    removeCommand(),
    blockCommand(),
    unblockCommand(),
    blockedCommand(),
  ]) {
    domains.addCommand(command);
  }
  return domains;
}

interface JsonOptions extends ServerOptions {
  readonly json: boolean;
}

interface BlockOptions extends JsonOptions {
  readonly reason?: string;
}

function blockCommand(): Command {
  return withServerOptions(new Command('block'))
    .description('Block a domain and its subdomains: no crawl or import stores them any more')
    .argument('<domain>', DOMAIN, blockableDomain)
    .option('--reason <text>', 'reason, shown in the outcome of crawls that skip the domain', reason)
    .option('--json', 'print the block as JSON', false)
    .addHelpText('after', '\nStored data stays; "sitegrep domains remove" deletes it.')
    .action(async (name: string, options: BlockOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const given = options.reason === undefined ? {} : { reason: options.reason };
      const block = await client.admin.blocks.put(name, given);
      process.stdout.write(
        options.json
          ? jsonLine(block)
          : `blocked ${block.domain} and its subdomains${block.reason === null ? '' : `: ${block.reason}`}\n`,
      );
    });
}

function unblockCommand(): Command {
  return withServerOptions(new Command('unblock'))
    .description('Remove the block of a domain, so that it can be crawled and imported again')
    .argument('<domain>', 'domain as "sitegrep domains blocked" shows it', domain)
    .option('--json', 'print the removed block as JSON', false)
    .action(async (name: string, options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      try {
        const block = await client.admin.blocks.delete(name);
        process.stdout.write(options.json ? jsonLine(block) : `unblocked ${block.domain}\n`);
      } catch (error) {
        if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
        throw new CommandFailed(
          `${name} itself is not blocked; "sitegrep domains blocked" lists all blocks.`,
        );
      }
    });
}

const BLOCKS_AT_A_TIME = 1_000;

function blockedCommand(): Command {
  return withServerOptions(new Command('blocked'))
    .description('List the blocked domains')
    .option('--json', 'print each domain as one line of JSON, instead of a table', false)
    .action(async (options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      const blocks = await Array.fromAsync(client.admin.blocks.all({ pageSize: BLOCKS_AT_A_TIME }));
      if (options.json) {
        for (const block of blocks) process.stdout.write(jsonLine(block));
        return;
      }
      if (blocks.length > 0) process.stdout.write(tableOf(blocks));
      process.stdout.write(`${counted(blocks.length, 'domain is', 'domains are')} blocked\n`);
    });
}

function tableOf(blocks: readonly BlockItem[]): string {
  const columns = [{ title: 'DOMAIN', maxWidth: 60 }, { title: 'SINCE' }, { title: 'REASON', maxWidth: 80 }];
  const rows = blocks.map(({ domain, created_at: since, reason }) => [domain, since, reason ?? '']);
  return `${renderTable(columns, rows)}\n`;
}
