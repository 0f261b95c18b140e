import { ProviderFailure, unsupported, type FailureKind } from '../../failure.ts';
import type { HttpAnswer } from '../../http/client.ts';
import { failureOfStatus, retryAfter } from '../../http/status.ts';
import { rootField, type Field } from '../../reading/field.ts';

/** Brave's codes. The status alone can't tell a wrong key from a wrong request: both are 422. */
const CODES: Readonly<Record<string, FailureKind>> = {
  SUBSCRIPTION_TOKEN_INVALID: 'credential',
  SUBSCRIPTION_TOKEN_MISSING: 'credential',
  SUBSCRIPTION_NOT_FOUND: 'credential',
  OPTION_NOT_IN_PLAN: 'credential',
  RESOURCE_NOT_ALLOWED: 'credential',
  QUOTA_LIMITED: 'quota',
  RATE_LIMITED: 'rate_limited',
};

/** Parameters of Brave's that are fields of our requests. */
const FIELDS: Readonly<Record<string, string>> = {
  q: 'keyword',
  country: 'location_code',
  search_lang: 'language_code',
  lang: 'language_code',
  'x-subscription-token': 'credential',
};

/**
 * What an answer says went wrong, whatever its status.
 *
 * @returns null if it says nothing of the kind
 */
export function refusalIn(answer: HttpAnswer<unknown>): ProviderFailure | null {
  const error = errorIn(rootField(answer.body));
  if (error === null) return null;
  const code = error.at('code').form === 'string' ? (error.at('code').text() ?? '') : '';
  if (code === 'VALIDATION') return failureOfParameter(answer, refusedParameter(error));
  const kind = CODES[code];
  const failure = kind === undefined ? failureOfStatus(answer) : failureOfStatus(answer, kind);
  if (failure.retryAfterMs !== null || (kind !== 'quota' && kind !== 'rate_limited')) return failure;
  return new ProviderFailure(kind, failure.message, { retryAfterMs: windowReset(answer.headers) });
}

function errorIn(body: Field): Field | null {
  const error = body.form === 'object' ? body.at('error') : null;
  return error?.form === 'object' ? error : null;
}

/** A parameter that Brave does not take is one that other providers may. */
function failureOfParameter(answer: HttpAnswer<unknown>, parameter: string | null): ProviderFailure {
  const field = FIELDS[parameter ?? ''];
  if (field === 'credential') return failureOfStatus(answer, 'credential');
  if (field === undefined) return failureOfStatus(answer);
  return unsupported(
    field,
    `${answer.place} does not take the value of ${parameter} (status ${answer.status})`,
  );
}

/** `meta.errors[].loc` is a path such as `["query", "country"]`. */
function refusedParameter(error: Field): string | null {
  const meta = error.at('meta');
  const errors = meta.form === 'object' ? meta.at('errors') : meta;
  const path = errors.form === 'list' ? errors.at(0) : null;
  const loc = path?.form === 'object' ? path.at('loc') : null;
  const last = loc?.form === 'list' ? loc.list().at(-1) : undefined;
  return last?.form === 'string' ? last.text() : null;
}

/**
 * How long until the windows that are used up begin anew: of each, in the same order, its limit, what remains of it, and
 * the seconds that it goes on. A limit of 0 means none.
 *
 * @returns milliseconds; null if no window is used up
 */
export function windowReset(headers: ReadonlyMap<string, string>): number | null {
  const numbers = (name: string): readonly number[] =>
    (headers.get(name) ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const limits = numbers('x-ratelimit-limit');
  const resets = numbers('x-ratelimit-reset');
  const waits = numbers('x-ratelimit-remaining').flatMap((remaining, index) => {
    const reset = resets[index] ?? Number.NaN;
    return remaining === 0 && limits[index] !== 0 && Number.isSafeInteger(reset) ? [reset] : [];
  });
  return waits.length === 0 ? null : retryAfter(String(Math.max(...waits)), 0);
}
