import { readFileSync } from 'node:fs';
import type { Outcome } from '@sitegrep/site';
import type { Answer } from './answer.ts';

/** One invented site: what it answers, and what a crawl of it should give. */
export interface SampleSite {
  /** Under a reserved top level name, so that it can't be anyone's. */
  readonly domain: string;
  /** What it is there to show. */
  readonly shows: string;
  /** By path on the domain itself, or by whole URL; anything else is a 404. */
  readonly answers: Readonly<Record<string, Answer>>;
  readonly expected: Expectation;
}

/** What a crawl with `SAMPLE_CRAWL` gives. Worked out by hand from the sources; what is left out is not looked at. */
export interface Expectation {
  readonly outcome: Outcome;
  readonly reason?: RegExp;
  /** URLs of the pages that are indexed. */
  readonly pages: readonly string[];
  /** Of the home page. */
  readonly title?: string | null;
  readonly description?: string | null;
  readonly keywords?: readonly string[];
  /** All of them, sorted. */
  readonly emails?: readonly string[];
  /** All of them, sorted. */
  readonly social?: readonly string[];
  /** E.164, all of them, sorted. */
  readonly phones?: readonly string[];
  readonly country?: string | null;
  readonly languages?: { readonly declared?: string | null; readonly content?: string | null };
  /** Names that must be among those found. */
  readonly technologies?: readonly string[];
  /** WHATWG name of the home page's encoding. */
  readonly charset?: string;
}

/** The bounds with which the expectations hold. */
export const SAMPLE_CRAWL = { maxPages: 6, maxDepth: 2 } as const;

/** The text of a page, by its path under `sites/`; kept there in UTF-8, whatever it is sent in. */
export function source(path: string): string {
  return readFileSync(new URL(`../sites/${path}`, import.meta.url), 'utf8');
}
