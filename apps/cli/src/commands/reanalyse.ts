import { setTimeout as delay } from 'node:timers/promises';
import type { LastReanalysis, Reanalysis, SitegrepClient } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { connect, type Connection, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { commandName, counted } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly stop: boolean;
  readonly json: boolean;
}

/** Interval at which the run is looked at, in milliseconds. */
const LOOK_EVERY_MS = 500;

export function reanalyseCommand(): Command {
  return withServerOptions(new Command('reanalyse'))
    .argument('[query]', 'query of the domains that are meant (default: all)')
    .option('--stop', 'stop the run that goes on; takes no query', false)
    .option('--json', 'print the run at its end as JSON, in the form of GET /admin/reanalyse', false)
    .addHelpText(
      'after',
      '\nBeside a running server, the server does the work, and the command watches.' +
        '\nAn interrupted run goes on with the next "sitegrep reanalyse" or "sitegrep up" on the same data folder.',
    )
    .action(async (query: string | undefined, options: Options) => {
      process.exitCode = await reanalyse(query, options);
    });
}

async function reanalyse(query: string | undefined, options: Options): Promise<number> {
  if (options.stop && query !== undefined)
    throw new CommandFailed('--stop takes no query: it stops the run that goes on.');
  await using closers = new AsyncDisposableStack();
  let connection: Connection | null = null;
  const interrupt = openInterrupt(closers, () => stopping(connection));
  connection = await connect(options, { need: options.stop ? 'write' : 'work' }, closers);
  const { client } = connection;
  if (options.stop) return shown(await client.admin.stopReanalysis(), options);
  const last = await client.admin.reanalysis();
  if (last.outdated_domains.count === 0 && last.run?.state !== 'running') {
    if (options.json) process.stdout.write(jsonLine(last));
    else process.stdout.write('every stored page has the facts that an analysis would give now\n');
    return EXIT.done;
  }
  const begun = await client.admin.reanalyse(query);
  const broken = connection.kind === 'own' ? [connection.server.broken] : [];
  const run = await watched(client, begun, options, AbortSignal.any([interrupt.signal, ...broken]));
  if (connection.kind === 'own') {
    connection.server.broken.throwIfAborted();
    if (interrupt.signal.aborted) await connection.server.stopWork();
  }
  if (interrupt.signal.aborted) return EXIT.interrupted;
  return shown(run, options);
}

/** Watches a run until it has ended, or the signal fires. */
async function watched(
  client: SitegrepClient,
  begun: Reanalysis,
  { json }: Options,
  signal: AbortSignal,
): Promise<Reanalysis> {
  const progress = openProgress('analysing', json);
  let run: Reanalysis = begun;
  try {
    while (run.state === 'running' && !signal.aborted) {
      const { domains, pages } = run;
      if (domains.total !== null)
        progress.update(domains.done, domains.total, counted(pages.analysed, 'page'));
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      const last: LastReanalysis = await client.admin.reanalysis();
      if (last.run === null || last.run.id !== begun.id)
        throw new CommandFailed(
          'another run has begun meanwhile: this one has ended, and its counts are gone.',
        );
      run = last.run;
    }
  } finally {
    progress.stop();
  }
  return run;
}

function shown(run: Reanalysis, { json }: Options): number {
  if (json) process.stdout.write(jsonLine(run));
  else {
    const { domains, pages } = run;
    const failed =
      pages.failed === 0 ? '' : `; ${counted(pages.failed, 'page')} could not be, and stay as they were`;
    const end =
      run.state === 'finished' ? '' : ` (${run.state}${run.reason === null ? '' : `: ${run.reason}`})`;
    process.stdout.write(
      `${counted(pages.analysed, 'page')} of ${counted(domains.done, 'domain')} analysed again${failed}${end}\n`,
    );
  }
  return run.state === 'finished' ? EXIT.done : run.state === 'failed' ? EXIT.failed : EXIT.negative;
}

/** Message of an interrupted command. */
function stopping(connection: Connection | null): string {
  if (connection === null) return 'stopping; nothing was begun.';
  return connection.kind === 'own'
    ? `stopping; the run goes on with the next "${commandName()} reanalyse" or "${commandName()} up".`
    : `the run goes on in ${connection.name}; "${commandName()} reanalyse --stop" stops it.`;
}
