import { blockItem } from '@sitegrep/api/domain-record';
import { readBlockableDomain } from '@sitegrep/site';
import { StorageMisconfigured, type Storage, type Takedown } from '@sitegrep/storage';
import { Command } from 'commander';
import { auditedHere } from '../../audited.ts';
import { CommandFailed } from '../../failure.ts';
import { lockFolder, openSharedStorage, readConfig, type Closers } from '../../instance.ts';
import { counted } from '../../terminal.ts';
import { DOMAIN, domain, reason } from './arguments.ts';

interface Options {
  readonly block: boolean;
  readonly reason?: string;
  readonly json: boolean;
}

/** The reason of a takedown that gives none. */
const REQUESTED = 'takedown requested';

export function removeCommand(): Command {
  return new Command('remove')
    .description('Take a domain down: remove what is stored of it and of its subdomains, and block it')
    .argument('<domain>', DOMAIN, domain)
    .option('--no-block', 'remove the domain only: the next crawl or import stores it again')
    .option('--reason <text>', `of the block (default: ${REQUESTED})`, reason)
    .option('--json', 'as JSON, as DELETE /admin/domains/{domain} gives it', false)
    .addHelpText(
      'after',
      '\nOn a data folder that a server uses, ask the server: DELETE /admin/domains/{domain}.' +
        '\nA removal that broke off is run again. WARC files that a crawl kept stay as they are.',
    )
    .action(remove);
}

async function remove(name: string, options: Options): Promise<void> {
  if (options.block) requireBlockable(name);
  else if (options.reason !== undefined) {
    throw new CommandFailed('--reason is that of a block: leave out --no-block or --reason.');
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
      `${error.message}; a server that runs on it does it, too: DELETE /admin/domains/${name}`,
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
    process.stdout.write(`${JSON.stringify(data)}\n`);
    return;
  }
  for (const gone of samples) process.stdout.write(`removed ${gone}\n`);
  if (removed > samples.length) {
    process.stdout.write(`removed ${counted(removed - samples.length, 'more', 'more')}\n`);
  }
  if (removed === 0) process.stdout.write(`nothing was stored of ${name}\n`);
  if (block !== null)
    process.stdout.write(`blocked ${block.domain} and all under it: ${block.reason ?? ''}\n`);
}
