import type { Language, Location } from '../../codes/locales.ts';
import { codes, countryIn, type Dialect, languageIn } from '../../codes/dialects.ts';
import { type FailureKind, type ProviderFailure, unsupported } from '../../failure.ts';
import { endpoint } from '../../http/client.ts';
import { type Answered, failureSaid, successField } from '../../http/status.ts';
import type { OptionsOf } from '../../ports.ts';
import type { Field } from '../../field.ts';

export const DATAFORSEO_DIALECT: Dialect = {
  withoutCountries: codes('AX BY CU IR KP RU'),
  countryCase: 'upper',
  languages: { nb: 'no', nn: 'no', zh: 'zh-CN' },
  keepsRegion: true,
};

/** Parameters of a task. */
export type TaskParameters = Readonly<Record<string, string | number>>;

/** One operation: how its request is made and its answer read. */
export interface Endpoint<Request, Answer> {
  /** Path after `/v3/serp/`. */
  readonly path: string;
  /** The same as `Provider.unsupported`. */
  unsupported(request: Request): string | null;
  task(request: Request): TaskParameters;
  /**
   * @param task whose `result` is absent if nothing was found
   * @param now milliseconds since the epoch
   * @throws ProviderFailure bad_answer, not_found
   */
  read(task: Field, request: Request, now: number): Answer;
}

interface Locale {
  readonly language: Language;
  readonly location: Location;
}

/** Google can be called from locations of every kind; only the upstream knows all of them. */
export function unsupportedByGoogle({ language, location }: Locale): string | null {
  const { country } = location;
  if (country !== null && countryIn(DATAFORSEO_DIALECT, country) === null) return 'location_code';
  return languageIn(DATAFORSEO_DIALECT, language) === null ? 'language_code' : null;
}

/** The codes of the contract are the upstream's own. */
export function localeParameters({ language, location }: Locale): TaskParameters {
  return {
    location_code: location.code,
    language_code: languageIn(DATAFORSEO_DIALECT, language) ?? language.base,
  };
}

/** A keyword is decoded as a query of a URL is: percent signs and plus signs of its own must be encoded. */
export function keywordParameter(keyword: string): TaskParameters {
  return { keyword: keyword.replaceAll('%', '%25').replaceAll('+', '%2B') };
}

/** Depth rounded up to full pages: results are paid for by the page, so requesting fewer saves nothing. */
export function fullPages(depth: number, page: number): number {
  return Math.ceil(depth / page) * page;
}

export type DataForSeoOptions = OptionsOf<'dataforseo', 'http' | 'now'>;

/**
 * Submits one task and returns its result. The status of the answer is always 200; a code of the request and one of the
 * task state what happened.
 *
 * @param path after `/v3/serp/`
 * @throws ProviderFailure
 */
export async function runTask(
  { http, url, login, password }: DataForSeoOptions,
  path: string,
  task: TaskParameters,
  signal: AbortSignal,
): Promise<Field> {
  const answer = await http.json({
    url: endpoint(url, `v3/serp/${path}`),
    headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    json: [task],
    signal,
  });
  const body = successField(answer);
  requireDone(answer, body);
  const first = body.at('tasks', 0).present();
  requireDone(answer, first);
  return first;
}

const OK = 20_000;
/** Searched, and nothing found. */
const NO_RESULTS = 40_102;
/** A parameter has a value that it can't have; the message says which. */
const INVALID_FIELD = 40_501;
/** A location that no longer exists. */
const OUTDATED_LOCATION = 40_505;

/** Codes that mean more than "out of order" (docs.dataforseo.com/v3/appendix/errors). */
const MEANINGS: Readonly<Record<number, FailureKind>> = {
  /** Unauthorised, unverified or blocked account, or an address that is not allowed. */
  40100: 'credential',
  40104: 'credential',
  40201: 'credential',
  40207: 'credential',
  /** Payment required, limit of the account reached, no money left. */
  40200: 'quota',
  40203: 'quota',
  40210: 'quota',
  /** A minute's requests, the same task in an hour and in a day, requests at the same time. */
  40202: 'rate_limited',
  40205: 'rate_limited',
  40206: 'rate_limited',
  40209: 'rate_limited',
  50401: 'timeout',
  50402: 'timeout',
};

/** A failure of the search engine or of DataForSEO itself: a second attempt often succeeds. */
const PASSING: ReadonlySet<number> = new Set([40_101, 40_103, 50_000, 50_301]);

/** Parameters that requests have too, by the names of the contract. */
const PARAMETERS: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  language_code: 'language_code',
  location_code: 'location_code',
  device: 'device',
  os: 'os',
  depth: 'depth',
  block_depth: 'depth',
  client: 'client',
  video_id: 'video_id',
};

/**
 * @param outcome of the request or of its task: `{status_code, status_message}`
 * @throws ProviderFailure if it did not succeed
 */
function requireDone(answer: Answered, outcome: Field): void {
  const code = outcome.at('status_code').present().integer();
  if (code === OK || code === NO_RESULTS) return;
  throw failureOfCode(answer, code ?? 0, outcome.at('status_message'));
}

/** Whether a task found nothing. */
export function foundNothing(task: Field): boolean {
  return task.at('status_code').integer() === NO_RESULTS;
}

function failureOfCode(answer: Answered, code: number, message: Field): ProviderFailure {
  const field = code === OUTDATED_LOCATION ? 'location_code' : refusedParameter(code, message);
  if (field !== undefined)
    return unsupported(field, `${answer.target} does not take this ${field} (code ${code})`);
  const kind = MEANINGS[code] ?? 'unavailable';
  const isPassing = PASSING.has(code);
  return failureSaid(answer, kind, {
    said: `code ${code}`,
    isPassing,
    isRefusal: code < 50_000 && !isPassing,
  });
}

function refusedParameter(code: number, message: Field): string | undefined {
  if (code !== INVALID_FIELD) return undefined;
  const [, name = ''] = /^Invalid Field: '(\w+)'/i.exec(message.string() ?? '') ?? [];
  return PARAMETERS[name];
}
