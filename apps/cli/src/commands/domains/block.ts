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
    .description('Keep a domain and its subdomains out: no crawl or import stores them from now on')
    .argument('<domain>', DOMAIN, blockableDomain)
    .option('--reason <text>', 'shown with the outcome of each crawl that meets the block', reason)
    .option('--json', 'the block as JSON', false)
    .addHelpText('after', '\nA running server follows at once. What is stored stays: see domains remove.')
    .action(async (name: string, options: BlockOptions) => {
      await using closers = new AsyncDisposableStack();
      const storage = await openSharedStorage(readConfig(), closers);
      const given = { domain: name, reason: options.reason ?? null, at: Date.now() };
      const block = await auditedHere(storage, 'block.put', name, () => storage.domains.blocks.block(given));
      process.stdout.write(
        options.json
          ? `${JSON.stringify(blockItem(block))}\n`
          : `blocked ${block.domain} and all under it${block.reason === null ? '' : `: ${block.reason}`}\n`,
      );
    });
}

export function unblockCommand(): Command {
  return new Command('unblock')
    .description('Let a domain in again; crawl it to have it back')
    .argument('<domain>', 'as `domains blocked` shows it', domain)
    .option('--json', 'the block that was, as JSON', false)
    .action(async (name: string, options: { readonly json: boolean }) => {
      await using closers = new AsyncDisposableStack();
      const storage = await openExistingStorage(readConfig(), closers);
      const block = await auditedHere(storage, 'block.delete', name, async () => {
        const lifted = await storage.domains.blocks.unblock(name);
        if (lifted !== null) return lifted;
        throw new CommandFailed(
          `there is no block of ${name} itself; \`sitegrep domains blocked\` shows them all.`,
        );
      });
      process.stdout.write(
        options.json ? `${JSON.stringify(blockItem(block))}\n` : `unblocked ${block.domain}\n`,
      );
    });
}
