import type { OperationId } from '@sitegrep/contract';

/** Example call of an operation. */
export interface Example {
  /** Values of parameters in path, query and headers, by their names. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** A body that is JSON. */
  readonly json?: unknown;
  /** Bodies that are lists, by media type. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Bodies of answers by their status: JSON, or text if the answer has another media type. */
  readonly answers: Readonly<Partial<Record<number, unknown>>>;
}

export type Examples = Partial<Record<OperationId, Example>>;

export function success<Data>(data: Data): { readonly success: true; readonly data: Data } {
  return { success: true, data };
}

export function list<Item>(...items: readonly Item[]): {
  readonly success: true;
  readonly data: { readonly items: readonly Item[]; readonly next_token: string };
} {
  return success({ items, next_token: '' });
}
