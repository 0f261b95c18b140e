import { codes, type Dialect, unsupportedLocale } from '../../codes/dialects.ts';
import { type FailureKind, ProviderFailure, unsupported } from '../../failure.ts';
import { endpoint, type HttpAnswer } from '../../http/client.ts';
import { failureOfStatus, retryAfter, successField } from '../../http/status.ts';
import type { AutocompleteRequest, OptionsOf, WebSerpRequest } from '../../ports.ts';
import { type Field, rootField } from '../../field.ts';

export const BRAVE_DIALECT: Dialect = {
  countries: codes(
    'AR AT AU BE BR CA CH CL CN DE DK ES FI FR GB HK ID IN IT JP KR MX MY NL NO NZ PH PL PT RU SA SE TR TW US ZA',
  ),
  countryCase: 'upper',
  languages: {
    'en-GB': 'en-gb',
    ja: 'jp',
    no: 'nb',
    nn: 'nb',
    pt: 'pt-br',
    'pt-BR': 'pt-br',
    'pt-PT': 'pt-pt',
    zh: 'zh-hans',
    'zh-TW': 'zh-hant',
    'zh-HK': 'zh-hant',
  },
  onlyLanguages: codes(
    'ar eu bn bg ca zh-hans zh-hant hr cs da nl en en-gb et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr ' +
      'nb pl pt-br pt-pt pa ro ru sr sk sl es sv ta te th tr uk vi',
  ),
  keepsRegion: false,
};

export type BraveOptions = OptionsOf<'brave', 'http'>;

export const NAME = 'brave';
export const ENGINE = { engine: 'brave', engineDomain: 'search.brave.com' } as const;

type BraveRequest = WebSerpRequest | AutocompleteRequest;

const MAX_CHARACTERS = 400;
const MAX_WORDS = 50;

/** Longer queries are refused; countries and languages are those that Brave lists. */
export function unsupportedByBrave(request: BraveRequest): string | null {
  const { length } = Array.from(request.keyword);
  const words = request.keyword.trim().split(/\s+/).length;
  if (length > MAX_CHARACTERS || words > MAX_WORDS) return 'keyword';
  return unsupportedLocale(BRAVE_DIALECT, request);
}

/**
 * Brave distinguishes devices by the user agent and wants one as browsers write it. Browsers have frozen everything in
 * it except the version.
 */
const USER_AGENTS: Readonly<Record<BraveRequest['os'], string>> = {
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  macos:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
};

interface BraveCall {
  readonly key: string;
  readonly path: 'web/search' | 'suggest/search';
  readonly query: Readonly<Record<string, string | number>>;
  readonly request: BraveRequest;
  readonly signal: AbortSignal;
}

/**
 * @returns the answer, an object
 * @throws ProviderFailure
 */
export async function callBrave({ http, url }: BraveOptions, call: BraveCall): Promise<Field> {
  const answer = await http.json({
    url: endpoint(url, call.path),
    query: { q: call.request.keyword, ...call.query },
    headers: { 'x-subscription-token': call.key, 'user-agent': USER_AGENTS[call.request.os] },
    signal: call.signal,
  });
  const failure = refusalIn(answer);
  if (failure !== null) throw failure;
  return successField(answer);
}

/** Brave's codes. The status alone can't distinguish a wrong key from a wrong request: both are 422. */
const CODES: Readonly<Record<string, FailureKind>> = {
  SUBSCRIPTION_TOKEN_INVALID: 'credential',
  SUBSCRIPTION_TOKEN_MISSING: 'credential',
  SUBSCRIPTION_NOT_FOUND: 'credential',
  OPTION_NOT_IN_PLAN: 'credential',
  RESOURCE_NOT_ALLOWED: 'credential',
  QUOTA_LIMITED: 'quota',
  RATE_LIMITED: 'rate_limited',
};

/** Parameters of Brave's that are fields of our requests. */
const FIELDS: Readonly<Record<string, string>> = {
  q: 'keyword',
  country: 'location_code',
  search_lang: 'language_code',
  lang: 'language_code',
  'x-subscription-token': 'credential',
};

/**
 * The failure that an answer describes, whatever its status.
 *
 * @returns null if the answer describes none
 */
function refusalIn(answer: HttpAnswer<unknown>): ProviderFailure | null {
  const error = errorIn(rootField(answer.body));
  if (error === null) return null;
  const code = error.textIn('code') ?? '';
  if (code === 'VALIDATION') return failureOfParameter(answer, refusedParameter(error));
  const kind = CODES[code];
  const failure = kind === undefined ? failureOfStatus(answer) : failureOfStatus(answer, kind);
  if (failure.retryAfterMs !== null || (kind !== 'quota' && kind !== 'rate_limited')) return failure;
  return new ProviderFailure(kind, failure.message, { retryAfterMs: windowReset(answer.headers) });
}

function errorIn(body: Field): Field | null {
  const error = body.form === 'object' ? body.at('error') : null;
  return error?.form === 'object' ? error : null;
}

/** A parameter that Brave does not take is one that other providers may. */
function failureOfParameter(answer: HttpAnswer<unknown>, parameter: string | null): ProviderFailure {
  const field = FIELDS[parameter ?? ''];
  if (field === 'credential') return failureOfStatus(answer, 'credential');
  if (field === undefined) return failureOfStatus(answer);
  return unsupported(
    field,
    `${answer.target} does not take the value of ${parameter} (status ${answer.status})`,
  );
}

/** `meta.errors[].loc` is a path such as `["query", "country"]`. */
function refusedParameter(error: Field): string | null {
  const meta = error.at('meta');
  const errors = meta.form === 'object' ? meta.at('errors') : meta;
  const path = errors.form === 'list' ? errors.at(0) : null;
  const loc = path?.form === 'object' ? path.at('loc') : null;
  const last = loc?.form === 'list' ? loc.list().at(-1) : undefined;
  return last?.form === 'string' ? last.text() : null;
}

/**
 * How long until the windows that are used up begin anew: of each, in the same order, its limit, what remains of it,
 * and the seconds that it goes on. A limit of 0 means none.
 *
 * @returns milliseconds; null if no window is used up
 */
export function windowReset(headers: ReadonlyMap<string, string>): number | null {
  const numbers = (name: string): readonly number[] =>
    (headers.get(name) ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const limits = numbers('x-ratelimit-limit');
  const resets = numbers('x-ratelimit-reset');
  const waits = numbers('x-ratelimit-remaining').flatMap((remaining, index) => {
    const reset = resets[index] ?? Number.NaN;
    return remaining === 0 && limits[index] !== 0 && Number.isSafeInteger(reset) ? [reset] : [];
  });
  return waits.length === 0 ? null : retryAfter(String(Math.max(...waits)), 0);
}
