import { jsonLine } from '@sitegrep/contract/json';
import type { RemoteWait } from '@sitegrep/remote';
import { Command } from 'commander';
import { findFiles, nameOf } from '../captured-files.ts';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed, EXIT, reportFailure } from '../failure.ts';
import { RETRIES, sendFiles } from '../import-files.ts';
import { ImportTally, unreadLine } from '../import-report.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress, writeAbove } from '../progress.ts';
import type { Closers } from '../read-config.ts';
import { counted, formatSeconds, printable } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';

interface Options extends ServerOptions {
  readonly json: boolean;
}

const HELP = `
The content of a file says what it is, not its name. It may be a WARC (1.0, 1.1 and drafts) or an ARC, a HAR, or pages in JSON, an object on each line or in a list, plain or compressed with gzip or zstd, or a ZIP: a WACZ, as Webrecorder and Browsertrix write it, or a HAR with its contents, as Playwright does.
A file at a URL is read as it comes, and nothing of it is kept beside its pages; where the connection breaks, or the server is busy, it goes on at the byte. With s3://bucket/key, requests are signed if AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are set.
A file that can't be read is named, and the others are imported. Damaged records are skipped, and the first are listed with their offset, their URI and the reason; --json tells the outcome of each page and each damaged record.
After a lost connection, or while the server is busy or starts again, the import goes on from the first page without an outcome. If it is interrupted, run it again: pages that are stored already are left as they are.`;

export function importCommand(): Command {
  return withServerOptions(new Command('import'))
    .argument(
      '<file...>',
      'WARC, ARC, WACZ or HAR files, or pages as lines of JSON, also as URLs of http, https or s3; - reads standard input',
    )
    .option(
      '--json',
      'print the outcome of each page as a line of JSON, in the form of POST /admin/pages with the file',
      false,
    )
    .addHelpText('after', HELP)
    .action(async (files: string[], options: Options) => {
      process.exitCode = await importFiles(files, options);
    });
}

async function importFiles(names: readonly string[], { json, ...server }: Options): Promise<number> {
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(closers, () => 'stopping: what is stored stays.');
  const tally = new ImportTally();
  const faults: string[] = [];
  try {
    return await importFound(names, { json, server, signal, tally, faults }, closers);
  } catch (error) {
    if (!signal.aborted) throw error;
    reportFaults(faults);
    process.stderr.write(
      `${wrapped(`${tally.soFar()}; run the same import again to go on with the rest`, process.stderr)}\n`,
    );
    return EXIT.interrupted;
  }
}

interface Import {
  readonly json: boolean;
  readonly server: ServerOptions;
  readonly signal: AbortSignal;
  readonly tally: ImportTally;
  readonly faults: string[];
}

/** @throws what the signal was aborted with */
async function importFound(
  names: readonly string[],
  { json, server, signal, tally, faults }: Import,
  closers: Closers,
): Promise<number> {
  const startedAt = performance.now();
  const found = await findFiles(names, { signal, onWait: reportWait }, closers);
  faults.push(...found.faults);
  if (found.files.length === 0) return reportFaults(faults);
  const { client, kind } = await connect(server, { need: 'write' }, closers);
  const progress = openProgress('importing', json);
  let [bytesSent, pages] = [0, 0];
  const show = (): void => {
    const note = noteOf(pages, bytesSent, found.totalBytes, startedAt);
    progress.update(bytesSent, found.totalBytes ?? 0, note);
  };
  try {
    await sendFiles(found.files, {
      client,
      open: found.open,
      // A store of this process that fails does so again: its disk is full, or a folder may not be written.
      retries: kind === 'own' ? 0 : RETRIES,
      signal,
      onBytes: (bytes) => {
        bytesSent += bytes;
        show();
      },
      onLine: (file, line) => {
        if (json) process.stdout.write(jsonLine({ file: nameOf(file), ...line }));
        tally.add(file, line);
        if (line.type === 'page') pages += 1;
        show();
      },
      onFault: (fault) => faults.push(fault),
    });
  } finally {
    progress.stop();
  }
  signal.throwIfAborted();
  if (!json) {
    const seconds = (performance.now() - startedAt) / 1000;
    const lines = [...tally.report(seconds), unreadLine(faults.length, names.length) ?? []];
    for (const line of lines.flat()) process.stdout.write(`${wrapped(line)}\n`);
  }
  const code = reportFaults(faults);
  if (code !== EXIT.done || tally.hasPages) return code;
  process.stderr.write('no page was imported: the files hold none that can be indexed\n');
  return EXIT.negative;
}

/** Waits that are told, in milliseconds. */
const TOLD_WAIT_MS = 2_000;

/** Says for how long a server is waited for, and why. */
function reportWait(wait: RemoteWait | null): void {
  const ms = wait === null ? 0 : wait.until - Date.now();
  if (wait === null || ms < TOLD_WAIT_MS) return;
  const text = `waiting for ${wait.server} for ${formatSeconds(ms / 1_000)}: ${wait.reason}`;
  writeAbove(`${wrapped(printable(text), process.stderr)}\n`);
}

/** Names the files that could not be read. @returns the exit code */
function reportFaults(faults: readonly string[]): number {
  for (const fault of faults) reportFailure(new CommandFailed(fault));
  return faults.length === 0 ? EXIT.done : EXIT.failed;
}

function noteOf(pages: number, bytesSent: number, totalBytes: number | null, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  const rest = totalBytes !== null && bytesSent >= totalBytes ? '  storing the last pages' : '';
  return `${counted(pages, 'page')}  ${(pages / seconds).toFixed(0)} pages/s${rest}`;
}
