import { jsonLine } from '@sitegrep/contract';
import { Command } from 'commander';
import type { WarcProblem } from '@sitegrep/warc';
import { CapturedFiles, nameOf, type FileOutcome } from '../captured-files.ts';
import { CommandFailed, EXIT, reportFailure } from '../failure.ts';
import { importReport, ProblemList } from '../import-report.ts';
import { openAnalysis, openLogger, openWritableStorage, readConfig } from '../instance.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { counted } from '../terminal.ts';
import { emptyCounts, importPages, type ImportCounts } from '../warc-import.ts';

interface Options {
  readonly json: boolean;
}

const HELP = `
The content of a file says what it is, not its name. It may be a WARC (1.0, 1.1 and drafts) or an
ARC, plain or compressed with gzip or zstd, or a WACZ, as Webrecorder and Browsertrix write it. A
WACZ can't be read from standard input.
A file that can't be read is named, and the others are imported. Damaged records are skipped, and
listed with their offset, their URI and the reason; the log on standard error has all of them.
If an import is interrupted, run it again: pages that are stored already are left as they are.`;

export function importCommand(): Command {
  return new Command('import')
    .description('Index the pages of WARC captures; a newer capture of a URL replaces an older one')
    .argument('<file...>', 'WARC, ARC or WACZ files; - reads standard input')
    .option(
      '--json',
      'print each stored batch and each damaged record as one line of JSON, and the counts at the end',
      false,
    )
    .addHelpText('after', HELP)
    .action(async (files: string[], options: Options) => {
      process.exitCode = await importFiles(files, options);
    });
}

async function importFiles(names: readonly string[], { json }: Options): Promise<number> {
  const config = readConfig();
  const logger = openLogger(config);
  const startedAt = performance.now();
  const counts = emptyCounts();
  const problems = new ProblemList();
  const onProblem = (file: string, problem: WarcProblem): void => {
    logger.warn({ file, ...problem }, 'damaged capture');
    if (json) process.stdout.write(jsonLine({ damaged: { file, ...problem } }));
    else problems.add(file, problem);
  };
  const onFile = (file: string): (() => void) => {
    const progress = openProgress(nameOf(file), json);
    const update = (): void => {
      progress.update(files.bytesRead, files.totalBytes ?? 0, noteOf(counts, startedAt));
    };
    const watch = setInterval(update, 200);
    return () => {
      clearInterval(watch);
      update();
      progress.stop();
    };
  };
  const files = await CapturedFiles.open(names, { maxBodyBytes: config.maxPageBytes, onProblem, onFile });
  if (files.isEmpty) return reportFiles(files.outcomes);

  await using closers = new AsyncDisposableStack();
  const storage = await openWritableStorage(config, closers);
  const interrupt = openInterrupt(closers);
  await importPages(
    files,
    {
      domains: storage.domains,
      analysis: openAnalysis(config, closers),
      maxSiteBytes: config.maxSiteBytes,
      concurrency: 2 * config.analysisThreads,
      signal: interrupt.signal,
      onStored: (domains) => {
        if (json) process.stdout.write(jsonLine({ stored: domains }));
      },
    },
    counts,
  );
  if (json) {
    process.stdout.write(jsonLine({ ...counts, files: files.outcomes }));
  } else {
    const seconds = (performance.now() - startedAt) / 1000;
    const lines = importReport(counts, files.outcomes, problems, seconds);
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (interrupt.signal.aborted) return EXIT.interrupted;
  const code = reportFiles(files.outcomes);
  if (code !== EXIT.done || counts.pagesStored + counts.pagesUnchanged > 0) return code;
  process.stderr.write('no page was imported: the files hold none that can be indexed\n');
  return EXIT.negative;
}

/** Names the files that could not be read. @returns the exit code */
function reportFiles(outcomes: readonly FileOutcome[]): number {
  const errors = outcomes.flatMap(({ error }) => error ?? []);
  for (const error of errors) reportFailure(new CommandFailed(error));
  return errors.length === 0 ? EXIT.done : EXIT.failed;
}

function noteOf(counts: ImportCounts, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  return `${counted(counts.pagesRead, 'page')}  ${(counts.pagesRead / seconds).toFixed(0)} pages/s`;
}
