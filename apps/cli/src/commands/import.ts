import type { ImportEvent } from '@sitegrep/client';
import { jsonLine } from '@sitegrep/contract/json';
import { Command } from 'commander';
import { findFiles, openFiles } from '../captured-files.ts';
import { connect, type ServerOptions, withServerOptions } from '../connection.ts';
import { CommandFailed, EXIT, reportFailure } from '../failure.ts';
import { type FileEvent, fileFault, importReport, ProblemList, unreadLine } from '../import-report.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { counted } from '../terminal.ts';
import { wrapped } from '../wrapped.ts';

interface Options extends ServerOptions {
  readonly json: boolean;
}

const HELP = `
The content of a file says what it is, not its name. It may be a WARC (1.0, 1.1 and drafts) or an ARC, plain or compressed with gzip or zstd, or a WACZ, as Webrecorder and Browsertrix write it.
A file that can't be read is named, and the others are imported. Damaged records are skipped, and listed with their offset, their URI and the reason; the log on standard error has all of them.
If an import is interrupted, run it again: pages that are stored already are left as they are.`;

export function importCommand(): Command {
  return withServerOptions(new Command('import'))
    .description('Index the pages of WARC captures; a newer capture of a URL replaces an older one')
    .argument('<file...>', 'WARC, ARC, WACZ or HAR files, or pages as lines of JSON; - reads standard input')
    .option('--json', 'print what is done as lines of JSON, in the form of POST /admin/imports', false)
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
  const { client } = await connect(server, { need: 'write' }, closers);
  const problems = new ProblemList();
  const files: FileEvent[] = [];
  const progress = openProgress('importing', json);
  let end: Extract<ImportEvent, { type: 'end' }> | null = null;
  try {
    const captures = openFiles(found.files, (fault) => faults.push(fault));
    for await (const event of client.admin.imports.run(captures, { signal: interrupt.signal })) {
      if (json) process.stdout.write(jsonLine(event));
      switch (event.type) {
        case 'progress':
          progress.update(
            event.bytes_read,
            found.totalBytes ?? 0,
            noteOf(event, found.totalBytes, startedAt),
          );
          break;
        case 'stored':
          break;
        case 'damaged':
          problems.add(event);
          break;
        case 'file':
          files.push(event);
          break;
        case 'end':
          end = event;
          break;
      }
    }
  } catch (error) {
    if (interrupt.signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    progress.stop();
  }
  if (end === null) throw new CommandFailed('the import ended without its counts; run it again.');
  const unread = [...faults, ...files.flatMap((file) => fileFault(file) ?? [])];
  if (!json) {
    const seconds = (performance.now() - startedAt) / 1000;
    const lines = [
      ...importReport(end, files, problems, seconds),
      unreadLine(unread.length, names.length) ?? [],
    ];
    for (const line of lines.flat()) process.stdout.write(`${wrapped(line)}\n`);
  }
  const code = reportFaults(unread);
  if (code !== EXIT.done || end.pages_stored + end.pages_unchanged > 0) return code;
  process.stderr.write('no page was imported: the files hold none that can be indexed\n');
  return EXIT.negative;
}

/** Names the files that could not be read. @returns the exit code */
function reportFaults(faults: readonly string[]): number {
  for (const fault of faults) reportFailure(new CommandFailed(fault));
  return faults.length === 0 ? EXIT.done : EXIT.failed;
}

function noteOf(
  { pages_read, bytes_read }: Extract<ImportEvent, { type: 'progress' }>,
  totalBytes: number | null,
  startedAt: number,
): string {
  const seconds = (performance.now() - startedAt) / 1000;
  const rest = totalBytes !== null && bytes_read >= totalBytes ? '  storing the last pages' : '';
  return `${counted(pages_read, 'page')}  ${(pages_read / seconds).toFixed(0)} pages/s${rest}`;
}
