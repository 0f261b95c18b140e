import type { StandIn } from './kinds.ts';

/** Marks of a stand-in: its title and its markup, both of which it has. */
export interface Signature {
  readonly kind: StandIn;
  /** The program or the firm that makes it. */
  readonly maker: string;
  /** Pattern of the title with white space folded; null for any title. */
  readonly title: RegExp | null;
  /** Patterns of the source, each of which it has. */
  readonly marks: readonly RegExp[];
  /** Maximum characters of its text. */
  readonly maxText: number;
}

/** A row of a table of signatures. */
export type Row = readonly [maker: string, title: RegExp | null, ...marks: readonly RegExp[]];

export function signatures(kind: StandIn, maxText: number, rows: readonly Row[]): readonly Signature[] {
  return rows.map(([maker, title, ...marks]) => ({ kind, maker, title, marks, maxText }));
}
