// Commands about a single domain: what is stored, and whether it is blocked. Here: the group, and the blocks.
import { blockItem } from '@sitegrep/api/domain-record';
import { jsonLine } from '@sitegrep/contract';
import type { DomainBlock, DomainBlocks } from '@sitegrep/storage';
import { Command } from 'commander';
import { blockableDomain, DOMAIN, domain, reason } from './arguments.ts';
import { removeCommand } from './remove.ts';
import { showCommand } from './show.ts';
import { CommandFailed } from '../../failure.ts';
import { auditedHere, openExistingStorage, openSharedStorage, readConfig } from '../../instance.ts';
import { counted, renderTable } from '../../terminal.ts';

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

interface BlockOptions {
  readonly reason?: string;
  readonly json: boolean;
}

function blockCommand(): Command {
  return new Command('block')
    .description('Block a domain and its subdomains: no crawl or import stores them any more')
    .argument('<domain>', DOMAIN, blockableDomain)
    .option('--reason <text>', 'reason, shown in the outcome of crawls that skip the domain', reason)
    .option('--json', 'print the block as JSON', false)
    .addHelpText(
      'after',
      '\nA running server obeys at once. Stored data stays; "sitegrep domains remove" deletes it.',
    )
    .action(async (name: string, options: BlockOptions) => {
      await using closers = new AsyncDisposableStack();
      const storage = await openSharedStorage(readConfig(), closers);
      const given = { domain: name, reason: options.reason ?? null, at: Date.now() };
      const block = await auditedHere(storage, 'block.put', name, () => storage.domains.blocks.block(given));
      process.stdout.write(
        options.json
          ? jsonLine(blockItem(block))
          : `blocked ${block.domain} and its subdomains${block.reason === null ? '' : `: ${block.reason}`}\n`,
      );
    });
}

function unblockCommand(): Command {
  return new Command('unblock')
    .description('Remove the block of a domain, so that it can be crawled and imported again')
    .argument('<domain>', 'domain as "sitegrep domains blocked" shows it', domain)
    .option('--json', 'print the removed block as JSON', false)
    .action(async (name: string, options: { readonly json: boolean }) => {
      await using closers = new AsyncDisposableStack();
      const storage = await openExistingStorage(readConfig(), closers);
      const block = await auditedHere(storage, 'block.delete', name, async () => {
        const lifted = await storage.domains.blocks.unblock(name);
        if (lifted !== null) return lifted;
        throw new CommandFailed(
          `${name} itself is not blocked; "sitegrep domains blocked" lists all blocks.`,
        );
      });
      process.stdout.write(options.json ? jsonLine(blockItem(block)) : `unblocked ${block.domain}\n`);
    });
}

const BLOCKS_AT_A_TIME = 1_000;

function blockedCommand(): Command {
  return new Command('blocked')
    .description('List the blocked domains')
    .option('--json', 'print each domain as one line of JSON, instead of a table', false)
    .action(async (options: { readonly json: boolean }) => {
      await using closers = new AsyncDisposableStack();
      const { domains } = await openExistingStorage(readConfig(), closers);
      let count = 0;
      for await (const blocks of pages(domains.blocks)) {
        count += blocks.length;
        process.stdout.write(options.json ? jsonOf(blocks) : tableOf(blocks));
      }
      if (!options.json) process.stdout.write(`${counted(count, 'domain is', 'domains are')} blocked\n`);
    });
}

async function* pages(blocks: DomainBlocks): AsyncGenerator<readonly DomainBlock[]> {
  for (let after: string | null = ''; after !== null;) {
    const { items, next } = await blocks.list({
      limit: BLOCKS_AT_A_TIME,
      ...(after === '' ? {} : { after }),
    });
    if (items.length > 0) yield items;
    after = next;
  }
}

function jsonOf(blocks: readonly DomainBlock[]): string {
  return blocks.map((block) => jsonLine(blockItem(block))).join('');
}

function tableOf(blocks: readonly DomainBlock[]): string {
  const columns = [{ title: 'DOMAIN', maxWidth: 60 }, { title: 'SINCE' }, { title: 'REASON', maxWidth: 80 }];
  const rows = blocks
    .map(blockItem)
    .map(({ domain, created_at: since, reason }) => [domain, since, reason ?? '']);
  return `${renderTable(columns, rows)}\n`;
}
