import { badAnswer, ProviderFailure, type FailureKind } from '../failure.ts';
import { type Field, rootField } from '../field.ts';
import type { HttpAnswer } from './client.ts';

/** Meanings of a status at upstreams that do not define their own. */
const MEANINGS: Readonly<Record<number, FailureKind>> = {
  401: 'credential',
  402: 'quota',
  403: 'credential',
  408: 'timeout',
  429: 'rate_limited',
  504: 'timeout',
};

const IN_WORDS: Partial<Record<FailureKind, string>> = {
  credential: 'refuses our credential',
  quota: 'says that what it grants us is used up',
  rate_limited: 'was called too often',
  timeout: 'gave up waiting itself',
  unavailable: 'is out of order',
  not_found: 'knows no such video',
};

/** Statuses of a gateway in front of the upstream; a second attempt may reach another machine. */
const PASSING: ReadonlySet<number> = new Set([502, 503]);

/**
 * The failure that an error status means.
 *
 * @param kind where the upstream says more than the status does, e.g. that a 429 means its quota
 */
export function failureOfStatus(
  answer: Answered,
  kind: FailureKind = MEANINGS[answer.status] ?? 'unavailable',
): ProviderFailure {
  return failureSaid(answer, kind, {
    said: `status ${answer.status}`,
    isPassing: kind === 'unavailable' && PASSING.has(answer.status),
    isRefusal: answer.status < 500,
  });
}

/** The parts of an answer that show why it failed. */
export type Answered = Pick<HttpAnswer<unknown>, 'status' | 'headers' | 'target'>;

interface Said {
  /**
   * Short form of the refusal: `status 429`, `code 40202`. Never a text of the upstream, which may repeat the query.
   */
  readonly said: string;
  /** Whether a second call may succeed at once; ignored if the answer states how long to wait. */
  readonly isPassing?: boolean;
  /** Whether the upstream works but refuses the request: then the address or the adapter is wrong. */
  readonly isRefusal?: boolean;
}

/** The failure that an upstream reports by something else than a status. */
export function failureSaid(
  answer: Answered,
  kind: FailureKind,
  { said, isPassing = false, isRefusal = false }: Said,
): ProviderFailure {
  const words = isRefusal && kind === 'unavailable' ? undefined : IN_WORDS[kind];
  const retryAfterMs = retryAfter(answer.headers.get('retry-after') ?? '', Date.now());
  return new ProviderFailure(kind, `${answer.target} ${words ?? 'refuses the request'} (${said})`, {
    retryAfterMs,
    isPassing: isPassing && retryAfterMs === null,
  });
}

/**
 * The answer itself if its status is 2xx.
 *
 * @param meanings of statuses that say something else at this upstream than they usually do
 * @throws ProviderFailure
 */
export function requireSuccess<Body>(
  answer: HttpAnswer<Body>,
  meanings: Readonly<Record<number, FailureKind>> = {},
): HttpAnswer<Body> {
  const kind = meanings[answer.status];
  if (kind !== undefined) throw failureOfStatus(answer, kind);
  if (answer.status >= 400) throw failureOfStatus(answer);
  if (answer.status >= 300)
    throw badAnswer('the answer', `of ${answer.target} is a redirect (${answer.status})`);
  return answer;
}

/** The JSON of a successful answer, which must not be null. @throws ProviderFailure */
export function successField(answer: HttpAnswer<unknown>): Field {
  return rootField(requireSuccess(answer).body).present();
}

/** Maximum of a stated wait; a longer one counts as this. */
const MAX_WAIT_MS = 24 * 3_600_000;

/** Seconds or an HTTP date (RFC 9110, 10.2.3). @returns milliseconds; null if the text is neither */
export function retryAfter(header: string, now: number): number | null {
  const text = header.trim();
  const isDate = /^[A-Z][a-z]{2,8}, /.test(text);
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : isDate ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), MAX_WAIT_MS);
}
