import { createHash } from 'node:crypto';
import type { PageFacts, SiteFacts } from './facts.ts';
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

/** Far above what servers send; a longer one is dropped rather than stored and sent back. */
const MAX_ETAG = 256;
const MAX_DATE = 40;

/** RFC 9110, 8.8.3, without the bytes above ASCII. What breaks it is not sent back: nobody knows what it would be taken for. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

/**
 * The validators of an answer; each null if it states none, more than one, or one that is malformed or too long. A
 * Last-Modified that is not before the answer's own time is none either: the page may change again within that second,
 * or is made anew for each request.
 */
export function validatorsOf({ headers, fetchedAt }: Pick<Page, 'headers' | 'fetchedAt'>): Validators {
  const etag = onlyValue(headers, 'etag');
  const lastModified = onlyValue(headers, 'last-modified');
  const answeredAt = Date.parse(onlyValue(headers, 'date') ?? '');
  const before = Number.isNaN(answeredAt) ? fetchedAt : answeredAt;
  const isDate =
    lastModified !== null && lastModified.length <= MAX_DATE && Date.parse(lastModified) < before;
  return {
    etag: etag !== null && etag.length <= MAX_ETAG && ETAG.test(etag) ? etag : null,
    lastModified: isDate && /^[\x20-\x7e]+$/.test(lastModified) ? lastModified : null,
  };
}

/** What is not in the body and decides all the same how it is read, and whether it is kept. */
const DECIDING_FIELDS: ReadonlySet<string> = new Set(['content-type', 'x-robots-tag']);

/**
 * The same for two answers only if the page is: SHA-256 of the values of Content-Type and X-Robots-Tag, a line each, an
 * empty line, and the body with every content-encoding undone.
 */
export function pageDigest({ headers, body }: Pick<Page, 'headers' | 'body'>): string {
  const hash = createHash('sha256');
  for (const [name, value] of headers) {
    if (DECIDING_FIELDS.has(name)) hash.update(`${name}: ${value}\n`);
  }
  return hash.update('\n').update(body).digest('base64url');
}

function onlyValue(headers: Page['headers'], name: string): string | null {
  const [only, ...others] = headers.filter(([other]) => other === name);
  return only === undefined || others.length > 0 ? null : only[1];
}

/** Everything known of one domain; the unit that is put, replaced and deleted. */
export interface DomainDocument<S extends Source = string> {
  /** Canonical domain, as `canonicalDomain` gives it. */
  readonly domain: string;
  /** One record a URL, in code point order of their URLs, at least one. */
  readonly pages: readonly PageRecord<S>[];
  /** Folded from `pages`; the same whatever order the pages came in. */
  readonly facts: SiteFacts;
}

/** The product token: what User-Agent states, and by what robots.txt, `meta` and X-Robots-Tag address this crawler. */
export const PRODUCT = 'sitegrep';
