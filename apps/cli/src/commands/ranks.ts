import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ImportedRanks } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { EXIT } from '../failure.ts';
import { openWritableStorage } from '../instance.ts';
import { readConfig } from '../read-config.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { rejectedLines } from '../reports.ts';
import { counted, formatBytes, formatCount } from '../terminal.ts';

interface Options extends ServerOptions {
  readonly replace: boolean;
  readonly json: boolean;
}

export function ranksCommand(): Command {
  return new Command('ranks').addCommand(importCommand()).addCommand(updateCommand());
}

function importCommand(): Command {
  return withServerOptions(new Command('import'))
    .description('Import a list of ranked domains: CSV as rank,domain (Tranco), or in the format of Majestic')
    .argument('<file>', '.csv or .csv.gz; - reads standard input')
    .option('--replace', 'remove imported ranks of domains that are not in this list', false)
    .option('--json', 'print the counts as JSON', false)
    .addHelpText(
      'after',
      '\nPosition 1 of the list becomes rank 1000, position 10 becomes 875, position 100 becomes 750, and so on.' +
        '\nDomains that are not crawled yet have their rank once they are.' +
        '\nIf an import is interrupted, run it again: the ranks stored so far stay, and none was removed.',
    )
    .action(async (file: string, options: Options) => {
      process.exitCode = await importFile(file, options);
    });
}

function updateCommand(): Command {
  return new Command('update')
    .description('Update the ranks that are computed from links between indexed sites')
    .addHelpText(
      'after',
      '\nIn a data folder these ranks are always up to date. On Elasticsearch the links are counted by one worker at a time, ' +
        'when no sites are left to crawl and about every hour until then, and by this command.',
    )
    .action(async () => {
      process.exitCode = await update();
    });
}

async function update(): Promise<number> {
  const config = readConfig();
  await using closers = new AsyncDisposableStack();
  const storage = await openWritableStorage(config, closers);
  const { signal } = openInterrupt(closers);
  try {
    const ranks = await storage.domains.updateRanks({ signal });
    process.stdout.write(`${counted(ranks, 'rank')} changed\n`);
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  }
}

async function importFile(file: string, options: Options): Promise<number> {
  const { replace, json } = options;
  const totalBytes = file === '-' ? 0 : (await stat(file)).size;
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(
    closers,
    () => 'stopping: the ranks stored so far stay, and none was removed.',
  );
  const { client } = await connect(options, { need: 'write' }, closers);
  const progress = openProgress('ranks', json);
  const input = file === '-' ? process.stdin : createReadStream(file);
  let readBytes = 0;
  const list = counting(input, (bytes) => {
    readBytes += bytes;
    progress.update(readBytes, totalBytes, formatBytes(readBytes));
  });
  try {
    const ranks = await client.admin.ranks.import(list, { replace }, { signal, timeout: 0 });
    progress.stop();
    report(ranks, json);
    return EXIT.done;
  } catch (error) {
    progress.stop();
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  }
}

async function* counting(
  input: Readable,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of input) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A file gives bytes.');
    onBytes(chunk.length);
    yield chunk;
  }
}

function report(ranks: ImportedRanks, json: boolean): void {
  if (json) {
    process.stdout.write(jsonLine(ranks));
    return;
  }
  const { domains, indexed, repeated, removed, rejected } = ranks;
  const removal = removed === 0 ? '' : `, ${formatCount(removed)} removed`;
  process.stdout.write(
    `${counted(domains, 'rank was', 'ranks were')} imported, ${formatCount(indexed)} for domains in the index${removal}\n`,
  );
  if (repeated > 0) {
    process.stdout.write(
      `${counted(repeated, 'line names', 'lines name')} a domain again: its best rank counts\n`,
    );
  }
  if (rejected.count > 0) process.stdout.write(`${rejectedLines(rejected)}\n`);
}
