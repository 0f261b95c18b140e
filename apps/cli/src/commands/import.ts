import { jsonLine } from '@sitegrep/contract';
import { Command } from 'commander';
import { stat } from 'node:fs/promises';
import { readWarc, RobotsTexts, type WarcCounts, type WarcSkip } from '@sitegrep/warc';
import { CommandFailed, EXIT } from '../failure.ts';
import { openAnalysis, openWritableStorage, readConfig } from '../instance.ts';
import { openInterrupt } from '../interrupt.ts';
import { openProgress } from '../progress.ts';
import { counted, formatBytes, formatCount, formatSeconds } from '../terminal.ts';
import { emptyCounts, importPages, type ImportCounts } from '../warc-import.ts';

interface Options {
  readonly json: boolean;
}

export function importCommand(): Command {
  return new Command('import')
    .description('Index the pages of WARC captures; a newer capture of a URL replaces an older one')
    .argument('<file...>', '.warc or .warc.gz files; - reads standard input')
    .option('--json', 'print each stored batch as one line of JSON, and the counts at the end', false)
    .addHelpText(
      'after',
      '\nIf an import is interrupted, run it again: pages that are stored already are left as they are.',
    )
    .action(async (files: string[], options: Options) => {
      process.exitCode = await importFiles(files, options);
    });
}

async function importFiles(files: readonly string[], options: Options): Promise<number> {
  const config = readConfig();
  const totalBytes = await sizeOf(files);
  await using closers = new AsyncDisposableStack();
  const storage = await openWritableStorage(config, closers);
  const analysis = openAnalysis(config, closers);
  const interrupt = openInterrupt(closers);
  const startedAt = performance.now();
  const counts = emptyCounts();
  const skipped: WarcCounts[] = [];
  const cutOff: string[] = [];
  const robotsTexts = new RobotsTexts();
  let doneBytes = 0;
  for (const file of files) {
    if (interrupt.signal.aborted) break;
    const source = file === '-' ? process.stdin : file;
    const reader = readWarc(source, { maxBodyBytes: config.maxPageBytes, robotsTexts });
    const progress = openProgress(nameOf(file), options.json);
    const watch = setInterval(() => {
      const note = noteOf(counts, startedAt);
      progress.update(doneBytes + reader.bytesRead, totalBytes ?? 0, note);
    }, 200);
    try {
      await importPages(
        reader,
        {
          domains: storage.domains,
          analysis,
          maxSiteBytes: config.maxSiteBytes,
          concurrency: 2 * config.analysisThreads,
          signal: interrupt.signal,
          onStored: (domains) => {
            if (options.json) process.stdout.write(jsonLine({ stored: domains }));
          },
        },
        counts,
      );
    } finally {
      clearInterval(watch);
      doneBytes += reader.bytesRead;
      progress.update(doneBytes, totalBytes ?? doneBytes, noteOf(counts, startedAt));
      progress.stop();
    }
    skipped.push(reader.counts);
    if (reader.counts.skipped.cut_off > 0) cutOff.push(nameOf(file));
  }
  report(counts, skipped, (performance.now() - startedAt) / 1000, options.json);
  if (cutOff.length > 0) {
    throw new CommandFailed(
      `${cutOff.join(', ')}: truncated in the middle of a record. The pages before that are stored; ` +
        'get the complete file and import it again, stored pages are left as they are.',
    );
  }
  return interrupt.signal.aborted ? EXIT.interrupted : EXIT.done;
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

/** @returns the total size in bytes; null if standard input is among the files. @throws ENOENT before anything is opened */
async function sizeOf(files: readonly string[]): Promise<number | null> {
  let bytes = 0;
  for (const file of files) {
    if (file === '-') return null;
    bytes += (await stat(file)).size;
  }
  return bytes;
}

function noteOf(counts: ImportCounts, startedAt: number): string {
  const seconds = (performance.now() - startedAt) / 1000;
  return `${counted(counts.pagesRead, 'page')}  ${(counts.pagesRead / seconds).toFixed(0)} pages/s`;
}

function report(counts: ImportCounts, skipped: readonly WarcCounts[], seconds: number, json: boolean): void {
  if (json) {
    process.stdout.write(jsonLine({ ...counts, skipped }));
    return;
  }
  process.stdout.write(
    `${counted(counts.pagesStored, 'page')} stored, ${formatCount(counts.pagesUnchanged)} unchanged, ` +
      `${formatBytes(counts.sourceBytes)} of source in ${formatSeconds(seconds)}\n`,
  );
  if (counts.pagesNoindex > 0) {
    process.stdout.write(`${counted(counts.pagesNoindex, 'page asks', 'pages ask')} not to be indexed\n`);
  }
  if (counts.pagesBlocked > 0) {
    process.stdout.write(
      `skipped ${counted(counts.pagesBlocked, 'page')} of blocked domains: see "sitegrep domains blocked"\n`,
    );
  }
  if (counts.pagesCrashed > 0) {
    process.stdout.write(`${counted(counts.pagesCrashed, 'page')} could not be analysed\n`);
  }
  for (const line of skippedLines(skipped)) process.stdout.write(`${line}\n`);
}

const SKIPPED: Readonly<Record<WarcSkip, string>> = {
  other_type: 'other record types',
  revisit: 'revisits without a page',
  not_http: 'not HTTP',
  not_success: 'no 2xx status',
  not_html: 'not HTML',
  no_page: 'empty or interrupted answers',
  broken: 'damaged',
  cut_off: 'truncated at the end of the input',
};

function skippedLines(counts: readonly WarcCounts[]): string[] {
  const reasons = Object.keys(SKIPPED) as WarcSkip[];
  return reasons.flatMap((reason) => {
    const count = counts.reduce((sum, one) => sum + one.skipped[reason], 0);
    return count === 0 ? [] : [`skipped ${counted(count, 'record')}: ${SKIPPED[reason]}`];
  });
}
