import type { Page } from '@sitegrep/site';

/**
 * A fragment of a page, written for this purpose, and what a careful reader finds in it. Names, addresses and numbers
 * are invented; numbers are those that regulators set aside for fiction wherever there are any.
 */
export interface LabelledPage {
  /** What is hard about it; unique. */
  readonly name: string;
  /** `https://firm.example/` if absent, whose domain tells no country. */
  readonly url?: string;
  readonly headers?: Page['headers'];
  readonly html: string;
  readonly expected: ExpectedFacts;
}

/** What is absent is not there to be found: an empty list or null. Only `contentLanguage` is then not judged. */
export interface ExpectedFacts {
  readonly emails?: readonly string[];
  /** E.164 */
  readonly phones?: readonly string[];
  readonly profiles?: readonly string[];
  readonly country?: string;
  readonly language?: string;
  /** Null for a text nobody could tell the language of; absent where a fragment is too short to judge the judge. */
  readonly contentLanguage?: string | null;
  readonly title?: string;
  readonly description?: string;
}
