import { ERRORS } from './operations.ts';

/** What an answer of the API can say went wrong. */
export type ApiErrorCode = (typeof ERRORS)[keyof typeof ERRORS]['code'];

/**
 * What went wrong: a code of the API; or, where no answer of the API came, `network` (no connection, or it broke),
 * `timeout`, `redirected` (answered with a redirect, which is not followed: it could lead the key elsewhere), and
 * `unexpected_answer` (from something else than this API, such as a proxy).
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

/** The only error of a call, but for what the caller's own AbortSignal gives as its reason. */
export class SitegrepError extends Error {
  override readonly name = 'SitegrepError';
  /** As the OpenAPI document names it. */
  readonly operation: string;
  readonly code: SitegrepErrorCode;
  /** Of the answer; null if none came. */
  readonly status: number | null;
  /** One sentence: what, where, how to mend it. */
  readonly details: string;
  /** The field or parameter of the request that is meant, as `search_terms[2]`; null if it is none. */
  readonly field: string | null;
  /** By which the server's log knows the request; null if no answer came. */
  readonly requestId: string | null;
  /** Milliseconds after which another try can succeed, as far as the server said. */
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

/** What a parsed body says went wrong; null if it is no error of the API. */
export function apiErrorOf(
  body: unknown,
): { readonly code: ApiErrorCode; readonly status: number; readonly details: string } | null {
  if (typeof body !== 'object' || body === null || !('error' in body) || !('details' in body)) return null;
  const entry = known.get(body.error);
  if (entry === undefined || typeof body.details !== 'string') return null;
  return { ...entry, details: body.details };
}

/** The field that the details of a `bad_request` begin with: `limit is 0; …`, `Field "limits" of filters is unknown; …`. */
export function fieldIn(details: string): string | null {
  const [, unknown] = /^Field "([^"\\]*)"/.exec(details) ?? [];
  if (unknown !== undefined) return unknown;
  // Sentences about anything else begin with a capital, and only names of headers have one and a hyphen.
  const [, field = null] = /^((?:[a-z]|[A-Z]\w*-)[\w-]*(?:\.[\w-]+|\[\d+\])*) /.exec(details) ?? [];
  return field;
}
