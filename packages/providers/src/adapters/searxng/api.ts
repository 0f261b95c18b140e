import { localeOf } from '../../codes/dialects.ts';
import { ProviderFailure } from '../../failure.ts';
import { endpoint } from '../../http/client.ts';
import { successField } from '../../http/status.ts';
import type { AutocompleteRequest, OptionsOf, WebSerpRequest } from '../../ports.ts';
import type { Field } from '../../field.ts';

export type SearxngOptions = OptionsOf<'searxng', 'http'>;

export const NAME = 'searxng';

/** Words that SearXNG takes for commands: other engines, other languages, time limits, redirects. */
const COMMAND = /^(?:!|:\p{L}|<\d)/u;

/**
 * It knows countries by the locale only, and no locations in them. A keyword can't be quoted for it: a word that looks
 * like one of its commands would be executed.
 */
export function unsupportedBySearxng(request: WebSerpRequest | AutocompleteRequest): string | null {
  if (request.location.country === null) return 'location_code';
  return request.keyword.split(/\s+/).some((word) => COMMAND.test(word)) ? 'keyword' : null;
}

interface SearxngCall {
  readonly path: 'search' | 'autocompleter';
  readonly query: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly request: WebSerpRequest | AutocompleteRequest;
  readonly signal: AbortSignal;
}

/**
 * @returns the answer
 * @throws ProviderFailure
 */
export async function callSearxng({ http, url }: SearxngOptions, call: SearxngCall): Promise<Field> {
  const { keyword, language, location } = call.request;
  const answer = await http.json({
    url: endpoint(url, call.path),
    query: {
      q: keyword,
      // Language of its own texts, such as the reasons for which an engine did not answer.
      locale: 'en',
      ...call.query,
      language: localeOf(language, location.country),
    },
    ...(call.headers === undefined ? {} : { headers: call.headers }),
    signal: call.signal,
  });
  if (answer.status === 403) {
    const remedy = 'json must be among search.formats in its settings.yml';
    throw new ProviderFailure('credential', `${answer.target} refuses to answer us (status 403): ${remedy}`);
  }
  return successField(answer);
}
