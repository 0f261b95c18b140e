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
  not_found: 'knows no such video',
};

/** A gateway in front of the upstream had a bad moment; a second try may find another machine. */
const PASSING: ReadonlySet<number> = new Set([502, 503]);

/**
 * The failure that an error status stands for.
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

/** What of an answer tells why it is none. */
export type Answered = Pick<HttpAnswer<unknown>, 'status' | 'headers' | 'place'>;

interface Said {
  /** In which words: `status 429`, `code 40202`. Never a text of the upstream's, which may repeat what was asked. */
  readonly said: string;
  /** Not if the answer says how long to wait. */
  readonly isPassing?: boolean;
  /** It is not out of order, but doesn't take what it was asked: the address or the adapter is wrong. */
  readonly isRefusal?: boolean;
}

/** The failure that an upstream tells of by something else than a status. */
export function failureSaid(
  answer: Answered,
  kind: FailureKind,
  { said, isPassing = false, isRefusal = false }: Said,
): ProviderFailure {
  const words = isRefusal && kind === 'unavailable' ? undefined : IN_WORDS[kind];
  const retryAfterMs = retryAfter(answer.headers.get('retry-after') ?? '', Date.now());
  return new ProviderFailure(kind, `${answer.place} ${words ?? 'refuses the request'} (${said})`, {
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
