import { KeptByText } from '../../kept-by-text.ts';
import type { Candidate } from './candidates.ts';
import type { LeafDecisions } from './decide.ts';

/** Memory for decisions of earlier searches, in bytes. */
const KEPT_BYTES = 32 << 20;
/** Approximate memory for the decision about a page, in bytes. */
const DECISION_BYTES = 40;

/** Decisions about texts and patterns on the pages of documents. */
export class KeptDecisions {
  readonly #kept = new KeptByText<LeafDecisions>({
    maxBytes: KEPT_BYTES,
    bytesOf: (decisions) => DECISION_BYTES * decisions.size,
  });

  /** The number of a leaf, under which its decisions are kept. @param text canonical text */
  numberOf(text: string): number {
    return this.#kept.numberOf(text);
  }

  /** Decisions about a leaf; null: none is known. */
  get(leaf: number, document: Candidate): LeafDecisions | null {
    return this.#kept.get(leaf, revisionOf(document));
  }

  set(leaf: number, document: Candidate, decisions: LeafDecisions): void {
    this.#kept.set(leaf, revisionOf(document), decisions);
  }
}

/** A document of a revision never changes. */
export function revisionOf({ domain, revision }: Pick<Candidate, 'domain' | 'revision'>): string {
  return `${revision} ${domain}`;
}
