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
