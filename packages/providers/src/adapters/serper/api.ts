import { countryIn, GOOGLE, languageIn } from '../../codes/dialects.ts';
import { type ProviderFailure, unsupported } from '../../failure.ts';
import { endpoint, type HttpAnswer } from '../../http/client.ts';
import { failureOfStatus, successField } from '../../http/status.ts';
import type { AutocompleteRequest, OptionsOf, WebSerpRequest } from '../../ports.ts';
import { type Field, rootField } from '../../field.ts';

export type SerperOptions = OptionsOf<'serper', 'http'>;

export const NAME = 'serper';

/**
 * @param more parameters of this search
 * @returns the answer, an object
 * @throws ProviderFailure
 */
export async function callSerper(
  { http, url, key }: SerperOptions,
  path: 'search' | 'autocomplete',
  { keyword, language, location }: WebSerpRequest | AutocompleteRequest,
  more: Readonly<Record<string, number>>,
  signal: AbortSignal,
): Promise<Field> {
  const answer = await http.json({
    url: endpoint(url, path),
    headers: { 'x-api-key': key },
    json: {
      q: keyword,
      hl: languageIn(GOOGLE, language) ?? language.base,
      gl: countryIn(GOOGLE, location.country ?? '') ?? '',
      ...more,
    },
    signal,
  });
  if (answer.status === 400) throw failureOfRefusal(answer);
  return successField(answer);
}

/**
 * The list in an answer. It may be absent if nothing was found; then the parameters, which every answer repeats, show
 * that it is an answer.
 */
export function listIn(answer: Field, name: string): readonly Field[] {
  const list = answer.at(name);
  if (list.isAbsent) answer.at('searchParameters').present();
  return list.list();
}

/**
 * Status 400 means that credits are used up, or that the account may not send this query; only the message
 * distinguishes them.
 */
function failureOfRefusal(answer: HttpAnswer<unknown>): ProviderFailure {
  const message = rootField(answer.body).textIn('message') ?? '';
  if (/credit/i.test(message)) return failureOfStatus(answer, 'quota');
  if (/query/i.test(message))
    return unsupported('keyword', `${answer.target} does not take this query (status 400)`);
  return failureOfStatus(answer);
}
