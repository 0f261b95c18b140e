// Commands about lists of domains, which queries name: list, show, put, change and delete them.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { WrittenDomainList } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { EXIT } from '../failure.ts';
import { openInterrupt } from '../interrupt.ts';
import { ofKnown } from '../known.ts';
import { counted, formatCount, printable, renderTable } from '../terminal.ts';

interface JsonOptions extends ServerOptions {
  readonly json: boolean;
}

interface ShowOptions extends ServerOptions {
  readonly domains: boolean;
}

const NAME = 'name of the list, as list: in a query has it';
const NONE = 'no list so far; "sitegrep lists put" makes one';

/** Domains that are read at a time. */
const DOMAINS_AT_A_TIME = 1_000;

export function listsCommand(): Command {
  return new Command('lists')
    .addCommand(listCommand(), { isDefault: true })
    .addCommand(showCommand())
    .addCommand(putCommand())
    .addCommand(changeCommand('add', 'Add domains to a list'))
    .addCommand(changeCommand('remove', 'Remove domains from a list; what is stored of them stays'))
    .addCommand(deleteCommand());
}

function listCommand(): Command {
  return withServerOptions(new Command('list'))
    .description('List all lists')
    .option('--json', 'print each list as one line of JSON, in the form of GET /lists', false)
    .action(async (options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      const lists = await Array.fromAsync(client.lists.all());
      if (options.json) for (const list of lists) process.stdout.write(jsonLine(list));
      else if (lists.length === 0) process.stdout.write(`${NONE}\n`);
      else {
        const rows = lists.map(({ id, domains, changed_at }) => [id, formatCount(domains), changed_at]);
        const columns = [{ title: 'NAME' }, { title: 'DOMAINS' }, { title: 'CHANGED' }];
        process.stdout.write(`${renderTable(columns, rows)}\n`);
      }
    });
}

function known<T>(name: string, answer: Promise<T>): Promise<T> {
  return ofKnown('list', name, 'lists', answer);
}

function showCommand(): Command {
  return withServerOptions(new Command('show'))
    .description('Print a list as JSON, in the form of GET /lists/{id}, or its domains')
    .argument('<name>', NAME)
    .option('--domains', 'print the domains, one a line', false)
    .action(async (name: string, { domains, ...options }: ShowOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      const list = await known(name, client.lists.get(name));
      if (!domains) process.stdout.write(`${JSON.stringify(list, null, 2)}\n`);
      else
        for await (const domain of client.lists.allDomains(name, { pageSize: DOMAINS_AT_A_TIME }))
          process.stdout.write(`${domain}\n`);
    });
}

function putCommand(): Command {
  return withServerOptions(new Command('put'))
    .description(
      'Make a list of the domains that a file names, or replace all domains of the one of this name',
    )
    .argument('<name>', `${NAME}, which you choose: a to z, 0 to 9, - and _`)
    .argument('<file>', 'text file with a domain or URL on each line, also with .gz; - reads standard input')
    .option('--json', 'print the answer as JSON, in the form of PUT /lists/{id}', false)
    .action(async (name: string, file: string, options: JsonOptions) => {
      process.exitCode = await put(name, file, options);
    });
}

async function put(name: string, file: string, options: JsonOptions): Promise<number> {
  // A file that is not there is told before anything is connected.
  if (file !== '-') await stat(file);
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(closers, () => 'stopping: the list stays as it was.');
  const { client } = await connect(options, { need: 'write' }, closers);
  const lines = file === '-' ? process.stdin : createReadStream(file);
  try {
    report(await client.lists.put(name, { lines }, { signal, timeout: 0 }), options.json);
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  }
}

function changeCommand(act: 'add' | 'remove', description: string): Command {
  return withServerOptions(new Command(act))
    .description(description)
    .argument('<name>', NAME)
    .argument('<domain...>', 'domains or URLs')
    .option('--json', 'print the answer as JSON, in the form of PATCH /lists/{id}', false)
    .action(async (name: string, domains: string[], options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const changed = await known(name, client.lists.change(name, { [act]: domains }));
      report(changed, options.json);
    });
}

function deleteCommand(): Command {
  return withServerOptions(new Command('delete'))
    .description('Remove a list; what is stored of its domains stays')
    .argument('<name>', NAME)
    .action(async (name: string, options: ServerOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const list = await known(name, client.lists.delete(name));
      process.stdout.write(`removed ${list.id}\n`);
    });
}

function report(list: WrittenDomainList, json: boolean): void {
  if (json) {
    process.stdout.write(jsonLine(list));
    return;
  }
  const { id, domains, rejected } = list;
  process.stdout.write(
    `${counted(domains, 'domain')} in ${id}; "sitegrep search list:${id}" finds those that are stored\n`,
  );
  if (rejected.count === 0) return;
  const title = `${counted(rejected.count, 'entry names', 'entries name')} no domain`;
  const shown = rejected.samples.map(({ input, reason }) => `  ${printable(input)} (${reason})`);
  const left = rejected.count - rejected.samples.length;
  const more = left > 0 ? [`  … and ${formatCount(left)} more`] : [];
  process.stdout.write(`${[`${title}:`, ...shown, ...more].join('\n')}\n`);
}
