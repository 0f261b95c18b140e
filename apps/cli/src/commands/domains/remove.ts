import type { Removal } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { readBlockableDomain } from '@sitegrep/site';
import { Command } from 'commander';
import { DOMAIN, domain, reason } from './arguments.ts';
import { connect, type ServerOptions, withServerOptions } from '../../connection.ts';
import { CommandFailed } from '../../failure.ts';
import { counted } from '../../terminal.ts';

interface Options extends ServerOptions {
  readonly block: boolean;
  readonly reason?: string;
  readonly json: boolean;
}

export function removeCommand(): Command {
  return withServerOptions(new Command('remove'))
    .description('Delete everything stored for a domain and its subdomains, and block it')
    .argument('<domain>', DOMAIN, domain)
    .option(
      '--no-block',
      'delete the domain only, without its subdomains and without a block: the next crawl or import stores it again',
    )
    .option('--reason <text>', 'reason of the block (default: takedown requested)', reason)
    .option('--json', 'print the result as JSON, in the form of DELETE /admin/domains/{domain}', false)
    .addHelpText(
      'after',
      '\nIf a removal is interrupted, run it again. WARC files that a crawl wrote are not changed.',
    )
    .action(remove);
}

async function remove(name: string, options: Options): Promise<void> {
  if (options.block) requireBlockable(name);
  else if (options.reason !== undefined) {
    throw new CommandFailed('--reason is the reason of a block: leave out --no-block or --reason.');
  }
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'write' }, closers);
  const removal = await client.admin.domains.delete(name, {
    block: options.block,
    ...(options.reason === undefined ? {} : { reason: options.reason }),
  });
  if (options.json) process.stdout.write(jsonLine(removal));
  else report(removal);
}

function requireBlockable(name: string): void {
  const named = readBlockableDomain(name);
  if (named.kind === 'refused') throw new CommandFailed(`${name} ${named.problem}: ${named.remedy}.`);
}

function report({ domain: name, removed, block }: Removal): void {
  for (const gone of removed.domains) process.stdout.write(`removed ${gone}\n`);
  if (removed.count > removed.domains.length) {
    process.stdout.write(`removed ${counted(removed.count - removed.domains.length, 'more', 'more')}\n`);
  }
  if (removed.count === 0) process.stdout.write(`nothing was stored for ${name}\n`);
  if (block !== null)
    process.stdout.write(`blocked ${block.domain} and its subdomains: ${block.reason ?? ''}\n`);
}
