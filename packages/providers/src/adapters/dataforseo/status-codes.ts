import { unsupported, type FailureKind, type ProviderFailure } from '../../failure.ts';
import { failureSaid, type Answered } from '../../http/status.ts';
import type { Field } from '../../reading/field.ts';

const OK = 20_000;
/** Searched, and nothing found. */
const NO_RESULTS = 40_102;
/** A parameter has a value that it can't have; the message says which. */
const INVALID_FIELD = 40_501;
/** A location that there is no more. */
const OUTDATED_LOCATION = 40_505;

/** What the codes mean that tell more than that something is out of order (docs.dataforseo.com/v3/appendix/errors). */
const MEANINGS: Readonly<Record<number, FailureKind>> = {
  /** Not authorised, not verified, blocked, from an address that is not allowed. */
  40100: 'credential',
  40104: 'credential',
  40201: 'credential',
  40207: 'credential',
  /** To be paid for, over the limit that the account gave itself, no money left. */
  40200: 'quota',
  40203: 'quota',
  40210: 'quota',
  /** A minute's requests, the same task in an hour and in a day, requests at the same time. */
  40202: 'rate_limited',
  40205: 'rate_limited',
  40206: 'rate_limited',
  40209: 'rate_limited',
  50401: 'timeout',
  50402: 'timeout',
};

/** The search engine failed them, or they themselves: a second try often succeeds. */
const PASSING: ReadonlySet<number> = new Set([40_101, 40_103, 50_000, 50_301]);

/** Parameters that requests have too, by the names of the contract. */
const PARAMETERS: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  language_code: 'language_code',
  location_code: 'location_code',
  device: 'device',
  os: 'os',
  depth: 'depth',
  block_depth: 'depth',
  client: 'client',
  video_id: 'video_id',
};

/**
 * @param outcome of the request or of its task: `{status_code, status_message}`
 * @throws ProviderFailure if it did not succeed
 */
export function requireDone(answer: Answered, outcome: Field): void {
  const code = outcome.at('status_code').present().integer();
  if (code === OK || code === NO_RESULTS) return;
  throw failureOfCode(answer, code ?? 0, outcome.at('status_message'));
}

/** Whether a task found nothing. */
export function foundNothing(task: Field): boolean {
  return task.at('status_code').integer() === NO_RESULTS;
}

function failureOfCode(answer: Answered, code: number, message: Field): ProviderFailure {
  const field = code === OUTDATED_LOCATION ? 'location_code' : refusedParameter(code, message);
  if (field !== undefined)
    return unsupported(field, `${answer.place} does not take this ${field} (code ${code})`);
  const kind = MEANINGS[code] ?? 'unavailable';
  const isPassing = PASSING.has(code);
  return failureSaid(answer, kind, {
    said: `code ${code}`,
    isPassing,
    isRefusal: code < 50_000 && !isPassing,
  });
}

function refusedParameter(code: number, message: Field): string | undefined {
  if (code !== INVALID_FIELD) return undefined;
  const [, name = ''] = /^Invalid Field: '(\w+)'/i.exec(message.string() ?? '') ?? [];
  return PARAMETERS[name];
}
