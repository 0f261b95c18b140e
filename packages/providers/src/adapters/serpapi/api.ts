import { saysVideoIsMissing } from '../../answers/videos.ts';
import type { Language, Location } from '../../codes/locales.ts';
import { countryIn, type Dialect, languageIn } from '../../codes/dialects.ts';
import { type FailureKind, type ProviderFailure, unsupported } from '../../failure.ts';
import { endpoint, type HttpAnswer } from '../../http/client.ts';
import { type Answered, failureOfStatus, failureSaid, successField } from '../../http/status.ts';
import type { OptionsOf } from '../../ports.ts';
import { type Field, rootField } from '../../field.ts';

/** gl and hl of SerpApi: Google's, all in lower case, few with a region; it reports the codes that it refuses. */
export const SERPAPI_DIALECT: Dialect = {
  countryCase: 'lower',
  languages: {
    he: 'iw',
    jv: 'jw',
    nb: 'no',
    'pt-BR': 'pt-br',
    'pt-PT': 'pt-pt',
    zh: 'zh-cn',
    'zh-HK': 'zh-tw',
    'zh-TW': 'zh-tw',
  },
  keepsRegion: false,
};

export type SerpApiOptions = OptionsOf<'serpapi', 'http' | 'now'>;

export const NAME = 'serpapi';

interface Search {
  readonly engine: 'google' | 'google_autocomplete' | 'youtube' | 'youtube_video';
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly language: Language;
  readonly location: Location;
  readonly signal: AbortSignal;
}

/**
 * @returns the answer, an object; one in which nothing was found has none of the lists
 * @throws ProviderFailure
 */
export async function search(
  { http, url, key }: SerpApiOptions,
  { engine, parameters, language, location, signal }: Search,
): Promise<Field> {
  const answer = await http.json({
    url: endpoint(url, 'search.json'),
    query: {
      engine,
      ...parameters,
      hl: languageIn(SERPAPI_DIALECT, language) ?? language.base,
      gl: countryIn(SERPAPI_DIALECT, location.country ?? '') ?? '',
      api_key: key,
    },
    signal,
  });
  if (answer.status >= 400) throw failureOfRefusal(answer);
  const body = successField(answer);
  requireFound(answer, body);
  return body;
}

/** The list in an answer. It is absent if nothing was found; then the status of the search must be there. */
export function listIn(answer: Field, name: string): readonly Field[] {
  const list = answer.at(name);
  if (list.isAbsent) answer.at('search_metadata', 'status').present();
  return list.list();
}

/** Words of its errors, where the status alone has several meanings, or none. */
const KINDS: readonly (readonly [words: RegExp, kind: FailureKind])[] = [
  [/run out of searches/i, 'quota'],
  [/invalid api key/i, 'credential'],
  [/hourly throughput|too many requests/i, 'rate_limited'],
];

/** Words for a parameter in errors that refuse it, and the field of the request that it comes from. */
const PARAMETERS: readonly (readonly [words: RegExp, field: string])[] = [
  [/\bhl\b|language/i, 'language_code'],
  [/\bgl\b|country|google_domain|google domain/i, 'location_code'],
  [/\bclient\b/i, 'client'],
  [/\bdevice\b/i, 'device'],
];

/** An error status; its body is `{error}`. */
function failureOfRefusal(answer: HttpAnswer<unknown>): ProviderFailure {
  const message = rootField(answer.body).textIn('error') ?? '';
  const field = answer.status === 400 ? firstMatch(PARAMETERS, message) : undefined;
  if (field !== undefined)
    return unsupported(field, `${answer.target} does not take this ${field} (status 400)`);
  return failureOfStatus(answer, firstMatch(KINDS, message));
}

/**
 * A failed search has status 200, too. `error` alone means nothing: it is also there if the engine has found nothing,
 * which is a success.
 */
function requireFound(answer: Answered, body: Field): void {
  const status = body.at('search_metadata', 'status').string();
  const message = body.at('error').string() ?? '';
  if (status === 'Success' || (status === null && message === '')) return;
  if (status === null && saysNothingFound(message)) return;
  const kind = firstMatch(KINDS, message) ?? (saysVideoIsMissing(message) ? 'not_found' : 'unavailable');
  throw failureSaid(answer, kind, {
    said: status === null ? 'an error with status 200' : 'a search that did not succeed',
    // Usually the engine refused one of SerpApi's machines, and another one gets an answer.
    isPassing: kind === 'unavailable',
  });
}

/** Whether an error is that the engine has found nothing. */
export function saysNothingFound(message: string): boolean {
  return /returned any results/i.test(message);
}

function firstMatch<Meaning>(
  meanings: readonly (readonly [words: RegExp, meaning: Meaning])[],
  message: string,
): Meaning | undefined {
  return meanings.find(([words]) => words.test(message))?.[1];
}
