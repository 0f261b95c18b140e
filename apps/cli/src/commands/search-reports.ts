// The command about reports of a saved search: makes one now, and saves its file.
import { setTimeout as delay } from 'node:timers/promises';
import type { SearchReportItem, SitegrepClient } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { write, writeFile } from '../written-file.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { openInterrupt } from '../interrupt.ts';
import { knownSearch, SEARCH_NAME } from '../known.ts';
import { counted, formatCount } from '../terminal.ts';

interface ReportOptions extends ServerOptions {
  readonly output?: string;
  readonly json: boolean;
}

/** Time between two looks whether it is made, in milliseconds. */
const LOOK_EVERY_MS = 500;

export function reportCommand(): Command {
  return withServerOptions(new Command('report'))
    .description('Make a report of a saved search now, which is sent as those by schedule are')
    .argument('<name>', SEARCH_NAME)
    .option('-o, --output <file>', 'save the report as this file')
    .option(
      '--json',
      'print the report as one line of JSON, in the form of GET /searches/{id}/reports',
      false,
    )
    .addHelpText('after', '\nReports are made while "sitegrep up", or a worker of a cluster, runs.')
    .action(async (name: string, options: ReportOptions) => {
      process.exitCode = await report(name, options);
    });
}

async function report(name: string, { output, json, ...server }: ReportOptions): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(closers, () => 'the report will be made all the same.');
  const { client, kind } = await connect(server, { need: 'write' }, closers);
  if (kind === 'own' && output !== undefined)
    throw new CommandFailed(
      'no server runs here that could make the report; start "sitegrep up", or leave --output out.',
    );
  const wanted = await knownSearch(name, client.searches.makeReport(name));
  if (kind === 'own') {
    process.stdout.write(
      json ? jsonLine(wanted) : `report ${wanted.number} of ${name} waits: "sitegrep up" makes it\n`,
    );
    return EXIT.done;
  }
  const made = await ended(client, name, wanted.number, signal);
  if (made === null) return EXIT.interrupted;
  if (made.failure !== null) throw new CommandFailed(`the report could not be made: ${made.failure}.`);
  if (output !== undefined) {
    const bytes = await client.searches.reportFile(name, made);
    await writeFile('--output', output, (file) => write(file, bytes));
  }
  process.stdout.write(json ? jsonLine(made) : `${sentence(name, made)}\n`);
  return EXIT.done;
}

/** The report once it was made or has failed; null: the command was interrupted. */
async function ended(
  client: SitegrepClient,
  name: string,
  number: number,
  signal: AbortSignal,
): Promise<SearchReportItem | null> {
  while (!signal.aborted) {
    const { items } = await client.searches.reports(name, { limit: 10 });
    const found = items.find((one) => one.number === number);
    if (found === undefined)
      throw new CommandFailed(
        `report ${number} of ${name} is gone: the search was changed, or its key ended.`,
      );
    if (found.state !== 'waiting') return found;
    await delay(LOOK_EVERY_MS, null, { signal }).catch(() => null);
  }
  return null;
}

function sentence(
  name: string,
  { number, domains, new: appeared, gone, rows, cut }: SearchReportItem,
): string {
  const news = appeared === null ? '' : `, ${formatCount(appeared)} new, ${formatCount(gone ?? 0)} gone`;
  const limit = cut === true ? `; the file has the first ${counted(rows ?? 0, 'row')}` : '';
  return `report ${number} of ${name}: ${counted(domains ?? 0, 'domain')}${news}${limit}`;
}
