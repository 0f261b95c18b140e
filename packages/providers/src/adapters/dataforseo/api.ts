import type { Language, Location } from '../../codes/locales.ts';
import { codes, countryIn, type Dialect, languageIn } from '../../codes/dialects.ts';
import { type FailureKind, type ProviderFailure, unsupported } from '../../failure.ts';
import { endpoint } from '../../http/client.ts';
import { type Answered, failureSaid, requireSuccess } from '../../http/status.ts';
import type { OptionsOf } from '../../ports.ts';
import { type Field, rootField } from '../../field.ts';

export const DATAFORSEO_DIALECT: Dialect = {
  countries: null,
  withoutCountries: codes('AX BY CU IR KP RU'),
  countryCase: 'upper',
  languages: { nb: 'no', nn: 'no', zh: 'zh-CN' },
  onlyLanguages: null,
  keepsRegion: true,
};

/** What a task is made of. */
export type TaskParameters = Readonly<Record<string, string | number>>;

/** One operation: how it is asked for, and how its answer is read. */
export interface Endpoint<Request, Answer> {
  /** Behind `/v3/serp/`. */
  readonly path: string;
  /** As Provider's. */
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

/** Google is asked from places of every kind; which there are, only the upstream knows. */
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

/** Results are paid for by the page: asking for less than whole ones saves nothing. */
export function wholePages(depth: number, page: number): number {
  return Math.ceil(depth / page) * page;
}

export type DataForSeoOptions = OptionsOf<'dataforseo', 'http' | 'now'>;

/**
 * Sets one task and gets what came of it. The status of the answer is 200 whatever happened: what did is told by a code
 * for the request and one for the task.
 *
 * @param path behind `/v3/serp/`
 * @throws ProviderFailure
 */
export async function askTask(
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
  const whole = rootField(requireSuccess(answer).body).present();
  requireDone(answer, whole);
  const first = whole.at('tasks', 0).present();
  requireDone(answer, first);
  return first;
}

const OK = 20_000;
/** Searched, and nothing found. */
const NO_RESULTS = 40_102;
/** A parameter has a value that it can't have; the message says which. */
const INVALID_FIELD = 40_501;
/** A location that there is no more. */
const OUTDATED_LOCATION = 40_505;

/** What the codes mean that tell more than that something is out of order (docs.dataforseo.com/v3/appendix/errors). */
const MEANINGS: Readonly<Record<number, FailureKind>> = {
  /** Not authorised, not verified, blocked, from an address that is not allowed. */
  40100: 'credential',
  40104: 'credential',
  40201: 'credential',
  40207: 'credential',
  /** To be paid for, over the limit that the account gave itself, no money left. */
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

/** The search engine failed them, or they themselves: a second try often succeeds. */
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
    return unsupported(field, `${answer.place} does not take this ${field} (code ${code})`);
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
