import type { Samples } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { EXIT } from '../failure.ts';
import { commandName, counted, renderTable } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly remove: boolean;
  readonly json: boolean;
}

export function samplesCommand(): Command {
  return withServerOptions(new Command('samples'))
    .option('--remove', 'remove the sample sites from the index', false)
    .option('--json', 'print what GET /admin/samples answers', false)
    .addHelpText(
      'after',
      '\nThe sites are invented and come with sitegrep: no host gets a request. Those that are in the index stay as they are.',
    )
    .action(async (options: Options) => {
      process.exitCode = await samples(options);
    });
}

async function samples({ remove, json, ...server }: Options): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { client } = await connect(server, { need: 'write' }, closers);
  const now = await (remove ? client.admin.samples.remove() : client.admin.samples.add());
  process.stdout.write(json ? jsonLine(now) : remove ? removedText(now) : addedText(now));
  return EXIT.done;
}

function removedText({ sites, indexed }: Samples): string {
  return indexed === 0
    ? `the ${counted(sites, 'sample site')} are not in the index any more\n`
    : `${counted(indexed, 'sample site')} are in the index again: another command adds them\n`;
}

function addedText({ sites, indexed, searches }: Samples): string {
  const left = sites - indexed;
  const table = renderTable(
    [{ title: 'SEARCH' }, { title: 'SHOWS' }, { title: 'DOMAINS', align: 'right' }],
    searches.map(({ q, shows, domains }) => [
      `${commandName()} search ${quoted(q)}`,
      shows,
      String(domains.length),
    ]),
  );
  return (
    `${counted(indexed, 'sample site')} are in the index` +
    (left === 0
      ? ''
      : `; ${counted(left, 'site')} of them are not: blocked ones stay out ("${commandName()} domains blocked"), ` +
        `others failed, and the server's log says why`) +
    `\n\n${table}\n\nTo remove them: ${commandName()} samples --remove\n`
  );
}

/** An argument as shells of Unix read it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
