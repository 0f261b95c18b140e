import { domainRecord } from '@sitegrep/api/domain-record';
import { Command } from 'commander';
import { EXIT } from '../../failure.ts';
import { openExistingStorage, readConfig } from '../../instance.ts';
import { renderTable } from '../../table.ts';
import { counted, formatBytes } from '../../terminal.ts';
import { DOMAIN, domain } from './arguments.ts';

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
  const record = domainRecord(stored, block);
  process.stdout.write(json ? `${JSON.stringify(record)}\n` : textOf(record));
  return EXIT.done;
}

function textOf(record: ReturnType<typeof domainRecord>): string {
  const { technologies, block, pages } = record;
  const names = Object.values(technologies).flatMap((group) => Object.values(group).flat());
  const facts: readonly (readonly [string, string | null])[] = [
    ['domain', record.domain],
    ['title', record.title],
    ['description', record.description],
    ['rank', String(record.domain_rank)],
    ['last visited', record.last_visited],
    ['country', record.country_iso_code],
    ['language', record.language_code],
    ['language of text', record.content_language_code],
    ['emails', record.emails.join(', ')],
    ['phone numbers', record.phone_numbers.join(', ')],
    ['profiles', record.social_graph_urls.join(', ')],
    ['technologies', [...new Set(names)].toSorted().join(', ')],
    ['blocked', block === null ? null : [block.domain, block.created_at, block.reason ?? ''].join('  ')],
  ];
  const known = facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
  const rows = pages.map(({ url, bytes, fetched_at, truncated }) => [
    url,
    formatBytes(bytes),
    fetched_at,
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
    `${renderTable(columns, rows)}\n${counted(pages.length, 'page', 'pages')}\n`
  );
}
