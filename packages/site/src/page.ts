import type { PageFacts } from './facts.ts';

/** One answer as it came from the network or out of a capture, before anything was read from it. */
export interface Page {
  /** Final URL, after redirects, without a fragment. */
  readonly url: string;
  /** HTTP status, 100–599. */
  readonly status: number;
  /** Header fields in the order received; names in lower case. A name may come more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Body with every content-encoding undone; at most the page cap long. */
  readonly body: Uint8Array;
  /** True if the body went past the page cap and was cut there. */
  readonly truncated: boolean;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /**
   * Who issued the certificate of the host that answered: its organisation and common name, a blank between, as far as
   * it states them. Absent where that isn't known, as over http or out of a capture.
   */
  readonly certIssuer?: string;
  /** The first 64 KiB of the robots.txt that holds for `url`. Absent if there is none, or nobody has read it. */
  readonly robotsTxt?: string;
}

/** A page of a site as it is stored and indexed. */
export interface PageRecord {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** WHATWG name of the encoding the body was decoded with, in lower case. */
  readonly charset: string;
  /** True if the page or the site cap cut the source short. */
  readonly truncated: boolean;
  /** Decoded source: well-formed Unicode without NUL. What is searched, after case folding. */
  readonly source: string;
  readonly facts: PageFacts;
}
