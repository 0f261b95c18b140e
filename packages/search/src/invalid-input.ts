/** What is wrong with a query as it was asked, in three parts: where, what, how to mend it. */
export interface InvalidInput {
  /** As the asker wrote it, e.g. `search_terms[2]`. */
  readonly field: string;
  /** Goes on from `field`: `is only white space`. */
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
