import { blockItem } from '@sitegrep/api/domain-record';
import { Command } from 'commander';
import { auditedHere } from '../../audited.ts';
import { CommandFailed } from '../../failure.ts';
import { openExistingStorage, openSharedStorage, readConfig } from '../../instance.ts';
import { blockableDomain, DOMAIN, domain, reason } from './arguments.ts';

interface BlockOptions {
  readonly reason?: string;
  readonly json: boolean;
}

export function blockCommand(): Command {
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
          ? `${JSON.stringify(blockItem(block))}\n`
          : `blocked ${block.domain} and its subdomains${block.reason === null ? '' : `: ${block.reason}`}\n`,
      );
    });
}

export function unblockCommand(): Command {
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
      process.stdout.write(
        options.json ? `${JSON.stringify(blockItem(block))}\n` : `unblocked ${block.domain}\n`,
      );
    });
}
