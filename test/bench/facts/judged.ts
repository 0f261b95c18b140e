// What was found on a page or a site beside what a reader of it says, and how good that is.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalDomain } from '@sitegrep/site';

/** Addresses of pages that were drawn after most rules were written, and their domains. */
const FRESH: ReadonlySet<string> = new Set(
  (JSON.parse(readFileSync(new URL('fresh-pages.json', import.meta.url), 'utf8')) as string[]).flatMap(
    (url) => [url, canonicalDomain(url) ?? url],
  ),
);

/**
 * Sites whose country is easily mistaken: with languages and hints that several countries share, or full of addresses of other
 * parties, such as reviews, listings and councils.
 */
const SPECIAL: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(new URL('special-sites.json', import.meta.url), 'utf8')) as string[],
);

/** Addresses of pages that list, review or hear other parties: directories, councils, courts, calendars of meetings. */
const LISTINGS: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(new URL('listing-pages.json', import.meta.url), 'utf8')) as string[],
);

/** The values of one fact of a page or a site, of one part of the labels. */
export interface Judged {
  readonly part: string;
  readonly name: string;
  readonly truth: ReadonlySet<string>;
  readonly found: readonly string[];
  /** Evidence of what was found, for the list of errors. */
  readonly why?: string;
  /** Whether a value that was not found counts: it is shown there, and not only known from elsewhere. */
  readonly isShown?: boolean;
}

export interface Goals {
  readonly precision: number;
  readonly recall: number;
}

export interface Quality {
  readonly part: string;
  /** Pages, or sites. */
  readonly judged: number;
  readonly right: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
  /** Share of what is asserted that is true; 1 if nothing is asserted. */
  readonly precision: number;
  /** Share of what is true that is asserted; 1 if nothing is true. */
  readonly recall: number;
}

/** Quality of each part. A value in place of another one is both wrong and missed. */
export function qualityOf(all: readonly Judged[]): readonly Quality[] {
  const halves = Map.groupBy(all, ({ part }) => part);
  return [...halves.keys()].toSorted().map((part) => {
    const judged = halves.get(part) ?? [];
    const told = ({ name, why = '' }: Judged, value: string): string => `${name} ${value} ${why}`.trim();
    const right = judged.flatMap(({ truth, found }) => found.filter((value) => truth.has(value))).length;
    const wrong = judged.flatMap((one) =>
      one.found.filter((value) => !one.truth.has(value)).map((value) => told(one, value)),
    );
    const missed = judged.flatMap((one) =>
      one.isShown === false
        ? []
        : [...one.truth.difference(new Set(one.found))].map((value) => told(one, value)),
    );
    const share = (others: readonly string[]): number =>
      right + others.length === 0 ? 1 : right / (right + others.length);
    return {
      part,
      judged: judged.length,
      right,
      wrong,
      missed,
      precision: share(wrong),
      recall: share(missed),
    };
  });
}

/**
 * The part of the labels that a page or a site is in: `fresh` if its labels were written before the code that reads it was judged
 * by any of them; `listings` if the page lists, reviews or hears other parties; else one of two halves: `tuned`, which rules were
 * made with, and `held out`.
 *
 * @param name address of the page, or domain of the site
 */
export function partOf(name: string): string {
  if (FRESH.has(name)) return 'fresh';
  if (LISTINGS.has(name)) return 'listings';
  const domain = canonicalDomain(name) ?? name;
  return ((createHash('sha256').update(domain).digest()[0] ?? 0) & 1) === 1 ? 'held out' : 'tuned';
}

/** The part of the labels of countries that a site is in, as `partOf` says; `special` for one that was chosen as a hard case. */
export function partOfSite(domain: string): string {
  return SPECIAL.has(domain) ? 'special' : partOf(domain);
}

/** Labels with names of persons are the first 12 hexadecimal digits of the SHA-256 of a value. */
export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 12);
}
