// Commands about crawls that are repeated: list, show, put and delete their schedules.
import { readFile } from 'node:fs/promises';
import type { ListedScheduleItem, PutScheduleRequest } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed } from '../failure.ts';
import { ofKnown } from '../known.ts';
import { renderTable } from '../terminal.ts';

interface JsonOptions extends ServerOptions {
  readonly json: boolean;
}

const ID = 'id of the schedule';
const NONE = 'no schedule so far; "sitegrep schedules put" makes one';

export function schedulesCommand(): Command {
  return new Command('schedules')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(putCommand())
    .addCommand(deleteCommand());
}

function listCommand(): Command {
  return withServerOptions(new Command('list'))
    .description('List all schedules')
    .option('--json', 'print each schedule as one line of JSON, in the form of GET /admin/schedules', false)
    .action(async (options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      const schedules = await Array.fromAsync(client.admin.schedules.all());
      if (options.json) for (const schedule of schedules) process.stdout.write(jsonLine(schedule));
      else process.stdout.write(`${schedules.length === 0 ? NONE : tableOf(schedules)}\n`);
    });
}

function known<T>(id: string, answer: Promise<T>): Promise<T> {
  return ofKnown('schedule', id, 'schedules list', answer);
}

function tableOf(schedules: readonly ListedScheduleItem[]): string {
  return renderTable(
    [{ title: 'ID' }, { title: 'WHEN' }, { title: 'ENABLED' }, { title: 'NEXT RUN' }, { title: 'LAST RUN' }],
    schedules.map((schedule) => [
      schedule.id,
      schedule.pattern === null
        ? `every ${schedule.every_seconds ?? ''} s`
        : `${schedule.pattern} (${schedule.time_zone ?? 'UTC'})`,
      schedule.enabled ? 'yes' : 'no',
      schedule.next_run_at ?? '',
      schedule.last_run_at ?? '',
    ]),
  );
}

function showCommand(): Command {
  return withServerOptions(new Command('show'))
    .description('Print a schedule as JSON, in the form of GET /admin/schedules/{id}')
    .argument('<id>', ID)
    .action(async (id: string, options: ServerOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      process.stdout.write(`${JSON.stringify(await known(id, client.admin.schedules.get(id)), null, 2)}\n`);
    });
}

function putCommand(): Command {
  return withServerOptions(new Command('put'))
    .description('Create or replace a schedule from a JSON file, in the form of PUT /admin/schedules/{id}')
    .argument('<id>', `${ID}, which you choose`)
    .argument('<file>', 'JSON file, such as {"pattern": "0 3 * * *", "source": {"domains": ["example.com"]}}')
    .addHelpText('after', '\nSchedules run while "sitegrep up", or a worker of a cluster, runs.')
    .action(async (id: string, file: string, options: ServerOptions) => {
      const request = await jsonIn(file);
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const schedule = await client.admin.schedules.put(id, request as PutScheduleRequest);
      process.stdout.write(`schedule ${schedule.id}; next run ${schedule.next_run_at ?? 'never'}\n`);
    });
}

async function jsonIn(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CommandFailed(`${file} is not JSON: ${error.message}.`);
  }
}

function deleteCommand(): Command {
  return withServerOptions(new Command('delete'))
    .description('Remove a schedule; a crawl that it has begun goes on')
    .argument('<id>', ID)
    .action(async (id: string, options: ServerOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const schedule = await known(id, client.admin.schedules.delete(id));
      process.stdout.write(`removed ${schedule.id}\n`);
    });
}
