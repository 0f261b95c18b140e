// The same visits imported by the command of this checkout and by that of another one, in turns, so that what else the machine does
// meets both. The visits go to the commands as a stream, so a year needs no space on the disk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { MAIN } from '../../support/server-process.ts';
import type { MadeYear } from '../../support/made-year/made-year.ts';
import { visitRecords } from '../../support/made-year/visit-warcs.ts';
import { inRounds, median, rounded } from '../harness/figures.ts';
import { readProcessorMs } from '../harness/processor-time.ts';

interface CommandFigures {
  readonly pages: number;
  readonly pagesPerSecond: number;
  readonly processorMsAPage: number;
}

interface Command {
  readonly main: string;
  readonly settings: Readonly<Record<string, string>>;
}

export interface Beside {
  readonly here: readonly CommandFigures[];
  readonly there: readonly CommandFigures[];
  /** Medians of the rounds: pages a second here, relative to there, and processor time there, relative to here. */
  readonly speed: number;
  readonly processor: number;
}

/** Path of the command in a checkout. */
const COMMAND = 'apps/cli/bin/sitegrep.js';
/** Interval at which the processor time of a command is read, because nobody knows it after its end, in milliseconds. */
const LOOK_EVERY_MS = 50;

/**
 * @param other folder of the other checkout, in which `npm ci` was run
 * @param options rounds, and SITEGREP_KEEP_VERSIONS of the command of this checkout; the other one keeps none
 */
export async function importBeside(
  year: MadeYear,
  other: string,
  { rounds, keep }: { readonly rounds: number; readonly keep: string },
  folder: string,
): Promise<Beside> {
  const commands: readonly Command[] = [
    { main: MAIN, settings: { SITEGREP_KEEP_VERSIONS: keep } },
    { main: join(other, COMMAND), settings: {} },
  ];
  // The first start bundles a command.
  for (const command of commands) await run(command, ['--version'], folder, Readable.from([]));
  const [here = [], there = []] = await inRounds(rounds, commands, async (command) => {
    const dataDir = join(folder, 'beside');
    mkdirSync(dataDir);
    try {
      return await importOnce(year, command, dataDir);
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });
  const ratio = (figure: (figures: CommandFigures) => number): number =>
    median(here.map((own, round) => figure(own) / figure(there[round] ?? own)));
  return {
    here,
    there,
    speed: rounded(
      ratio(({ pagesPerSecond }) => pagesPerSecond),
      1_000,
    ),
    processor: rounded(1 / ratio(({ processorMsAPage }) => processorMsAPage), 1_000),
  };
}

async function importOnce(year: MadeYear, command: Command, dataDir: string): Promise<CommandFigures> {
  let pages = 0;
  function* records(): Generator<Buffer> {
    for (const visit of year.visits('time')) {
      pages += visit.sources.length;
      yield* visitRecords(visit);
    }
  }
  const startedAt = performance.now();
  const { processorMs } = await run(command, ['import', '-'], dataDir, Readable.from(records()));
  const seconds = (performance.now() - startedAt) / 1e3;
  return {
    pages,
    pagesPerSecond: rounded(pages / seconds),
    processorMsAPage: rounded(processorMs / pages, 1_000),
  };
}

/** @throws if the command fails */
async function run(
  { main, settings }: Command,
  args: readonly string[],
  dataDir: string,
  input: Readable,
): Promise<{ readonly processorMs: number }> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...settings, SITEGREP_DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  let processorMs = 0;
  const look = setInterval(() => {
    if (child.exitCode === null) processorMs = readProcessorMs(child.pid ?? 0);
  }, LOOK_EVERY_MS);
  try {
    // A command that fails closes its input: what it says goes before that.
    const [problems, [fed]] = await Promise.all([
      text(child.stderr),
      Promise.allSettled([pipeline(input, child.stdin)]),
    ]);
    const [code] = await exited;
    if (code !== 0) throw new Error(`${main} ${args.join(' ')} ended with ${String(code)}: ${problems}`);
    if (fed.status === 'rejected') throw fed.reason;
    return { processorMs };
  } finally {
    clearInterval(look);
    child.kill('SIGKILL');
  }
}
