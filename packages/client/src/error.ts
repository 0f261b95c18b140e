import { ERRORS } from './operations.ts';

/** Error codes of the API. */
export type ApiErrorCode = (typeof ERRORS)[keyof typeof ERRORS]['code'];

/**
 * Error codes of the client: those of the API, and where no answer of the API came, `network` (no connection, or a lost one),
 * `timeout`, `redirected` (the answer was a redirect, which is not followed because it could lead the key elsewhere), and
 * `unexpected_answer` (something other than this API answered, such as a proxy).
 */
export type SitegrepErrorCode = ApiErrorCode | 'network' | 'timeout' | 'redirected' | 'unexpected_answer';

interface Facts {
  readonly operation: string;
  readonly code: SitegrepErrorCode;
  readonly details: string;
  readonly status?: number | null;
  readonly field?: string | null;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** Error of every failed call, except that a call aborted by the caller rejects with the reason of the AbortSignal. */
export class SitegrepError extends Error {
  override readonly name = 'SitegrepError';
  /** Id of the operation in the OpenAPI document. */
  readonly operation: string;
  readonly code: SitegrepErrorCode;
  /** HTTP status of the answer; null if none came. */
  readonly status: number | null;
  /** Sentence with the problem, where it is, and the remedy. */
  readonly details: string;
  /** Field or parameter of the request at fault, such as `search_terms[2]`; null if there is none. */
  readonly field: string | null;
  /** Id of the request in the server's log; null if no answer came. */
  readonly requestId: string | null;
  /** Time after which a retry can succeed, in milliseconds; null if the server gave none. */
  readonly retryAfterMs: number | null;

  constructor(facts: Facts) {
    super(
      `${facts.operation}: ${facts.details}`,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    );
    this.operation = facts.operation;
    this.code = facts.code;
    this.details = facts.details;
    this.status = facts.status ?? null;
    this.field = facts.field ?? null;
    this.requestId = facts.requestId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

const known: ReadonlyMap<unknown, { readonly code: ApiErrorCode; readonly status: number }> = new Map(
  Object.entries(ERRORS),
);

/** Reads the error in a parsed body; null if it is not an error of the API. */
export function apiErrorOf(
  body: unknown,
): { readonly code: ApiErrorCode; readonly status: number; readonly details: string } | null {
  if (typeof body !== 'object' || body === null || !('error' in body) || !('details' in body)) return null;
  const entry = known.get(body.error);
  if (entry === undefined || typeof body.details !== 'string') return null;
  return { ...entry, details: body.details };
}

/** Reads the field that the details of a `bad_request` begin with: `limit is 0; …`, `Field "limits" of filters is unknown; …`. */
export function fieldIn(details: string): string | null {
  const [, unknown] = /^Field "([^"\\]*)"/.exec(details) ?? [];
  if (unknown !== undefined) return unknown;
  // Other sentences begin with a capital letter; of fields, only names of headers do, and these have a hyphen.
  const [, field = null] = /^((?:[a-z]|[A-Z]\w*-)[\w-]*(?:\.[\w-]+|\[\d+\])*) /.exec(details) ?? [];
  return field;
}
