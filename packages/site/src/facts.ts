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
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryIsoCode: string | null;
  /** ISO 639-1. */
  readonly languageCode: string | null;
  readonly contentLanguageCode: string | null;
  readonly emails: readonly string[];
  readonly socialGraphUrls: readonly string[];
  readonly technologies: TechnologyTree;
}
