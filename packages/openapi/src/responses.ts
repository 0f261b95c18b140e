import {
  ERRORS,
  type ErrorCode,
  type Operation,
  type Success,
  TASK_STATUSES,
  TASKS_VERSION,
} from '@sitegrep/contract';
import type { JsonObject } from './json.ts';

const seconds = { type: 'string', pattern: '^[0-9]+$' };

/** Headers of answers. */
const HEADERS = {
  'x-request-id': {
    description:
      'Id of the request in the log. It is the id that was sent, if that consists of 1 to 64 of A–Z a–z 0–9 . _ -',
    schema: { type: 'string', minLength: 1 },
  },
  'RateLimit-Limit': { description: 'Requests that the key allows per minute.', schema: seconds },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: seconds },
  'RateLimit-Reset': { description: 'Seconds until the full number is available again.', schema: seconds },
  'Retry-After': { description: 'Seconds after which a repeated request can succeed.', schema: seconds },
  'x-sitegrep-provider': { description: 'Provider that answered.', schema: { type: 'string' } },
  age: {
    description: 'Seconds since the provider answered; 0 if the answer is not from the cache.',
    schema: seconds,
  },
  etag: { description: 'Version of the content, for If-None-Match.', schema: { type: 'string' } },
  'accept-ranges': { description: 'Unit of ranges: bytes.', schema: { type: 'string' } },
  'content-disposition': {
    description: 'Name of the file that the answer can be saved as (RFC 6266).',
    schema: { type: 'string' },
  },
  'content-range': {
    description: 'The range and the size of the whole source, such as bytes 0-4095/31904.',
    schema: { type: 'string' },
  },
  'www-authenticate': {
    description: 'Ways to send a key: schemes of the header Authorization. `X-API-Key` is taken everywhere.',
    schema: { type: 'string' },
  },
  'set-cookie': { description: 'The cookie of the session.', schema: { type: 'string' } },
  location: { description: 'Path of the page to read instead.', schema: { type: 'string' } },
  'content-security-policy': { description: 'Resources that the page may load.', schema: { type: 'string' } },
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

/** Headers of an error, which are the same for all operations. */
function headersOfError(code: ErrorCode, retryAfter: 'never' | 'always' | 'when_known'): JsonObject {
  const always: HeaderName[] = ['x-request-id'];
  const sometimes: HeaderName[] = [];
  // An unknown key has no limit; other answers may have come before the key was looked up.
  if (AFTER_KEY.has(code)) always.push(...RATE_LIMIT);
  else if (code !== 'unauthorized') sometimes.push(...RATE_LIMIT);
  if (code === 'unauthorized') always.push('www-authenticate');
  if (code === 'range_not_satisfiable') always.push('content-range');
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

/** Example of the details of each error. */
const DETAILS: Readonly<Record<ErrorCode, string>> = {
  not_found: 'There is no crawl with this id; GET /admin/crawls lists them.',
  method_not_allowed: 'This path allows POST only.',
  unauthorized: 'Send a valid API key in the header X-API-Key, or as Authorization: Bearer.',
  forbidden: 'This operation needs a key with the scope "admin"; use another key.',
  rate_limited: 'The key has used up its requests for this minute; wait 17 s.',
  too_large: 'The body is larger than 1048576 bytes; send less at a time.',
  unsupported_media_type: 'Content-Type must be application/json, with UTF-8.',
  bad_request: 'Field "limits" is unknown; the nearest known one is "limit".',
  conflict: 'The crawl has completed, so there is nothing to cancel.',
  range_not_satisfiable:
    'The range begins after the end of the source, which has 31904 bytes; ask for an earlier one.',
  too_broad:
    'In 3600 domains whose sources must be read, 2100 of them were within the time limit; add a text of three or more characters or a condition such as country:DE, or take an export.',
  unavailable: 'The store cannot be reached at the moment; try again.',
  upstream_failed:
    'Every provider failed; the log has the causes under request id 0f5f3a52-6b0b-4e0a-9d0a-1f8c2f1f7a11.',
  upstream_timed_out: 'No provider answered in time; try again.',
  internal:
    'An unexpected error occurred; the log has the cause under request id 0f5f3a52-6b0b-4e0a-9d0a-1f8c2f1f7a11.',
};

const CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);

/** Answers of all errors, by the names under which operations refer to them. */
export function errorResponses(): JsonObject {
  return Object.fromEntries([
    ...CODES.map((code) => [nameOf(code), response(code)] as const),
    ...REFUSALS.map((code) => [`DataForSeo${nameOf(code)}`, refusal(code)] as const),
  ]);
}

export function errorReference(code: ErrorCode, { tag }: Operation): JsonObject {
  const name = tag === 'DataForSEO' ? `DataForSeo${nameOf(code)}` : nameOf(code);
  return { $ref: `#/components/responses/${name}` };
}

/** Errors of operations for DataForSEO's clients that are no 200. */
const REFUSALS = ['unauthorized', 'unavailable', 'internal'] as const;

function refusal(code: (typeof REFUSALS)[number]): JsonObject {
  const { error, when, retryAfter } = ERRORS[code];
  const { code: status, message } = TASK_STATUSES[code === 'unauthorized' ? 'unauthorized' : 'internal'];
  const details = code === 'unauthorized' ? PASSWORD : DETAILS[code];
  return {
    description: `${error}: ${when}`,
    headers: headersOfError(code, retryAfter),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/DataForSeoRefusal' },
        example: {
          version: TASKS_VERSION,
          status_code: status,
          status_message: `${message} ${details}`,
          time: '0.0101 sec.',
          cost: 0,
          tasks_count: 0,
          tasks_error: 0,
          tasks: null,
        },
      },
    },
  };
}

const PASSWORD = 'Send a valid API key as the password of Basic authentication, with any login.';

function response(code: ErrorCode): JsonObject {
  const { error, when, retryAfter } = ERRORS[code];
  return {
    description: `${error}: ${when}`,
    headers: headersOfError(code, retryAfter),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorBody' },
        example: { success: false, error, details: DETAILS[code] },
      },
    },
  };
}

/** `too_large` → `TooLarge` */
function nameOf(code: ErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
