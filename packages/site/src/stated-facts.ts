// Facts that a site states about itself: its names, pages, images, apps, numbers and hours, each with where it is stated.

/** Place of a fact on a page. */
interface Stated {
  /** Kind of place: an element, a property or a form of text, such as `og:site_name`, `json-ld` or `copyright`. */
  readonly source: string;
  /** The text as it is written there, white space folded, at most 200 characters. */
  readonly written: string;
}

export interface StatedText extends Stated {
  /** The name, at most 200 characters, or the absolute URL of a page. */
  readonly value: string;
}

export interface Feed extends Stated {
  /** Absolute URL. */
  readonly url: string;
  readonly title: string | null;
  readonly type: 'rss' | 'atom' | 'json';
}

export interface SiteImage extends Stated {
  readonly kind: 'logo' | 'icon';
  /** Absolute URL. */
  readonly url: string;
}

export const LEGAL_PAGE_KINDS = ['imprint', 'privacy', 'terms', 'cookies'] as const;
export type LegalPageKind = (typeof LEGAL_PAGE_KINDS)[number];

export interface LegalLink extends Stated {
  readonly kind: LegalPageKind;
  /** Absolute URL. */
  readonly url: string;
}

export interface AppLink extends Stated {
  /** Name of the store in lower case: `apple`, `google`, `microsoft`, `fdroid` … */
  readonly store: string;
  /** Identifier in the store, such as `com.example.app` or `284882215`. */
  readonly id: string;
  /** Canonical address in the store. */
  readonly url: string;
}

export interface PaymentMark extends Stated {
  /** Name of the means of payment, such as `Visa`. */
  readonly name: string;
}

export interface RegistrationNumber extends Stated {
  /** Kind of number: `vat`, `hrb`, `icp`, `abn` … */
  readonly kind: string;
  readonly number: string;
  /** ISO 3166-1 alpha-2; null if several countries have this kind. */
  readonly country: string | null;
}

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'public_holidays',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface OpeningHours extends Stated {
  readonly day: Weekday;
  /** `HH:MM`, 00:00 to 23:59. */
  readonly from: string;
  /** `HH:MM`, up to 24:00; before `from` if it is on the next day. */
  readonly to: string;
}

/** Facts that a page states about its site, or that all pages of a site state. */
export interface StatedFacts {
  readonly siteName: StatedText | null;
  readonly legalName: StatedText | null;
  /** Unique by URL, at most 20. */
  readonly feeds: readonly Feed[];
  /** Unique by URL, at most 10; logos first. */
  readonly images: readonly SiteImage[];
  /** Unique by kind and URL, at most 20. */
  readonly legalLinks: readonly LegalLink[];
  readonly contactPage: StatedText | null;
  /** Unique by store and id, at most 20. */
  readonly appLinks: readonly AppLink[];
  /** Unique by name, at most 30. */
  readonly paymentMarks: readonly PaymentMark[];
  /** Unique by kind and number, at most 20. */
  readonly registrationNumbers: readonly RegistrationNumber[];
  /** Hours of one place, in the order of the week, at most 50. */
  readonly openingHours: readonly OpeningHours[];
}

interface Titled {
  /** Title of the page. */
  readonly title: string | null;
}

/** Pages with the name of the site in their titles, at least; a title alone is not a name. */
const MIN_TITLES = 3;
/** Characters that stand between the parts of a title. */
const SEPARATOR = /\s+[|\-–—·•»«:/]+\s+|\s*[|｜»«·•]\s*/;
const MAX_NAME = 60;

/**
 * The facts that the pages of a site state. Where they differ, the home page counts first, then the others by URL.
 *
 * @param facts those of the home page first
 */
export function foldStatedFacts(facts: readonly (StatedFacts & Titled)[]): StatedFacts {
  const first = <Value>(read: (page: StatedFacts) => Value | null): Value | null =>
    facts.map(read).find((value) => value !== null) ?? null;
  return {
    siteName: first((page) => page.siteName) ?? nameInTitles(facts.map(({ title }) => title)),
    legalName: first((page) => page.legalName),
    feeds: uniqueOf(
      facts.flatMap((page) => page.feeds),
      ({ url }) => url,
      20,
    ),
    images: uniqueOf(
      facts
        .flatMap((page) => page.images)
        .toSorted((a, b) => Number(a.kind === 'icon') - Number(b.kind === 'icon')),
      ({ url }) => url,
      10,
    ),
    legalLinks: uniqueOf(
      facts.flatMap((page) => page.legalLinks),
      ({ kind, url }) => `${kind} ${url}`,
      20,
    ),
    contactPage: first((page) => page.contactPage),
    appLinks: uniqueOf(
      facts.flatMap((page) => page.appLinks),
      ({ store, id }) => `${store} ${id}`,
      20,
    ),
    paymentMarks: uniqueOf(
      facts.flatMap((page) => page.paymentMarks),
      ({ name }) => name,
      30,
    ),
    registrationNumbers: uniqueOf(
      facts.flatMap((page) => page.registrationNumbers),
      ({ kind, number }) => `${kind} ${number}`,
      20,
    ),
    openingHours: facts.find((page) => page.openingHours.length > 0)?.openingHours ?? [],
  };
}

/** The first value of each key, at most `max`. */
export function uniqueOf<Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => string,
  max: number,
): readonly Value[] {
  const unique = new Map<string, Value>();
  for (const value of values) {
    const key = keyOf(value);
    if (!unique.has(key)) unique.set(key, value);
    if (unique.size === max) break;
  }
  return [...unique.values()];
}

/**
 * The name that most titles of a site end or begin with, after or before a separator: `Tea – Tea and Kettles`,
 * `Kettles | Tea and Kettles`. Null if fewer than three different titles, or fewer than half of them, have it.
 */
function nameInTitles(titles: readonly (string | null)[]): StatedText | null {
  const different = [...new Set(titles.filter((title) => title !== null))];
  const counts = new Map<string, { count: number; title: string }>();
  for (const title of different) {
    const parts = title.split(SEPARATOR).filter((part) => part !== '' && part.length <= MAX_NAME);
    if (parts.length < 2) continue;
    for (const part of new Set([parts[0] ?? '', parts.at(-1) ?? ''])) {
      const counted = counts.get(part);
      if (counted === undefined) counts.set(part, { count: 1, title });
      else counted.count += 1;
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b.count - a.count);
  if (best === undefined) return null;
  const [value, { count, title }] = best;
  if (count < MIN_TITLES || count * 2 < different.length) return null;
  return { value, source: 'title', written: title.slice(0, 200).toWellFormed() };
}
