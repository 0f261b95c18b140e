import { jsonLine, printableJson } from '@sitegrep/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { EXIT } from '../failure.ts';
import { openExistingStorage } from '../instance.ts';
import { readConfig } from '../read-config.ts';
import { openProgress } from '../progress.ts';
import { counted, paint } from '../terminal.ts';
import { verifyIndex, type Disagreement, type Verification } from '../verification.ts';

interface Options {
  readonly terms: number;
  readonly absent: number;
  readonly share: number;
  readonly seed: string;
  readonly json: boolean;
}

export function verifyCommand(): Command {
  return new Command('verify')
    .option('--terms <number>', 'number of terms taken from the sources', count, 60)
    .option('--absent <number>', 'number of made-up terms', count, 20)
    .option('--share <fraction>', 'share of the domains to scan; 1 compares totals too', fraction, 1)
    .addOption(
      new Option('--seed <text>', 'seed of the random sample').default(
        new Date().toISOString().slice(0, 10),
        "today's date",
      ),
    )
    .option('--json', 'print the result as JSON', false)
    .action(async (options: Options) => {
      process.exitCode = await verify(options);
    });
}

async function verify(options: Options): Promise<number> {
  const config = readConfig();
  await using closers = new AsyncDisposableStack();
  const storage = await openExistingStorage(config, closers);
  const progress = openProgress('scanning', options.json);
  let result: Verification;
  try {
    result = await verifyIndex(storage.domains, {
      ...options,
      onProgress: (done, total) =>
        progress.update(done, Math.ceil(total * options.share), counted(done, 'domain')),
    });
  } finally {
    // The progress bar's timer would keep the process alive.
    progress.stop();
  }
  if (options.json) process.stdout.write(jsonLine(result));
  else {
    for (const disagreement of result.disagreements) process.stdout.write(`${line(disagreement)}\n`);
    const agreed = result.disagreements.length === 0;
    process.stdout.write(
      `${counted(result.terms, 'term')} over ${counted(result.domains, 'domain')}: ` +
        `${agreed ? paint('green', 'index and sources agree') : paint('red', counted(result.disagreements.length, 'disagreement'))}\n`,
    );
  }
  return result.disagreements.length === 0 ? EXIT.done : EXIT.negative;
}

function line({ term, domain, problem }: Disagreement): string {
  return `${domain ?? 'total'}: ${printableJson(term)} ${problem}`;
}

function count(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Give a whole number up to 999999.');
  return Number(text);
}

function fraction(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 1)) throw new InvalidArgumentError('Give a number above 0, up to 1.');
  return value;
}
