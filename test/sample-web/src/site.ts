import { readFileSync } from 'node:fs';
import type { Outcome } from '@sitegrep/site';
import type { Answer } from './answer.ts';

/** An invented site: its responses, and the expected result of a crawl. */
export interface SampleSite {
  /** Domain under a reserved top-level name, so that nobody owns it. */
  readonly domain: string;
  /** Purpose of the site. */
  readonly shows: string;
  /** Responses by path on the domain itself, or by complete URL; anything else is a 404. */
  readonly answers: Readonly<Record<string, Answer>>;
  readonly expected: Expectation;
}

/**
 * Expected result of a crawl with `SAMPLE_CRAWL`, worked out by hand from the sources. Absent fields are not
 * checked.
 */
export interface Expectation {
  readonly outcome: Outcome;
  readonly reason?: RegExp;
  /** URLs of the pages that are indexed. */
  readonly pages: readonly string[];
  /** Title of the home page. */
  readonly title?: string | null;
  readonly description?: string | null;
  readonly keywords?: readonly string[];
  /** All e-mail addresses, sorted. */
  readonly emails?: readonly string[];
  /** All profiles, sorted. */
  readonly social?: readonly string[];
  /** All phone numbers in E.164 format, sorted. */
  readonly phones?: readonly string[];
  readonly country?: string | null;
  readonly languages?: { readonly declared?: string | null; readonly content?: string | null };
  /** Names that must be among the results. */
  readonly technologies?: readonly string[];
  /** WHATWG name of the home page's encoding. */
  readonly charset?: string;
}

/** Limits of the crawl for which the expectations hold. */
export const SAMPLE_CRAWL = { maxPages: 6, maxDepth: 2 } as const;

/** The text of a page by its path under `sites/`, where it is stored in UTF-8 whatever it is sent in. */
export function source(path: string): string {
  return readFileSync(new URL(`../sites/${path}`, import.meta.url), 'utf8');
}
