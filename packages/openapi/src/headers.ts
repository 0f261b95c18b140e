import type { ErrorCode, Operation, Success } from '@sitegrep/contract';
import type { JsonObject } from './json.ts';

const seconds = { type: 'string', pattern: '^[0-9]+$' };

/** Headers of answers. */
const HEADERS = {
  'x-request-id': {
    description: 'Of this request, for the log; the one that was sent if it has 1 to 64 of A–Z a–z 0–9 . _ -',
    schema: { type: 'string', minLength: 1 },
  },
  'RateLimit-Limit': { description: 'Requests a minute of the key.', schema: seconds },
  'RateLimit-Remaining': { description: 'Requests that are left in this minute.', schema: seconds },
  'RateLimit-Reset': { description: 'Seconds until all of them are there again.', schema: seconds },
  'Retry-After': { description: 'Seconds after which another try can succeed.', schema: seconds },
  'x-sitegrep-provider': { description: 'Who answered.', schema: { type: 'string' } },
  age: { description: 'Seconds since they did; 0 unless it was kept.', schema: seconds },
  etag: { description: 'Changes with the content; for If-None-Match.', schema: { type: 'string' } },
  'content-security-policy': { description: 'What the page may load.', schema: { type: 'string' } },
} as const satisfies Record<string, JsonObject>;

type HeaderName = keyof typeof HEADERS;

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** Refusals of a request whose key was recognised. */
const AFTER_KEY: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'rate_limited',
  'too_large',
  'unsupported_media_type',
]);

export function headersOfSuccess({ scope }: Operation, { headers = [] }: Success): JsonObject {
  return references(['x-request-id', ...(scope === null ? [] : RATE_LIMIT), ...headers], []);
}

/** Headers of an error's answers, whatever the operation. */
export function headersOfError(code: ErrorCode, retryAfter: 'never' | 'always' | 'when_known'): JsonObject {
  const always: HeaderName[] = ['x-request-id'];
  const sometimes: HeaderName[] = [];
  // An unknown key has no limit; other answers may have come before the key was looked up.
  if (AFTER_KEY.has(code)) always.push(...RATE_LIMIT);
  else if (code !== 'unauthorized') sometimes.push(...RATE_LIMIT);
  if (retryAfter === 'always') always.push('Retry-After');
  else if (retryAfter === 'when_known') sometimes.push('Retry-After');
  return references(always, sometimes);
}

function references(always: readonly HeaderName[], sometimes: readonly HeaderName[]): JsonObject {
  return Object.fromEntries([
    ...always.map((name) => [name, { ...HEADERS[name], required: true }] as const),
    ...sometimes.map((name) => [name, HEADERS[name]] as const),
  ]);
}
