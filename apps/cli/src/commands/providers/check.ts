import { createMetrics } from '@sitegrep/metrics';
import {
  languageOf,
  locationOf,
  type AnswerOf,
  type Operation,
  type ProviderChains,
  type RequestOf,
  type Trial,
} from '@sitegrep/providers';
import { Command } from 'commander';
import { pino } from 'pino';
import { CommandFailed, EXIT } from '../../failure.ts';
import { openSharedStorage, readConfig } from '../../instance.ts';
import { openInterrupt } from '../../interrupt.ts';
import { openProviders } from '../../providers/open-providers.ts';
import { renderTable } from '../../table.ts';
import { VERSION } from '../../version.ts';

interface Options {
  readonly keyword: string;
  readonly video: string;
  readonly language: string;
  readonly location: string;
  readonly json: boolean;
}

export function checkCommand(): Command {
  return (
    new Command('check')
      .description('Ask each configured provider once, and print what came back; each counts as a call')
      .option('--keyword <text>', 'what is searched for', 'wikipedia')
      // The first video that was ever uploaded there.
      .option('--video <id>', 'the video that is asked about', 'jNQXAC9IVRw')
      .option('--language <code>', 'ISO 639-1', 'en')
      .option('--location <code>', '2000 + the ISO 3166-1 numeric code of a country', '2840')
      .option('--json', 'one JSON object a call and line, with the whole answer', false)
      .action(async (options: Options) => {
        process.exitCode = await check(options);
      })
  );
}

/** What came of one call. */
interface Checked {
  readonly operation: Operation;
  readonly provider: string;
  readonly ms: number;
  readonly ok: boolean;
  /** One line: what came back, or why nothing did. */
  readonly told: string;
  readonly answer: unknown;
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
  const checked: Checked[] = [];
  for await (const one of checks(chains, requests, signal)) {
    checked.push(one);
    if (options.json) process.stdout.write(`${JSON.stringify(one)}\n`);
  }
  if (!options.json) print(checked);
  return checked.every(({ ok }) => ok) ? EXIT.done : EXIT.negative;
}

type Requests = { readonly [Name in Operation]: RequestOf<Name> };

/** @throws CommandFailed if a code is none */
function requestsOf(options: Options): Requests {
  const language = languageOf(options.language);
  if (language === null)
    throw new CommandFailed(`--language ${options.language} is no language: give e.g. en.`);
  const location = locationOf(Number(options.location));
  if (location === null)
    throw new CommandFailed(`--location ${options.location} is no location: give e.g. 2840.`);
  const search = { language, location, keyword: options.keyword, device: 'desktop' } as const;
  return {
    'web-serp': { ...search, os: 'windows', depth: 10 },
    'web-autocomplete': { ...search, os: 'windows', client: 'gws-wiz-serp' },
    'video-info': { language, location, videoId: options.video },
    'video-serp': { ...search, depth: 20 },
  };
}

async function* checks(
  chains: ProviderChains,
  requests: Requests,
  signal: AbortSignal,
): AsyncGenerator<Checked> {
  yield* checksOf('web-serp', chains, requests, signal, ({ results }) =>
    listed(results.map(({ title, url }) => `${title} (${url})`)),
  );
  yield* checksOf('web-autocomplete', chains, requests, signal, ({ suggestions }) =>
    listed(suggestions.map(({ text }) => text)),
  );
  yield* checksOf(
    'video-info',
    chains,
    requests,
    signal,
    ({ video }) => video.title ?? 'a video without a title',
  );
  yield* checksOf('video-serp', chains, requests, signal, ({ results }) =>
    listed(results.map(({ title }) => title)),
  );
}

async function* checksOf<Name extends Operation>(
  operation: Name,
  chains: ProviderChains,
  requests: Requests,
  signal: AbortSignal,
  tell: (answer: AnswerOf<Name>) => string,
): AsyncGenerator<Checked> {
  const trials: AsyncIterable<Trial<AnswerOf<Name>>> = chains[operation].askEach(requests[operation], signal);
  for await (const { provider, ms, outcome } of trials) {
    const rounded = Math.round(ms);
    yield 'answer' in outcome
      ? { operation, provider, ms: rounded, ok: true, told: tell(outcome.answer), answer: outcome.answer }
      : {
          operation,
          provider,
          ms: rounded,
          ok: false,
          told: `${outcome.kind}: ${outcome.message}`,
          answer: null,
        };
  }
}

function listed(texts: readonly string[]): string {
  const [first] = texts;
  return first === undefined ? 'nothing' : `${texts.length}, first: ${first}`;
}

function print(checked: readonly Checked[]): void {
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
    { title: 'CAME BACK', maxWidth: 100 },
  ] as const;
  const rows = checked.map(({ operation, provider, ok, ms, told }) => [
    operation,
    provider,
    ok ? 'ok' : 'failed',
    String(ms),
    told,
  ]);
  process.stdout.write(`${renderTable(columns, rows)}\n`);
}
