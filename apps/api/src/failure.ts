import {
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  type Problem,
  sentence,
  visibleText,
} from '@sitegrep/contract';

/** A request that can't be served; `plugins/errors.ts` turns it into the answer. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Problem of a field of the request; null if something else is wrong. */
  readonly problem: Problem | null;

  /** @param details sentence for the client: the problem, where it is, and the remedy; no path, stack or internal host */
  constructor(
    code: ErrorCode,
    details: string,
    headers: Readonly<Record<string, string>> = {},
    problem: Problem | null = null,
  ) {
    // Words of a request in it could otherwise hide or forge text where people read it.
    super(visibleText(details));
    this.code = code;
    this.headers = headers;
    this.problem = problem;
  }
}

export function badRequest(problem: Problem): Failure {
  return new Failure('bad_request', sentence(problem), {}, problem);
}

/** @param retryAfter seconds after which a retry can succeed; null: waiting may not help */
export function unavailable(details: string, retryAfter: number | null): Failure {
  return new Failure(
    'unavailable',
    details,
    retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
  );
}

export function errorBody(code: ErrorCode, details: string): ErrorBody {
  return { success: false, error: ERRORS[code].error, details };
}
