import { type PageVersion, SitegrepError } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { canonicalDomain } from '@sitegrep/site';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../../connection.ts';
import { EXIT } from '../../failure.ts';
import { counted, formatBytes, printableLines, renderTable } from '../../terminal.ts';
import { wrapped } from '../../wrapped.ts';
import { address } from '../source.ts';
import { DOMAIN, domain } from './arguments.ts';

interface Options extends ServerOptions {
  readonly domain?: string;
  readonly json: boolean;
}

const URL_OF = 'URL of the page, as "sitegrep domains show" lists it';

export function versionsCommand(): Command {
  return withServerOptions(new Command('versions'))
    .description('List the versions of a page that are kept, the newest first')
    .argument('<url>', URL_OF, address)
    .option('--domain <domain>', `${DOMAIN} (default: that of the URL)`, domain)
    .option('--json', 'print each version as one line of JSON, instead of a table', false)
    .addHelpText('after', '\nSITEGREP_KEEP_VERSIONS says how many are kept (docs/configuration.md).')
    .action(async (url: string, { domain: named, json, ...server }: Options) => {
      process.exitCode = await answered(server, async (client) => {
        const of = named ?? canonicalDomain(url) ?? '';
        const versions = await Array.fromAsync(client.domains.allVersions(of, url));
        const { left_out: missing } = await client.domains.versions(of, { url, limit: 1 });
        if (json) for (const version of versions) process.stdout.write(jsonLine(version));
        else
          process.stdout.write(`${tableOf(versions)}\n\n${counted(versions.length, 'version')} of ${url}\n`);
        if (missing !== null) process.stderr.write(`${wrapped(missing, process.stderr)}\n`);
      });
    });
}

export function diffCommand(): Command {
  return withServerOptions(new Command('diff'))
    .description('Compare two versions of a page')
    .argument('<url>', URL_OF, address)
    .argument('[from]', 'first version: its id, or a time (default: the one before the newest)')
    .argument('[to]', 'second version: its id, or a time (default: the newest)')
    .option('--domain <domain>', `${DOMAIN} (default: that of the URL)`, domain)
    .option('--json', 'print hunks by tokens as JSON, instead of a text in unified format', false)
    .addHelpText(
      'after',
      '\n"sitegrep domains versions" lists ids. A time is 2026-10-03, "2026-10-03 12:00:00 +00:00", 2026-10 or 30d (so many days ago): the ' +
        'version that stood then (at the end of that day), or else the last one seen before. Values that change on every visit do not ' +
        'count as a difference; the first line says how many are left out.',
    )
    .action(async (url: string, from: string | undefined, to: string | undefined, options: Options) => {
      const { domain: named, json, ...server } = options;
      process.exitCode = await answered(server, async (client) => {
        const of = named ?? canonicalDomain(url) ?? '';
        const format = json ? 'hunks' : 'unified';
        const versions = {
          from: from ?? (await versionBefore(client, of, url)),
          ...(to === undefined ? {} : { to }),
        };
        const found = await client.domains.diff(of, { url, ...versions, format });
        if (json) process.stdout.write(jsonLine(found));
        else {
          const text = found.unified ?? '';
          process.stdout.write(process.stdout.isTTY ? printableLines(text) : text);
          if (text === '') process.stderr.write('The two are the same.\n');
        }
      });
    });
}

/** Id of the version before the newest; of the newest if it is the only one. */
async function versionBefore(client: Client, domainOf: string, url: string): Promise<string> {
  const { items } = await client.domains.versions(domainOf, { url, limit: 2 });
  return items.at(-1)?.id ?? '';
}

type Client = Awaited<ReturnType<typeof connect>>['client'];

/** Does work with a server, and reports what was not found. @returns the exit code */
async function answered(server: ServerOptions, work: (client: Client) => Promise<void>): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'read' }, closers);
  try {
    await work(client);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof SitegrepError) || error.code !== 'not_found') throw error;
    process.stderr.write(`${wrapped(error.details, process.stderr)}\n`);
    return EXIT.negative;
  }
}

function tableOf(versions: readonly PageVersion[]): string {
  const columns = [
    { title: 'ID' },
    { title: 'FIRST SEEN' },
    { title: 'LAST SEEN' },
    { title: 'SIZE' },
    { title: 'TITLE', maxWidth: 50 },
  ];
  const rows = versions.map(({ id, first_seen: first, last_seen: last, bytes, title }) => [
    id,
    first.slice(0, 16),
    last === null ? 'stands' : last.slice(0, 16),
    formatBytes(bytes),
    title ?? '',
  ]);
  return renderTable(columns, rows);
}
