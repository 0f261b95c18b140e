import type { OperationId } from '@sitegrep/contract';

/** Example call of an operation. */
export interface Example {
  /** Values of parameters, by their names: of path, query and headers. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** A body that is JSON. */
  readonly json?: unknown;
  /** Bodies that are lists, by media type. */
  readonly lists?: Readonly<Record<string, string>>;
  /** Bodies of answers by their status: JSON, or the text of the one other media type there is. */
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
