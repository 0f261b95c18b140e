import { furtherFields } from '@sitegrep/tables/format';
import type { LookedUpDomain, MissingCrawl } from '@sitegrep/client';
import { Command } from 'commander';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import { write, writeFile } from '../written-file.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { knownColumns } from '../found-table.ts';
import { LookupCounts } from '../lookup-counts.ts';
import { listedEntries } from '../lookup-list.ts';
import { evidenceOutput, factsOutput, type LookupOutput } from '../lookup-output.ts';
import { checkTableOptions, formattedByFile, type TableOptions, withTableOptions } from '../table-options.ts';
import { counted, printable } from '../terminal.ts';

interface Options extends ServerOptions, TableOptions {
  readonly fields?: readonly string[];
  readonly evidence: boolean;
  readonly missing: boolean;
  readonly crawlMissing: boolean;
}

const HELP = `
The list has a domain or URL on each line; empty lines and those that begin with # are skipped. It may be CSV or NDJSON by its name, and compressed with gzip.
JSON, CSV and workbooks have every entry in its turn; the table has those that are stored, and what became of the others is told after it.`;

export function lookupCommand(): Command {
  const command = withServerOptions(new Command('lookup'))
    .argument('<file>', 'the list; - reads it from standard input')
    .option(
      '--fields <names>',
      'the columns of the table, of CSV or of a workbook, in this order, e.g. domain,title,email; in JSON these fields as well',
      names,
    )
    .option('--evidence', 'show the technologies of each domain, with what matched where', false)
    .option('--missing', 'print only the entries for which nothing is stored, one a line', false)
    .option('--crawl-missing', 'submit a crawl of the domains for which nothing is stored', false);
  return withTableOptions(command, 'entry')
    .addHelpText('after', HELP)
    .action(async (file: string, options: Options) => {
      process.exitCode = await lookup(file, formattedByFile(options));
    });
}

async function lookup(file: string, options: Options): Promise<number> {
  checkTogether(options);
  const fields = options.fields === undefined ? undefined : knownColumns(options.fields, 'domain', []);
  await using closers = new AsyncDisposableStack();
  const connection = await connect(options, { need: options.crawlMissing ? 'write' : 'read' }, closers);
  const counts = new LookupCounts();
  const crawls: MissingCrawl[] = [];
  const wish = {
    ...(fields === undefined ? {} : { fields: furtherFields(fields) }),
    ...(options.crawlMissing ? { onCrawl: (crawl: MissingCrawl) => void crawls.push(crawl) } : {}),
  };
  const found = counts.counting(connection.client.domains.lookup(listedEntries(file), wish, { timeout: 0 }));
  if (options.missing) await printMissing(found);
  else await print(outputOf(connection, found, options, fields), options);
  if (counts.entries === 0) {
    throw new CommandFailed(`${file === '-' ? 'standard input' : file}: no line of it names a domain.`);
  }
  report(counts, options);
  if (options.crawlMissing) reportCrawls(crawls, connection);
  return counts.stored > 0 ? EXIT.done : EXIT.negative;
}

function outputOf(
  { client }: Connection,
  found: AsyncGenerator<LookedUpDomain, void>,
  { evidence }: Options,
  fields: readonly string[] | undefined,
): LookupOutput {
  return evidence
    ? evidenceOutput(found, (domain) => client.domains.technologies(domain, { timeout: 0 }))
    : factsOutput(found, fields);
}

async function print(output: LookupOutput, { json, format, bom, out }: Options): Promise<void> {
  const { stdout } = process;
  const form = json ? 'ndjson' : format;
  if (form === undefined) {
    for await (const text of output.texts()) await write(stdout, text);
  } else if (out === undefined) {
    await output.write(form, bom, stdout);
  } else {
    const rows = await writeFile('--out', out, (file) => output.write(form, bom, file));
    stdout.write(`${counted(rows, 'row')} written to ${out}\n`);
  }
}

async function printMissing(found: AsyncGenerator<LookedUpDomain, void>): Promise<void> {
  for await (const { input, item, error } of found)
    if (item === null && error === undefined) await write(process.stdout, `${printable(input)}\n`);
}

/** Tells how many entries are stored, and which are not; beside lines for programs, on standard error. */
function report(counts: LookupCounts, { json, format, missing }: Options): void {
  const isForPrograms = json || format !== undefined || missing;
  const stream = isForPrograms ? process.stderr : process.stdout;
  stream.write(counts.lines({ withMissing: !isForPrograms }));
}

function reportCrawls(crawls: readonly MissingCrawl[], { kind }: Connection): void {
  const begun = crawls.filter((crawl) => crawl !== null);
  for (const { id, sites } of begun) {
    // A server has a worker; this command alone has none.
    const how = kind === 'own' ? 'is submitted; "sitegrep crawl --resume" crawls them' : 'is submitted';
    process.stderr.write(`crawl ${id} of ${counted(sites, 'site')} ${how}\n`);
  }
  if (begun.length === 0) process.stderr.write('nothing is missing that could be crawled\n');
}

/** @throws CommandFailed if options exclude each other */
function checkTogether(options: Options): void {
  const { format, json, missing, evidence, fields } = options;
  checkTableOptions(options);
  const shapes = [
    ['--json', json],
    ['--format', format !== undefined],
    ['--missing', missing],
  ] as const;
  const contents = [
    ['--fields', fields !== undefined],
    ['--evidence', evidence],
    ['--missing', missing],
  ] as const;
  for (const group of [shapes, contents]) {
    const [one, other] = group.filter(([, isGiven]) => isGiven).map(([name]) => name);
    if (one !== undefined && other !== undefined)
      throw new CommandFailed(`${one} and ${other} exclude each other: give one of them.`);
  }
}

function names(text: string): readonly string[] {
  return [...new Set(text.split(',').map((name) => name.trim()))];
}
