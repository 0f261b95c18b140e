// Why a thread ended, or a page failed, and how that is told.

/** Reason for the end of a thread, or for a failed page. */
export type Death = Fault | { readonly kind: 'aborted'; readonly error: unknown };

type Fault =
  | { readonly kind: 'deadline'; readonly time: string }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'failed'; readonly message: string };

/** @param extracted whether only the technologies are missing */
export function reasonOf(cause: Fault, extracted: boolean, heapMb: number): string {
  const what = extracted ? 'technology detection' : 'page';
  switch (cause.kind) {
    case 'deadline':
      return extracted
        ? `technology detection did not end within ${cause.time}`
        : `page was not read within ${cause.time}`;
    case 'out_of_memory':
      return `${what} needed more than ${heapMb} MB`;
    case 'failed':
      return `${extracted ? 'technology detection failed' : 'page could not be read'}: ${cause.message}`;
  }
}

/** The failure of an icon, in words that follow its name. */
export function iconProblem(cause: Fault, heapMb: number): string {
  switch (cause.kind) {
    case 'deadline':
      return `was not decoded within ${cause.time}`;
    case 'out_of_memory':
      return `needed more than ${heapMb} MB`;
    case 'failed':
      return `could not be decoded: ${cause.message}`;
  }
}

export function startFailure(cause: Fault, heapMb: number): string {
  switch (cause.kind) {
    case 'deadline':
      return `not ready within ${cause.time}`;
    case 'out_of_memory':
      return `a thread needs more by itself than ${heapMb} MB`;
    case 'failed':
      return cause.message;
  }
}

export function duration(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}
