import { type DomainRecord, SitegrepError } from '@sitegrep/client';
import { fieldText } from '@sitegrep/contract/field-text';
import { jsonLine } from '@sitegrep/contract/json';
import { DOMAIN_FIELD_NAMES, DOMAIN_FIELDS } from '@sitegrep/site';
import { Command } from 'commander';
import { DOMAIN, domain } from './arguments.ts';
import { connect, type ServerOptions, withServerOptions } from '../../connection.ts';
import { domainTechnologiesText } from '../../domain-technologies.ts';
import { EXIT } from '../../failure.ts';
import { shownValue } from '../../shown-names.ts';
import { counted, formatBytes, renderTable } from '../../terminal.ts';
import { wrapped } from '../../wrapped.ts';

interface Options extends ServerOptions {
  readonly evidence: boolean;
  readonly json: boolean;
}

export function showCommand(): Command {
  return withServerOptions(new Command('show'))
    .description('Show what is stored for a domain: facts, pages and any block')
    .argument('<domain>', DOMAIN, domain)
    .option('--evidence', 'show its technologies instead, with what matched where', false)
    .option(
      '--json',
      'print it as JSON, in the form of GET /admin/domains/{domain}, or with --evidence of GET /domains/{domain}/technologies',
      false,
    )
    .action(async (name: string, options: Options) => {
      process.exitCode = await show(name, options);
    });
}

async function show(name: string, options: Options): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(options, { need: 'read' }, closers);
  try {
    if (options.evidence) {
      const technologies = await client.domains.technologies(name, { timeout: 0 });
      process.stdout.write(options.json ? jsonLine(technologies) : domainTechnologiesText(technologies));
      return EXIT.done;
    }
    const record = await client.admin.domains.get(name);
    process.stdout.write(options.json ? jsonLine(record) : textOf(record));
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
    process.stderr.write(`${wrapped(error.details, process.stderr)}\n`);
    return EXIT.negative;
  }
}

function textOf(record: DomainRecord): string {
  const fields = DOMAIN_FIELD_NAMES.map((field) => [
    DOMAIN_FIELDS[field].label,
    shownValue(field, fieldText(field, record[field])),
  ]);
  if (record.block !== null) {
    const { domain, created_at, reason } = record.block;
    fields.push(['blocked', [domain, created_at, reason ?? ''].join('  ')]);
  }
  const known = fields.filter(([, text]) => text !== '');
  const rows = record.pages.map(({ url, bytes, fetched_at, truncated }) => [
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
    `${renderTable([{ title: 'FACT' }, { title: 'VALUE', wraps: true }], known)}\n\n` +
    `${renderTable(columns, rows)}\n${counted(rows.length, 'page')}\n`
  );
}
