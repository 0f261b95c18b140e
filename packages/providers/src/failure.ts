/** Kinds of failures of a provider, by what follows from them. */
export const FAILURE_KINDS = [
  /** Our key or password is refused: an operator has to act. */
  'credential',
  /** The paid or granted quota is used up. */
  'quota',
  /** Called too often for now. */
  'rate_limited',
  'timeout',
  /** The provider is unreachable, broken, or out of order. */
  'unavailable',
  /** Its answer is not of the documented form. */
  'bad_answer',
  /** It does not support a field of this request, such as a location within a country; other providers may. */
  'unsupported',
  /** It is our own index, which has no full text: an operator has to turn it on. */
  'no_full_text',
  /** There is no such video, or not for the public. */
  'not_found',
  /** No client waits for the answer any more. */
  'cancelled',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

interface FailureFacts {
  /** Milliseconds to wait, if waiting helps. */
  readonly retryAfterMs?: number | null;
  /** bad_answer: path of the field of the answer; unsupported: name of the request's field, as the contract has it. */
  readonly field?: string | null;
  /** Whether a second attempt at once may succeed: the connection broke, or a gateway failed for a moment. */
  readonly isPassing?: boolean;
  readonly cause?: unknown;
}

/** The only error of a provider. Its message is for operators: it contains no credential and no query. */
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
