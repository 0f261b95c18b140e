import { blockItem, domainRecord } from '@sitegrep/api/domain-record';
import { formatTimestamp, jsonLine } from '@sitegrep/contract';
import { DOMAIN_FIELD_NAMES, DOMAIN_FIELDS } from '@sitegrep/site';
import type { DomainBlock, StoredDomain } from '@sitegrep/storage';
import { Command } from 'commander';
import { DOMAIN, domain } from './arguments.ts';
import { EXIT } from '../../failure.ts';
import { fieldText } from '../../field-text.ts';
import { openExistingStorage, readConfig } from '../../instance.ts';
import { counted, formatBytes, renderTable } from '../../terminal.ts';

export function showCommand(): Command {
  return new Command('show')
    .description('Show what is stored for a domain: facts, pages and any block')
    .argument('<domain>', DOMAIN, domain)
    .option('--json', 'print it as JSON, in the form of GET /admin/domains/{domain}', false)
    .action(async (name: string, options: { readonly json: boolean }) => {
      process.exitCode = await show(name, options.json);
    });
}

async function show(name: string, json: boolean): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { domains } = await openExistingStorage(readConfig(), closers);
  const [stored, block] = await Promise.all([domains.get(name), domains.blocks.covering(name)]);
  if (stored === null) {
    const why = block === null ? '' : `; it is blocked by the block of ${block.domain}`;
    process.stderr.write(`nothing is stored for ${name}${why}\n`);
    return EXIT.negative;
  }
  process.stdout.write(json ? jsonLine(domainRecord(stored, block)) : textOf(stored, block));
  return EXIT.done;
}

function textOf(stored: StoredDomain, block: DomainBlock | null): string {
  const fields = DOMAIN_FIELD_NAMES.map((field) => [DOMAIN_FIELDS[field].label, fieldText(field, stored)]);
  if (block !== null) {
    const { domain, created_at, reason } = blockItem(block);
    fields.push(['blocked', [domain, created_at, reason ?? ''].join('  ')]);
  }
  const known = fields.filter(([, text]) => text !== '');
  const rows = stored.pages.map(({ url, source, fetchedAt, truncated }) => [
    url,
    formatBytes(Buffer.byteLength(source)),
    formatTimestamp(fetchedAt),
    truncated ? 'truncated' : '',
  ]);
  const columns = [
    { title: 'PAGE', maxWidth: 100 },
    { title: 'SOURCE', align: 'right' },
    { title: 'FETCHED' },
    { title: '' },
  ] as const;
  return (
    `${renderTable([{ title: 'FACT' }, { title: 'VALUE' }], known)}\n\n` +
    `${renderTable(columns, rows)}\n${counted(rows.length, 'page')}\n`
  );
}
