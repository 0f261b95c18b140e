// Commands that maintain the text index: most work on the segments of a data folder, two on Elasticsearch.
import { jsonLine } from '@sitegrep/contract';
import {
  describeTextIndex,
  type IndexDescription,
  type MergedTextIndex,
  mergeTextIndex,
  type RebuildProgress,
  rebuildTextIndex,
  type VerifiedFolder,
  verifyTextIndex,
} from '@sitegrep/storage/maintenance';
import { Command } from 'commander';
import { migrateCommand } from './migrate.ts';
import { resizeCommand } from './resize.ts';
import { EXIT } from '../../failure.ts';
import { dataFolderConfig, lockFolder, lockFolderToRead } from '../../instance.ts';
import { openInterrupt } from '../../interrupt.ts';
import { openProgress, type Progress } from '../../progress.ts';
import { counted, formatBytes, formatCount, renderTable } from '../../terminal.ts';

export function indexCommand(): Command {
  const index = new Command('index');
  for (const command of [
    indexStatsCommand(),
    indexVerifyCommand(),
    mergeCommand(),
    rebuildCommand(),
    migrateCommand(),
    resizeCommand(),
  ]) {
    index.addCommand(command);
  }
  return index;
}

function indexStatsCommand(): Command {
  return new Command('stats')
    .description('Show what the index of the data folder consists of')
    .option('--json', 'print it as JSON', false)
    .action(async (options: { readonly json: boolean }) => {
      const { dataDir } = dataFolderConfig('stats');
      const index = await describeTextIndex(dataDir);
      if (options.json) {
        process.stdout.write(jsonLine(index));
        return;
      }
      if (index === null) {
        process.stdout.write(
          'being rebuilt; if the rebuild was interrupted, run "sitegrep index rebuild" again\n',
        );
        return;
      }
      const { logs, generation, past } = index;
      const rows = [...fileRows('', index), ...fileRows(' of versions', past)];
      const columns = [
        { title: '' },
        { title: 'DOMAINS', align: 'right' },
        { title: 'REPLACED', align: 'right' },
        { title: 'TEXT', align: 'right' },
        { title: 'ON DISK', align: 'right' },
      ] as const;
      process.stdout.write(
        `${renderTable(columns, rows)}\nsegments, generation ${formatCount(generation)}${pendingLogs(logs.length - 1)}\n`,
      );
    });
}

/** @param of texts that are in the files */
function fileRows(of: string, { segments, logs }: IndexDescription): readonly (readonly string[])[] {
  return [
    ...segments.map(({ number, documents, deadDocuments, textBytes, bytes }) => [
      `segment ${number}${of}`,
      formatCount(documents),
      formatCount(deadDocuments),
      formatBytes(textBytes),
      formatBytes(bytes),
    ]),
    ...logs.map(({ number, bytes }) => [`log ${number}${of}`, '', '', '', formatBytes(bytes)]),
  ];
}

/** @param logs number of logs that are complete, but not built into segments yet */
function pendingLogs(logs: number): string {
  if (logs < 1) return '';
  return `; ${counted(logs, 'log is', 'logs are')} still to be built into segments. If their number does not fall, see the log of the process that writes`;
}

function indexVerifyCommand(): Command {
  return new Command('verify')
    .description('Read the complete data folder and check every checksum and every list')
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      '\nThe command stops at the first fault, and reports what is damaged and what to do.' +
        '\nTo compare the index with the sources, run "sitegrep verify".',
    )
    .action(async (options: { readonly json: boolean }) => {
      const config = dataFolderConfig('verify');
      await using closers = new AsyncDisposableStack();
      lockFolderToRead(config, closers);
      const progress = openProgress('reading', options.json);
      try {
        const verified = await verifyTextIndex(config.dataDir, (done, of) => {
          progress.update(done, of, formatBytes(done));
        });
        if (options.json) process.stdout.write(jsonLine(verified));
        else process.stdout.write(verifiedText(verified));
      } finally {
        progress.stop();
      }
    });
}

function verifiedText({ records, rows, segments, pastSegments }: VerifiedFolder): string {
  const { domains, pages, bytes, versions } = rows;
  const past =
    versions === 0 ? '' : `intact: ${counted(versions, 'version')} of pages, ${inFiles(pastSegments)}\n`;
  return (
    `intact: ${counted(domains, 'domain')} with ${counted(pages, 'page')} (${formatBytes(bytes)} compressed)\n` +
    `intact: ${inFiles(segments)}\n${past}` +
    `intact: ${counted(records, 'row')} of crawls, schedules, keys and the audit log\n`
  );
}

function inFiles({ segments, logs, documents, textBytes }: VerifiedFolder['segments']): string {
  return `${counted(segments, 'segment')} and ${counted(logs, 'log')} with ${counted(documents, 'text')}, ${formatBytes(textBytes)} of text`;
}

function mergeCommand(): Command {
  return new Command('merge')
    .description('Merge the index into as few segments as possible, and drop replaced documents')
    .addHelpText(
      'after',
      '\nMerges also happen in the background, a few at a time; this command does all of them at once.',
    )
    .action(async () => {
      const config = dataFolderConfig('merge');
      await using closers = new AsyncDisposableStack();
      lockFolder(config, closers);
      const merged = await mergeTextIndex(config.dataDir, config.indexBuildMemory);
      process.stdout.write(`${mergedText(merged)}\n`);
    });
}

function mergedText({ before, after }: MergedTextIndex): string {
  const isSame = after.generation === before.generation && after.past.generation === before.past.generation;
  if (isSame) return `nothing to merge: ${sizeOf(after)}`;
  return `merged: ${sizeOf(after)}; before: ${sizeOf(before)}`;
}

/** E.g. `1 segment, 12.3 MiB`; what is in logs counts as well. */
function sizeOf(index: MergedTextIndex['after']): string {
  const segments = [...index.segments, ...index.past.segments];
  const bytes = [...segments, ...index.logs, ...index.past.logs].reduce((sum, file) => sum + file.bytes, 0);
  return `${counted(segments.length, 'segment')}, ${formatBytes(bytes)}`;
}

function rebuildCommand(): Command {
  return new Command('rebuild')
    .description('Rebuild a damaged index from the stored sources')
    .addHelpText(
      'after',
      '\nNothing is fetched, and no source or fact is lost. If the rebuild is interrupted, run it again.',
    )
    .action(async () => {
      process.exitCode = await rebuild();
    });
}

async function rebuild(): Promise<number> {
  const config = dataFolderConfig('rebuild');
  await using closers = new AsyncDisposableStack();
  lockFolder(config, closers);
  const { signal } = openInterrupt(closers);
  const progress = openProgress('rebuilding', false);
  try {
    await rebuildTextIndex({
      dataDir: config.dataDir,
      buildBytes: config.indexBuildMemory,
      fullText: config.fullText === 'on',
      signal,
      onProgress: (step) => show(progress, step),
    });
    progress.stop();
    process.stdout.write('rebuilt\n');
    return EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    progress.stop();
  }
}

function show(progress: Progress, step: RebuildProgress): void {
  if (step.step === 'indexing') {
    progress.update(step.done, step.of, counted(step.done, step.items));
  } else progress.update(1, 1, step.step);
}
