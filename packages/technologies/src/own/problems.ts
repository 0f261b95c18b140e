/** A part of a file of fingerprints that is not taken; all else of the file is. */
export interface SetProblem {
  readonly file: string;
  /** Name as it was written; null: the file itself. */
  readonly technology: string | null;
  /** Key of the fingerprint with what is below it, such as `headers.server`; null: the technology itself. */
  readonly key: string | null;
  /** A sentence part that says what is wrong, and what to write instead. */
  readonly reason: string;
}

/** A problem in one line: file, technology, key and reason. */
export function problemLine({ file, technology, key, reason }: SetProblem): string {
  return [file, ...(technology === null ? [] : [technology]), ...(key === null ? [] : [key]), reason].join(
    ': ',
  );
}
