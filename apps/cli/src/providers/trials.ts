// One call to each provider, to see whether it answers.
import {
  languageOf,
  locationOf,
  type AnswerOf,
  type Operation,
  type ProviderChains,
  type RequestOf,
  type Trial,
} from '@sitegrep/providers';
import { OPERATION_NAMES } from '@sitegrep/providers/catalog';
import { CommandFailed } from '../failure.ts';

/** The request that each provider gets. */
export interface TrialOptions {
  readonly keyword: string;
  readonly video: string;
  readonly language: string;
  readonly location: string;
}

/** The first video that was ever uploaded there, and a word that everybody answers. */
export const USUAL_TRIAL: TrialOptions = {
  keyword: 'wikipedia',
  video: 'jNQXAC9IVRw',
  language: 'en',
  location: '2840',
};

/** Result of one call. */
export interface TrialResult {
  readonly operation: Operation;
  readonly provider: string;
  readonly ms: number;
  readonly ok: boolean;
  /** One line: what came back, or why nothing did. */
  readonly summary: string;
  readonly answer: unknown;
}

type Requests = { readonly [Name in Operation]: RequestOf<Name> };

/** @throws CommandFailed if a code is none */
export function requestsOf(options: TrialOptions): Requests {
  const language = languageOf(options.language);
  if (language === null)
    throw new CommandFailed(`--language ${options.language} is not a language: give e.g. en.`);
  const location = locationOf(Number(options.location));
  if (location === null)
    throw new CommandFailed(`--location ${options.location} is not a location: give e.g. 2840.`);
  const search = { language, location, keyword: options.keyword, device: 'desktop' } as const;
  return {
    'web-serp': { ...search, os: 'windows', depth: 10 },
    'web-autocomplete': { ...search, os: 'windows', client: 'gws-wiz-serp' },
    'video-info': { language, location, videoId: options.video },
    'video-serp': { ...search, depth: 20 },
  };
}

/** One line about an answer. */
const SUMMARIES: { readonly [Name in Operation]: (answer: AnswerOf<Name>) => string } = {
  'web-serp': ({ results }) => listed(results.map(({ title, url }) => `${title} (${url})`)),
  'web-autocomplete': ({ suggestions }) => listed(suggestions.map(({ text }) => text)),
  'video-info': ({ video }) => video.title ?? 'a video without a title',
  'video-serp': ({ results }) => listed(results.map(({ title }) => title)),
};

/** Calls each provider of each operation once. */
export async function* trialsOf(
  chains: ProviderChains,
  requests: Requests,
  signal: AbortSignal,
): AsyncGenerator<TrialResult> {
  for (const operation of OPERATION_NAMES)
    yield* trialsOfOne(operation, SUMMARIES[operation], { chains, requests, signal });
}

async function* trialsOfOne<Name extends Operation>(
  operation: Name,
  summary: (typeof SUMMARIES)[Name],
  {
    chains,
    requests,
    signal,
  }: { readonly chains: ProviderChains; readonly requests: Requests; readonly signal: AbortSignal },
): AsyncGenerator<TrialResult> {
  const summarize: (answer: AnswerOf<Name>) => string = summary;
  const trials: AsyncIterable<Trial<AnswerOf<Name>>> = chains[operation].callEach(
    requests[operation],
    signal,
  );
  for await (const { provider, ms, outcome } of trials) {
    const rounded = Math.round(ms);
    // An index without the video works as well as one that has it.
    const hasNothing = provider === 'local' && 'kind' in outcome && outcome.kind === 'not_found';
    if (hasNothing) {
      yield { operation, provider, ms: rounded, ok: true, summary: listed([]), answer: null };
      continue;
    }
    yield 'answer' in outcome
      ? {
          operation,
          provider,
          ms: rounded,
          ok: true,
          summary: summarize(outcome.answer),
          answer: outcome.answer,
        }
      : {
          operation,
          provider,
          ms: rounded,
          ok: false,
          summary: `${outcome.kind}: ${outcome.message}`,
          answer: null,
        };
  }
}

function listed(texts: readonly string[]): string {
  const [first] = texts;
  return first === undefined ? 'nothing' : `${texts.length}, first: ${first}`;
}
