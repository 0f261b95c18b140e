import { badAnswer, type FailureKind, ProviderFailure, unsupported } from '../../failure.ts';
import { endpoint, type HttpAnswer } from '../../http/client.ts';
import { failureOfStatus, failureSaid, successField } from '../../http/status.ts';
import type { OptionsOf } from '../../ports.ts';
import { type Field, rootField } from '../../field.ts';

export type YoutubeDataApiOptions = OptionsOf<'youtube-data-api', 'http' | 'now'>;

/** The used lists of the API, each with its `kind`. */
const KINDS = {
  search: 'youtube#searchListResponse',
  videos: 'youtube#videoListResponse',
  channels: 'youtube#channelListResponse',
  videoCategories: 'youtube#videoCategoryListResponse',
} as const;

export interface Api {
  /** @throws ProviderFailure */
  list(
    resource: keyof typeof KINDS,
    query: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<Field>;
}

/** Items that it lists at once, and ids that it takes. */
export const PAGE_SIZE = 50;

export function openApi({ http, url, key, now }: YoutubeDataApiOptions): Api {
  return {
    async list(resource, query, signal) {
      const answer = await http.json({
        url: endpoint(url, resource),
        query,
        // Not as `key=`: addresses end up in logs of proxies.
        headers: { 'x-goog-api-key': key },
        signal,
      });
      if (answer.status >= 400) throw refusalOf(answer, now());
      const list = successField(answer);
      // An empty list may lack `items`, so only `kind` tells it from the answer of another program.
      if (list.at('kind').string() !== KINDS[resource]) throw badAnswer('kind', `is not ${KINDS[resource]}`);
      return list;
    },
  };
}

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

/** Fields of our request by the parameters that `reason` and `location` of an error name. */
const PARAMETERS: Readonly<Record<string, string>> = {
  invalidRegionCode: 'location_code',
  regionCode: 'location_code',
  invalidRelevanceLanguage: 'language_code',
  relevanceLanguage: 'language_code',
  hl: 'language_code',
};

/** The failure that an error status means. @param now milliseconds since the epoch */
function refusalOf(answer: HttpAnswer<unknown>, now: number): ProviderFailure {
  const body = rootField(answer.body);
  const error = body.form === 'object' ? body.at('error') : body;
  if (error.form !== 'object') return failureOfStatus(answer);
  const errors = error.at('errors').list();
  const reasons = [...error.at('details').list(), ...errors].map((one) => one.at('reason').string() ?? '');
  const parameter = [...reasons, ...errors.map((one) => one.at('location').string() ?? '')]
    .map((name) => PARAMETERS[name])
    .find((field) => field !== undefined);
  if (parameter !== undefined)
    return unsupported(parameter, `${answer.target} does not know this ${parameter}`);
  const known = reasons.find((reason) => REASONS[reason] !== undefined);
  if (known === undefined) return failureOfStatus(answer);
  const kind = isDaily(error) ? 'quota' : (REASONS[known] ?? 'unavailable');
  const failure = failureSaid(answer, kind, { said: known });
  if (kind !== 'quota') return failure;
  return new ProviderFailure(kind, failure.message, {
    retryAfterMs: failure.retryAfterMs ?? untilMidnight(now),
  });
}

/** Whether the daily quota is used up: only the message distinguishes it from the quota per minute. */
function isDaily(error: Field): boolean {
  return /\bper day\b/i.test(error.at('message').string() ?? '');
}

const DAY_MS = 24 * 3_600_000;
/** Time zone in which the days of quotas begin. */
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
