import { ERRORS, type ErrorCode } from '@sitegrep/contract';
import { headersOfError } from './headers.ts';
import type { JsonObject } from './json.ts';

/** Example of the details of each error. */
const DETAILS: Readonly<Record<ErrorCode, string>> = {
  not_found: 'There is no crawl with this id; GET /admin/crawls lists them.',
  method_not_allowed: 'This path allows POST only.',
  unauthorized: 'Send a valid API key in the header X-API-Key.',
  forbidden: 'This operation needs a key with the scope "admin"; use another key.',
  rate_limited: 'The key has used up its requests for this minute; wait 17 s.',
  too_large: 'The body is larger than 1048576 bytes; send less at a time.',
  unsupported_media_type: 'Content-Type must be application/json, with UTF-8.',
  bad_request: 'Field "limits" is unknown; the nearest known one is "limit".',
  conflict: 'The crawl has completed, so there is nothing to cancel.',
  unavailable: 'The store cannot be reached at the moment; try again.',
  upstream_failed:
    'Every provider failed; the log has the causes under request id 0f5f3a52-6b0b-4e0a-9d0a-1f8c2f1f7a11.',
  upstream_timed_out: 'No provider answered in time; try again.',
  internal:
    'An unexpected error occurred; the log has the cause under request id 0f5f3a52-6b0b-4e0a-9d0a-1f8c2f1f7a11.',
};

const CODES = Object.keys(ERRORS).filter((code): code is ErrorCode => code in ERRORS);

/** The answer of each error, by the name that operations refer to it by. */
export function errorResponses(): JsonObject {
  return Object.fromEntries(CODES.map((code) => [nameOf(code), response(code)]));
}

export function errorReference(code: ErrorCode): JsonObject {
  return { $ref: `#/components/responses/${nameOf(code)}` };
}

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
