import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { findFiles } from '../captured-files.ts';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed, EXIT, reportFailure } from '../failure.ts';
import { RETRIES, sendFiles } from '../import-files.ts';
import { ImportTally, unreadLine } from '../import-report.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { counted } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';

interface Options extends ServerOptions {
  readonly json: boolean;
}

const HELP = `
The content of a file says what it is, not its name. It may be a WARC (1.0, 1.1 and drafts) or an ARC, a HAR, or pages in JSON, an object on each line or in a list, plain or compressed with gzip or zstd, or a ZIP: a WACZ, as Webrecorder and Browsertrix write it, or a HAR with its contents, as Playwright does.
A file that can't be read is named, and the others are imported. Damaged records are skipped, and the first are listed with their offset, their URI and the reason; --json tells the outcome of each page and each damaged record.
After a lost connection, or while the server is busy or starts again, the import goes on from the first page without an outcome. If it is interrupted, run it again: pages that are stored already are left as they are.`;

export function importCommand(): Command {
  return withServerOptions(new Command('import'))
    .description('Index pages that were fetched elsewhere; a newer capture of a URL replaces an older one')
    .argument('<file...>', 'WARC, ARC, WACZ or HAR files, or pages as lines of JSON; - reads standard input')
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
  const startedAt = performance.now();
  const found = await findFiles(names);
  const faults = [...found.faults];
  if (found.files.length === 0) return reportFaults(faults);
  await using closers = new AsyncDisposableStack();
  const interrupt = openInterrupt(
    closers,
    () => 'stopping: what is stored stays. Run the import again to go on.',
  );
  const { client, kind } = await connect(server, { need: 'write' }, closers);
  const tally = new ImportTally();
  const progress = openProgress('importing', json);
  let [bytesSent, pages] = [0, 0];
  const show = (): void => {
    const note = noteOf(pages, bytesSent, found.totalBytes, startedAt);
    progress.update(bytesSent, found.totalBytes ?? 0, note);
  };
  try {
    await sendFiles(found.files, {
      client,
      // A store of this process that fails does so again: its disk is full, or a folder may not be written.
      retries: kind === 'own' ? 0 : RETRIES,
      signal: interrupt.signal,
      onBytes: (bytes) => {
        bytesSent += bytes;
        show();
      },
      onLine: (file, line) => {
        if (json) process.stdout.write(jsonLine({ file, ...line }));
        tally.add(file, line);
        if (line.type === 'page') pages += 1;
        show();
      },
      onFault: (fault) => faults.push(fault),
    });
  } catch (error) {
    if (interrupt.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    progress.stop();
  }
  if (interrupt.signal.aborted) return EXIT.interrupted;
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
