import { unsupportedLocale } from '../../answers/locale.ts';
import type { HttpClient } from '../../http/client.ts';
import { endpoint } from '../../http/endpoint.ts';
import { requireSuccess } from '../../http/status.ts';
import type { AutocompleteRequest, WebSerpRequest } from '../../ports.ts';
import { rootField, type Field } from '../../reading/field.ts';
import { refusalIn } from './failure.ts';

export interface BraveOptions {
  readonly http: HttpClient;
  /** https://api.search.brave.com/res/v1 but for tests. */
  readonly url: string;
  /** Of the plan for web searches. */
  readonly key: string;
  /** Of the plan for suggestions, which Brave sells apart; null if one key has both. */
  readonly suggestKey: string | null;
}

export const NAME = 'brave';
export const ENGINE = { engine: 'brave', engineDomain: 'search.brave.com' } as const;

type BraveRequest = WebSerpRequest | AutocompleteRequest;

const MOST_CHARACTERS = 400;
const MOST_WORDS = 50;

/** Longer queries are refused; countries and languages are those that Brave lists. */
export function unsupportedByBrave(request: BraveRequest): string | null {
  const { length } = Array.from(request.keyword);
  const words = request.keyword.trim().split(/\s+/).length;
  if (length > MOST_CHARACTERS || words > MOST_WORDS) return 'keyword';
  return unsupportedLocale('brave', request);
}

/**
 * Brave tells devices apart by the agent that calls, and asks for one as browsers write it. Browsers have frozen what
 * stands there but for the version.
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
export async function askBrave({ http, url }: BraveOptions, call: BraveCall): Promise<Field> {
  const answer = await http.json({
    url: endpoint(url, call.path),
    query: { q: call.request.keyword, ...call.query },
    headers: { 'x-subscription-token': call.key, 'user-agent': USER_AGENTS[call.request.os] },
    signal: call.signal,
  });
  const failure = refusalIn(answer);
  if (failure !== null) throw failure;
  return rootField(requireSuccess(answer).body).present();
}
