/** What went wrong at a provider, by what follows from it. */
export const FAILURE_KINDS = [
  /** Our key or password is refused: an operator has to act. */
  'credential',
  /** What was paid for or granted is used up. */
  'quota',
  /** Asked too often for now. */
  'rate_limited',
  'timeout',
  /** Not reachable, broken, or out of order. */
  'unavailable',
  /** It answered something that is not what it says it answers. */
  'bad_answer',
  /** It can't do a parameter of this request, such as a location within a country; others may. */
  'unsupported',
  /** There is no such video, or not for the public. */
  'not_found',
  /** Nobody waits for the answer any more. */
  'cancelled',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

interface FailureFacts {
  /** When waiting helps: how long, in milliseconds. */
  readonly retryAfterMs?: number | null;
  /** bad_answer: path of the field of the answer; unsupported: name of the request's field, as the contract has it. */
  readonly field?: string | null;
  /** It may go well if tried once more at once: the connection broke, or a gateway had a bad moment. */
  readonly isPassing?: boolean;
  readonly cause?: unknown;
}

/** The one error that a provider ends with. Its message is for operators: it holds no credential and no query. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly kind: FailureKind;
  readonly retryAfterMs: number | null;
  readonly field: string | null;
  readonly isPassing: boolean;

  constructor(kind: FailureKind, message: string, facts: FailureFacts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    this.kind = kind;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.field = facts.field ?? null;
    this.isPassing = facts.isPassing ?? false;
  }
}

/** @param field of the request, as the contract names it */
export function unsupported(field: string, why: string): ProviderFailure {
  return new ProviderFailure('unsupported', why, { field });
}

/** @param path of the field, as `Field` names it */
export function badAnswer(path: string, what: string): ProviderFailure {
  return new ProviderFailure('bad_answer', `${path} ${what}`, { field: path });
}
