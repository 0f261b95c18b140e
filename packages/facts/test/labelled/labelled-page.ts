import type { Page } from '@sitegrep/site';

/**
 * A fragment of a page, written for this purpose, with the facts that a careful reader finds in it. Names,
 * addresses and numbers are invented; numbers are reserved for fiction wherever a regulator reserves some.
 */
export interface LabelledPage {
  /** The difficulty of the fragment; unique. */
  readonly name: string;
  /** URL of the page; `https://firm.example/` if absent, whose domain shows no country. */
  readonly url?: string;
  readonly headers?: Page['headers'];
  readonly html: string;
  readonly expected: ExpectedFacts;
}

/**
 * Facts of a fragment. An absent one means an empty list or null; an absent `contentLanguage` is not judged.
 */
export interface ExpectedFacts {
  readonly emails?: readonly string[];
  /** Phone numbers in E.164 format. */
  readonly phones?: readonly string[];
  readonly profiles?: readonly string[];
  readonly country?: string;
  readonly language?: string;
  /**
   * Null for a text whose language cannot be determined; absent if the fragment is too short to judge
   * detection.
   */
  readonly contentLanguage?: string | null;
  readonly title?: string;
  readonly description?: string;
}
