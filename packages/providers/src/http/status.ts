import { badAnswer, ProviderFailure, type FailureKind } from '../failure.ts';
import type { HttpAnswer } from './client.ts';

/** What a status means at an upstream that has no say of its own on it. */
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
  rate_limited: 'was asked too often',
  timeout: 'gave up waiting itself',
  unavailable: 'is out of order',
};

/** A gateway in front of the upstream had a bad moment; a second try may find another machine. */
const PASSING: ReadonlySet<number> = new Set([502, 503]);

/**
 * The failure that an error status stands for.
 *
 * @param kind where the upstream says more than the status does, e.g. that a 429 means its quota
 */
export function failureOfStatus(
  answer: Pick<HttpAnswer<unknown>, 'status' | 'headers' | 'place'>,
  kind: FailureKind = MEANINGS[answer.status] ?? 'unavailable',
): ProviderFailure {
  const retryAfterMs = retryAfter(answer.headers.get('retry-after') ?? '', Date.now());
  const isPassing = kind === 'unavailable' && PASSING.has(answer.status) && retryAfterMs === null;
  return new ProviderFailure(
    kind,
    `${answer.place} ${IN_WORDS[kind] ?? 'refuses the request'} (status ${answer.status})`,
    { retryAfterMs, isPassing },
  );
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
    throw badAnswer('the answer', `of ${answer.place} is a redirect (${answer.status})`);
  return answer;
}

/** The longest wait that is believed. */
const LONGEST_MS = 24 * 3_600_000;

/** Seconds or an HTTP date (RFC 9110, 10.2.3). @returns milliseconds; null if it says nothing of the kind */
export function retryAfter(header: string, now: number): number | null {
  const text = header.trim();
  const isDate = /^[A-Z][a-z]{2,8}, /.test(text);
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : isDate ? Date.parse(text) - now : Number.NaN;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), LONGEST_MS);
}
