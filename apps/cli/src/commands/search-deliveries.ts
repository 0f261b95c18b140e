// Commands about what a saved search has sent: its deliveries, one of them again, and a test.
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { EXIT } from '../failure.ts';
import { knownSearch, SEARCH_NAME } from '../known.ts';
import { printable, renderTable } from '../terminal.ts';

interface JsonOptions extends ServerOptions {
  readonly json: boolean;
}

/** Deliveries that are shown, the newest. */
const SHOWN = 50;

export function deliveriesCommand(): Command {
  return withServerOptions(new Command('deliveries'))
    .description(`Show the last ${SHOWN} messages of a saved search, and what was answered`)
    .argument('<name>', SEARCH_NAME)
    .option('--json', 'print each delivery as one line of JSON', false)
    .action(async (name: string, options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'read' }, closers);
      const { items } = await knownSearch(name, client.searches.deliveries(name, { limit: SHOWN }));
      if (options.json) for (const delivery of items) process.stdout.write(jsonLine(delivery));
      else if (items.length === 0) process.stdout.write('nothing was sent so far\n');
      else {
        const rows = items.map(({ id, by, state, attempts, answers: [last] }) => [
          id,
          by,
          state,
          String(attempts),
          last === undefined ? '' : answerText(last),
        ]);
        const columns = ['ID', 'BY', 'STATE', 'ATTEMPTS', 'ANSWER'].map((title) => ({ title }));
        process.stdout.write(`${renderTable(columns, rows)}\n`);
      }
    });
}

export function replayCommand(): Command {
  return withServerOptions(new Command('replay'))
    .description('Send a message again that was given up')
    .argument('<name>', SEARCH_NAME)
    .argument('<delivery>', 'id of the delivery, as "sitegrep searches deliveries" shows it')
    .action(async (name: string, delivery: string, options: ServerOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const { id } = await client.searches.replay(name, delivery);
      process.stdout.write(`${id} waits to be sent\n`);
    });
}

export function testCommand(): Command {
  return withServerOptions(new Command('test'))
    .description('Send a test message to whoever a saved search tells')
    .argument('<name>', SEARCH_NAME)
    .option('--json', 'print the answers as JSON, in the form of POST /searches/{id}/test', false)
    .action(async (name: string, options: JsonOptions) => {
      await using closers = new AsyncDisposableStack();
      const { client } = await connect(options, { need: 'write' }, closers);
      const tested = await knownSearch(name, client.searches.test(name));
      if (options.json) process.stdout.write(jsonLine(tested));
      else
        for (const { by, accepted, ...answer } of tested.answers)
          process.stdout.write(`${by}: ${accepted ? 'accepted' : 'refused'} (${answerText(answer)})\n`);
      if (!tested.answers.every(({ accepted }) => accepted)) process.exitCode = EXIT.failed;
    });
}

function answerText({ status, text }: { readonly status: number | null; readonly text: string }): string {
  const [line = ''] = text.split('\n');
  return printable([status, line].filter((part) => part !== null && part !== '').join(' '));
}
