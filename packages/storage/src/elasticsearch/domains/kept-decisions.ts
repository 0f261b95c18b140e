import { KeptByText } from '../../kept-by-text.ts';
import type { Candidate } from './candidates.ts';

/** Memory for decisions of earlier searches, in bytes. */
const KEPT_BYTES = 32 << 20;
const NUMBER_BYTES = 8;

/** Numbers of the pages of documents on which texts and patterns were found. */
export class KeptDecisions {
  readonly #kept = new KeptByText<readonly number[]>({
    maxBytes: KEPT_BYTES,
    bytesOf: (pages) => NUMBER_BYTES * pages.length,
  });

  /** The number of a leaf, under which its decisions are kept. @param text canonical text */
  numberOf(text: string): number {
    return this.#kept.numberOf(text);
  }

  /** Numbers of the pages that have a leaf; null: not known. */
  get(leaf: number, document: Candidate): readonly number[] | null {
    return this.#kept.get(leaf, revisionOf(document));
  }

  set(leaf: number, document: Candidate, pages: readonly number[]): void {
    this.#kept.set(leaf, revisionOf(document), pages);
  }
}

/** A document of a revision never changes. */
export function revisionOf({ domain, revision }: Pick<Candidate, 'domain' | 'revision'>): string {
  return `${revision} ${domain}`;
}
