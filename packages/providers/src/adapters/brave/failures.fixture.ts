import type { Reply } from '../../conformance/upstream.ts';
import type { FailureKind } from '../../failure.ts';

/** What `openBrave` is given in tests. */
export const SECRET = 'brave-secret-key';

const refusal = (status: number, code: unknown, meta: object = {}): Reply => ({
  status,
  json: {
    type: 'ErrorResponse',
    error: { id: '4b1c', status, code, detail: 'Sorry', meta },
    time: 1_795_000_000,
  },
});

const invalid = (...loc: readonly unknown[]): Reply =>
  refusal(422, 'VALIDATION', { errors: [{ type: 'enum', loc, msg: 'Sorry' }] });

interface BraveFailure {
  readonly what: string;
  readonly reply: Reply;
  readonly kind: FailureKind;
  readonly field?: string;
  readonly retryAfterMs?: number;
}

/** What both operations answer if something is wrong. */
export const failures: readonly BraveFailure[] = [
  ...['SUBSCRIPTION_TOKEN_INVALID', 'OPTION_NOT_IN_PLAN'].map((code): BraveFailure => ({
    what: code,
    reply: refusal(422, code),
    kind: 'credential',
  })),
  { what: 'no subscription', reply: refusal(404, 'SUBSCRIPTION_NOT_FOUND'), kind: 'credential' },
  { what: 'no key', reply: invalid('header', 'x-subscription-token'), kind: 'credential' },
  {
    what: 'a country that it does not know after all',
    reply: invalid('query', 'country'),
    kind: 'unsupported',
    field: 'location_code',
  },
  { what: 'a query that is too long', reply: invalid('query', 'q'), kind: 'unsupported', field: 'keyword' },
  { what: 'another parameter', reply: invalid('query', 'count'), kind: 'unavailable' },
  { what: 'a parameter without a name', reply: invalid(), kind: 'unavailable' },
  { what: 'a parameter that is a number', reply: invalid(0), kind: 'unavailable' },
  { what: 'a refusal without reasons', reply: refusal(422, 'VALIDATION'), kind: 'unavailable' },
  {
    what: 'too many queries a second',
    reply: {
      ...refusal(429, 'RATE_LIMITED'),
      headers: {
        'x-ratelimit-limit': '1, 15000',
        'x-ratelimit-policy': '1;w=1, 15000;w=2592000',
        'x-ratelimit-remaining': '0, 14000',
        'x-ratelimit-reset': '1, 1200000',
      },
    },
    kind: 'rate_limited',
    retryAfterMs: 1_000,
  },
  {
    what: 'the month is used up',
    reply: {
      ...refusal(429, 'QUOTA_LIMITED'),
      headers: {
        'x-ratelimit-limit': '1, 2000',
        'x-ratelimit-remaining': '1, 0',
        'x-ratelimit-reset': '1, 36000',
      },
    },
    kind: 'quota',
    retryAfterMs: 36_000_000,
  },
  { what: 'an unknown code', reply: refusal(500, 'INTERNAL'), kind: 'unavailable' },
  { what: 'a code that is no text', reply: refusal(429, 7), kind: 'rate_limited' },
  {
    what: 'an error with status 200',
    reply: { ...refusal(429, 'RATE_LIMITED'), status: 200 },
    kind: 'rate_limited',
  },
  { what: 'an object without anything', reply: { json: {} }, kind: 'bad_answer' },
];
