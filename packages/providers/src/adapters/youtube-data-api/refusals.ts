import { ProviderFailure, unsupported, type FailureKind } from '../../failure.ts';
import type { HttpAnswer } from '../../http/client.ts';
import { failureOfStatus, failureSaid } from '../../http/status.ts';
import { rootField, type Field } from '../../reading/field.ts';

/** `reason` of an error or of its details. */
const REASONS: Readonly<Record<string, FailureKind>> = {
  API_KEY_INVALID: 'credential',
  API_KEY_SERVICE_BLOCKED: 'credential',
  SERVICE_DISABLED: 'credential',
  keyInvalid: 'credential',
  keyExpired: 'credential',
  accessNotConfigured: 'credential',
  ipRefererBlocked: 'credential',
  forbidden: 'credential',
  quotaExceeded: 'quota',
  dailyLimitExceeded: 'quota',
  rateLimitExceeded: 'rate_limited',
  userRateLimitExceeded: 'rate_limited',
};

/** Parameters that are the request's, by its own names; `reason` and `location` tell of them. */
const PARAMETERS: Readonly<Record<string, string>> = {
  invalidRegionCode: 'location_code',
  regionCode: 'location_code',
  invalidRelevanceLanguage: 'language_code',
  relevanceLanguage: 'language_code',
  hl: 'language_code',
};

/** What an error status means. @param now milliseconds since the epoch */
export function refusalOf(answer: HttpAnswer<unknown>, now: number): ProviderFailure {
  const body = rootField(answer.body);
  const error = body.form === 'object' ? body.at('error') : body;
  if (error.form !== 'object') return failureOfStatus(answer);
  const errors = error.at('errors').list();
  const reasons = [...error.at('details').list(), ...errors].map((one) => one.at('reason').string() ?? '');
  const parameter = [...reasons, ...errors.map((one) => one.at('location').string() ?? '')]
    .map((name) => PARAMETERS[name])
    .find((field) => field !== undefined);
  if (parameter !== undefined)
    return unsupported(parameter, `${answer.place} does not know this ${parameter}`);
  const known = reasons.find((reason) => REASONS[reason] !== undefined);
  if (known === undefined) return failureOfStatus(answer);
  const kind = isDaily(error) ? 'quota' : (REASONS[known] ?? 'unavailable');
  const failure = failureSaid(answer, kind, { said: known });
  if (kind !== 'quota') return failure;
  return new ProviderFailure(kind, failure.message, {
    retryAfterMs: failure.retryAfterMs ?? untilMidnight(now),
  });
}

/** What a day grants is told apart from what a minute does in words only. */
function isDaily(error: Field): boolean {
  return /\bper day\b/i.test(error.at('message').string() ?? '');
}

const DAY_MS = 24 * 3_600_000;
/** Where days begin, for quotas. */
const PACIFIC = new Intl.DateTimeFormat('en', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Milliseconds until quotas begin anew; an hour off on the two days a year on which clocks are changed. */
function untilMidnight(now: number): number {
  const parts = PACIFIC.formatToParts(now);
  const of = (wanted: string): number => Number(parts.find(({ type }) => type === wanted)?.value ?? 0);
  return DAY_MS - ((of('hour') * 60 + of('minute')) * 60 + of('second')) * 1_000;
}
