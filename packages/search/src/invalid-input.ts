/** Reason for which a request is refused, in three parts: where the fault is, what it is, how to mend it. */
export interface InvalidInput {
  /** Path of the faulty value in the request, e.g. `search_terms[2]`. */
  readonly field: string;
  /** Continues the sentence that `field` begins: `is only white space`. */
  readonly problem: string;
  /** An instruction: `give at least one other character`. */
  readonly remedy: string;
}

/** A value, or why there is none. */
export type Parsed<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: InvalidInput };

export function invalid(
  field: string,
  problem: string,
  remedy: string,
): { readonly ok: false; readonly error: InvalidInput } {
  return { ok: false, error: { field, problem, remedy } };
}
