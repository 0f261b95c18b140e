import { blockItem } from '@sitegrep/api/domain-record';
import type { DomainBlock, DomainBlocks } from '@sitegrep/storage';
import { Command } from 'commander';
import { openExistingStorage, readConfig } from '../../instance.ts';
import { renderTable } from '../../table.ts';
import { counted } from '../../terminal.ts';

const BLOCKS_AT_A_TIME = 1_000;

export function blockedCommand(): Command {
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
  return blocks.map((block) => `${JSON.stringify(blockItem(block))}\n`).join('');
}

function tableOf(blocks: readonly DomainBlock[]): string {
  const columns = [{ title: 'DOMAIN', maxWidth: 60 }, { title: 'SINCE' }, { title: 'REASON', maxWidth: 80 }];
  const rows = blocks
    .map(blockItem)
    .map(({ domain, created_at: since, reason }) => [domain, since, reason ?? '']);
  return `${renderTable(columns, rows)}\n`;
}
