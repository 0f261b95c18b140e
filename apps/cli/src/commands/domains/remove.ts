import { blockItem } from '@sitegrep/api/domain-record';
import { jsonLine } from '@sitegrep/contract';
import { readBlockableDomain } from '@sitegrep/site';
import { type Storage, StorageMisconfigured, type Takedown } from '@sitegrep/storage';
import { Command } from 'commander';
import { DOMAIN, domain, reason } from './arguments.ts';
import { CommandFailed } from '../../failure.ts';
import { auditedHere, type Closers, lockFolder, openSharedStorage, readConfig } from '../../instance.ts';
import { counted } from '../../terminal.ts';

interface Options {
  readonly block: boolean;
  readonly reason?: string;
  readonly json: boolean;
}

/** Reason of a takedown when none is given. */
const REQUESTED = 'takedown requested';

export function removeCommand(): Command {
  return new Command('remove')
    .description('Delete everything stored for a domain and its subdomains, and block it')
    .argument('<domain>', DOMAIN, domain)
    .option(
      '--no-block',
      'delete the domain only, without its subdomains and without a block: the next crawl or import stores it again',
    )
    .option('--reason <text>', `reason of the block (default: ${REQUESTED})`, reason)
    .option('--json', 'print the result as JSON, in the form of DELETE /admin/domains/{domain}', false)
    .addHelpText(
      'after',
      '\nWhile a server uses the data folder, send DELETE /admin/domains/{domain} to the server instead.' +
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
  const config = readConfig();
  if (config.storage === 'sqlite') lock(name, closers);
  const storage = await openSharedStorage(config, closers);
  await auditedHere(storage, 'domain.delete', name, () => removeFrom(storage, name, options));
}

async function removeFrom({ domains }: Storage, name: string, options: Options): Promise<void> {
  if (!options.block) {
    const there = await domains.delete(name);
    report(name, { removed: there ? 1 : 0, samples: there ? [name] : [], block: null }, options.json);
    return;
  }
  const given = options.reason ?? (await domains.blocks.get(name))?.reason ?? REQUESTED;
  const taken = await domains.blocks.takeDown({ domain: name, reason: given, at: Date.now() });
  report(name, taken, options.json);
}

function requireBlockable(name: string): void {
  const named = readBlockableDomain(name);
  if (named.kind === 'refused') throw new CommandFailed(`${name} ${named.problem}: ${named.remedy}.`);
}

function lock(name: string, closers: Closers): void {
  try {
    lockFolder(readConfig(), closers);
  } catch (error) {
    if (!(error instanceof StorageMisconfigured)) throw error;
    throw new CommandFailed(
      `${error.message}; if it is a server, send it DELETE /admin/domains/${name} instead`,
    );
  }
}

function report(
  name: string,
  { removed, samples, block }: Omit<Takedown, 'block'> & { readonly block: Takedown['block'] | null },
  json: boolean,
): void {
  if (json) {
    const data = {
      domain: name,
      removed: { count: removed, domains: samples },
      block: block === null ? null : blockItem(block),
    };
    process.stdout.write(jsonLine(data));
    return;
  }
  for (const gone of samples) process.stdout.write(`removed ${gone}\n`);
  if (removed > samples.length) {
    process.stdout.write(`removed ${counted(removed - samples.length, 'more', 'more')}\n`);
  }
  if (removed === 0) process.stdout.write(`nothing was stored for ${name}\n`);
  if (block !== null)
    process.stdout.write(`blocked ${block.domain} and its subdomains: ${block.reason ?? ''}\n`);
}
