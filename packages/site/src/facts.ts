/** A technology found on a page. */
export interface DetectedTechnology {
  readonly name: string;
  /** Empty detection of a version is null, never ''. */
  readonly version: string | null;
  /** 1–100. */
  readonly confidence: number;
  /** Where it stands in the taxonomy: `group.category` slugs, e.g. `web_development.javascript_libraries`. At least one. */
  readonly paths: readonly string[];
}

/** Where it can be seen which country a site belongs to. */
export type CountrySource = 'address' | 'domain' | 'phone' | 'region' | 'ip';

/** What speaks for a country. */
export interface CountryEvidence {
  readonly source: CountrySource;
  /** As it stands on the page, at most 100 characters: `Deutschland`, `+49…` in E.164, `de-AT`; of a domain its suffix; of `ip` the server's address. */
  readonly value: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
}

/** What one page says of itself. */
export interface PageFacts {
  /** White space folded, at most 1,000 characters; empty is null. */
  readonly title: string | null;
  readonly description: string | null;
  /** Unique regardless of case, first spelling kept, at most 100. */
  readonly metaKeywords: readonly string[];
  /** Lower case, unique, at most 100. */
  readonly emails: readonly string[];
  /** Canonical profile URLs, unique, at most 100. */
  readonly socialGraphUrls: readonly string[];
  /** ISO 639-1, as declared by the page. */
  readonly declaredLanguage: string | null;
  /** ISO 639-1, as detected in the visible text. */
  readonly contentLanguage: string | null;
  readonly canonicalUrl: string | null;
  readonly generator: string | null;
  readonly technologies: readonly DetectedTechnology[];
  /** E.164, unique, at most 100. */
  readonly phoneNumbers: readonly string[];
  /** One a source and country, at most 5 a source. */
  readonly countryEvidence: readonly CountryEvidence[];
  /**
   * Canonical hosts outside of the page's registrable domain that it links to as its own recommendation, unique, at most
   * 200.
   */
  readonly linkedDomains: readonly string[];
}

/** group slug → category slug → technology names in code point order. */
export type TechnologyTree = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** What all pages of a site say together. */
export interface SiteFacts {
  /** Of the home page. */
  readonly title: string | null;
  readonly description: string | null;
  readonly metaKeywords: readonly string[];
  /** When the last page was fetched, in milliseconds since the epoch. */
  readonly lastVisited: number | null;
  /** ISO 3166-1 alpha-2, upper case: the country of the first of `countryEvidence`. */
  readonly countryIsoCode: string | null;
  /** At most one a source, strongest first. */
  readonly countryEvidence: readonly CountryEvidence[];
  /** ISO 639-1. */
  readonly languageCode: string | null;
  readonly contentLanguageCode: string | null;
  readonly emails: readonly string[];
  readonly socialGraphUrls: readonly string[];
  /** E.164, unique, at most 100. */
  readonly phoneNumbers: readonly string[];
  readonly technologies: TechnologyTree;
}
