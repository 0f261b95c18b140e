import { jsonLine } from '@sitegrep/contract';
import { createMetrics } from '@sitegrep/metrics';
import { Command } from 'commander';
import { pino } from 'pino';
import { EXIT } from '../../failure.ts';
import { openSharedStorage } from '../../instance.ts';
import { readConfig } from '../../read-config.ts';
import { openInterrupt } from '../../interrupt.ts';
import { openProviders } from '../../providers/open-providers.ts';
import {
  requestsOf,
  trialsOf,
  USUAL_TRIAL,
  type TrialResult,
  type TrialOptions,
} from '../../providers/trials.ts';
import { renderTable } from '../../terminal.ts';
import { VERSION } from '../../version.ts';

interface Options extends TrialOptions {
  readonly json: boolean;
}

export function checkCommand(): Command {
  return new Command('check')
    .description('Call each configured provider once and print the result; each counts as a call')
    .option('--keyword <text>', 'the keyword to search for', USUAL_TRIAL.keyword)
    .option('--video <id>', 'the video to request', USUAL_TRIAL.video)
    .option('--language <code>', 'ISO 639-1', USUAL_TRIAL.language)
    .option('--location <code>', '2000 + the ISO 3166-1 numeric code of a country', USUAL_TRIAL.location)
    .option('--json', 'one JSON object per call and line, with the complete answer', false)
    .action(async (options: Options) => {
      process.exitCode = await check(options);
    });
}

async function check(options: Options): Promise<number> {
  const config = readConfig();
  const requests = requestsOf(options);
  await using closers = new AsyncDisposableStack();
  const { signal } = openInterrupt(closers);
  const { domains } = await openSharedStorage(config, closers);
  // What fails is printed, so the log need not say it again.
  const logger = pino({ level: 'silent' });
  const metrics = createMetrics({ version: VERSION });
  const chains = await openProviders({ config, logger, metrics, domains }, closers);
  const checked: TrialResult[] = [];
  for await (const one of trialsOf(chains, requests, signal)) {
    checked.push(one);
    if (options.json) process.stdout.write(jsonLine(one));
  }
  if (!options.json) print(checked);
  return checked.every(({ ok }) => ok) ? EXIT.done : EXIT.negative;
}

function print(checked: readonly TrialResult[]): void {
  if (checked.length === 0) {
    process.stdout.write(
      'No provider is configured: list some in SITEGREP_WEB_SERP_PROVIDERS and the like.\n',
    );
    return;
  }
  const columns = [
    { title: 'OPERATION' },
    { title: 'PROVIDER' },
    { title: '' },
    { title: 'MS', align: 'right' },
    { title: 'RESULT', maxWidth: 100 },
  ] as const;
  const rows = checked.map(({ operation, provider, ok, ms, summary }) => [
    operation,
    provider,
    ok ? 'ok' : 'failed',
    String(ms),
    summary,
  ]);
  process.stdout.write(`${renderTable(columns, rows)}\n`);
}
