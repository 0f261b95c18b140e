import type { PageFacts } from './facts.ts';
import type { Source } from './source.ts';

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
  /** IP address of the server that answered. Absent where that isn't known, as through a proxy or out of most captures. */
  readonly address?: string;
  /**
   * Who issued the certificate of the host that answered: its organisation and common name, a blank between, as far as
   * it states them. Absent where that isn't known, as over http or out of a capture.
   */
  readonly certIssuer?: string;
  /** The first 64 KiB of the robots.txt that holds for `url`. Absent if there is none, or nobody has read it. */
  readonly robotsTxt?: string;
}

/** What a server gives to ask it by whether a page has changed (RFC 9110, 8.8). */
export interface Validators {
  /** Entity tag as received, `"abc"` or `W/"abc"`; at most 256 characters. */
  readonly etag: string | null;
  /** Last-Modified as received, at most 40 characters. */
  readonly lastModified: string | null;
}

/** By what a later visit tells whether a page is as it was. */
export interface PageVersion extends Validators {
  /** SHA-256 in base64url, as `pageDigest` gives it. */
  readonly digest: string;
  /** The version of extraction and fingerprints that the page's facts came from. */
  readonly facts: string;
}

/** A page of a site as it is stored and indexed. */
export interface PageRecord<S extends Source = string> {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** WHATWG name of the encoding the body was decoded with, in lower case. */
  readonly charset: string;
  /** True if the page or the site cap cut the source short. */
  readonly truncated: boolean;
  /** Decoded source: well-formed Unicode without NUL. What is searched, after case folding. */
  readonly source: S;
  readonly facts: PageFacts;
  /** Absent where detection did not come to its end. */
  readonly version?: PageVersion;
}
