import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { Command } from 'commander';
import { importRanks, readRankedDomains, splitLines, unpacked, type RankImport } from '@sitegrep/intake';
import { auditedHere } from '../audited.ts';
import { CommandFailed, EXIT } from '../failure.ts';
import { openWritableStorage, readConfig } from '../instance.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { rejectedLines } from '../rejected-lines.ts';
import { counted, formatCount } from '../terminal.ts';

interface Options {
  readonly replace: boolean;
  readonly json: boolean;
}

export function ranksCommand(): Command {
  return new Command('ranks')
    .description('Set the ranks that results are ordered by')
    .addCommand(importCommand())
    .addCommand(updateCommand());
}

function importCommand(): Command {
  return new Command('import')
    .description(
      'Import a list of domains, the most linked first: CSV rank,domain as of Tranco, or of Majestic',
    )
    .argument('<file>', '.csv or .csv.gz; - reads standard input')
    .option('--replace', 'domains that the list does not name lose the rank they have', false)
    .option('--json', 'the counts as one JSON object', false)
    .addHelpText(
      'after',
      '\nRank 1 of the list becomes 1000, each tenfold 125 less. Domains need not be crawled yet.' +
        '\nAn import that broke off is run again: what is stored stays, and nothing was removed.',
    )
    .action(async (file: string, options: Options) => {
      process.exitCode = await importFile(file, options);
    });
}

function updateCommand(): Command {
  return new Command('update')
    .description('Bring the ranks up to date that follow from the links of what is indexed')
    .addHelpText(
      'after',
      '\nA data folder always has them so. On Elasticsearch a rank costs as much as a crawled site, so that of a domain' +
        '\nis counted when it is crawled, when no sites are left to be crawled, and by this command.',
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
    process.stdout.write(`${counted(ranks, 'rank has', 'ranks have')} changed\n`);
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  }
}

async function importFile(file: string, { replace, json }: Options): Promise<number> {
  const config = readConfig();
  const totalBytes = file === '-' ? 0 : (await stat(file)).size;
  await using closers = new AsyncDisposableStack();
  const storage = await openWritableStorage(config, closers);
  const { signal } = openInterrupt(closers);
  const input = addAbortSignal(signal, file === '-' ? process.stdin : createReadStream(file));
  const progress = openProgress('ranks', json);
  let [readBytes, stored] = [0, 0];
  const lines = splitLines(
    unpacked(
      counting(input, (bytes) => {
        readBytes += bytes;
      }),
    ),
  );
  let ranks: RankImport;
  try {
    ranks = await auditedHere(storage, 'rank.import', null, () =>
      importRanks(storage.domains, readRankedDomains(lines), {
        replace,
        signal,
        onStored: (count) => {
          stored = count;
          progress.update(readBytes, totalBytes, `${formatCount(stored)} ranks`);
        },
      }),
    );
  } catch (error) {
    process.stderr.write(`broke off: ${counted(stored, 'rank is', 'ranks are')} stored, and stay\n`);
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    progress.stop();
  }
  report(ranks, json);
  if (ranks.domains === 0) throw new CommandFailed('the list gives no domain a rank; nothing was changed.');
  return EXIT.done;
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

function report(ranks: RankImport, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(ranks)}\n`);
    return;
  }
  const { domains, repeated, removed, rejected } = ranks;
  const removal = removed === 0 ? '' : `, ${formatCount(removed)} lost theirs`;
  process.stdout.write(`${counted(domains, 'domain has its rank', 'domains have their ranks')}${removal}\n`);
  if (repeated > 0) {
    process.stdout.write(
      `${counted(repeated, 'line names', 'lines name')} a domain again: its best place counts\n`,
    );
  }
  if (rejected.count > 0) process.stdout.write(`${rejectedLines(rejected, 'rank')}\n`);
}
