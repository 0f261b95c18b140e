import type { EmailAddress, OnPage, PhoneNumber, PostalAddress, SocialProfile } from './contact-facts.ts';
import type { DnsRecords } from './dns-records.ts';
import type { NamedHost } from './loaded-hosts.ts';
import type { SiteAnswers } from './site-answers.ts';
import type { StandIn } from './stand-ins/kinds.ts';
import type { StatedFacts } from './stated-facts.ts';
import type { TechnologyEvidence } from './technology-evidence.ts';
import type { SeenVersion } from './technology-versions.ts';

/** A technology found on a page. */
export interface DetectedTechnology {
  readonly name: string;
  /** Version; null if it is not known, never ''. The first of `versions`, if there are any. */
  readonly version: string | null;
  /**
   * All versions that the page shows, each once, the most reliable source first. Absent if there is none, or if only the version
   * was decided.
   */
  readonly versions?: readonly SeenVersion[];
  /** Confidence in percent, 1–100. */
  readonly confidence: number;
  /** Present if the page has no evidence of the technology itself, but of others that imply it. */
  readonly isImplied?: true;
  /**
   * Paths in the taxonomy: `group.category` slugs, e.g. `web_development.javascript_libraries`. At least one.
   */
  readonly paths: readonly string[];
  /**
   * Matches in what came with the page besides its source: headers, cookies, robots.txt, the certificate. Absent if there is
   * none. Those in the source are found again when they are asked for.
   */
  readonly evidence?: readonly TechnologyEvidence[];
}

/** A plugin or a theme of WordPress whose folder a page names. */
export interface AddOn {
  /** Name of its folder, lower case: `contact-form-7`. */
  readonly slug: string;
  /** Version that most of its own files have; null if it is not known. */
  readonly version: string | null;
}

/** Facts of a page that the detection of technologies finds. */
export type DetectedFacts = Pick<PageFacts, 'plugins' | 'technologies' | 'themes'>;

/** Kinds of evidence for the country of a site; country-judge.ts has their weights, docs/facts.md explains them. */
export type CountrySource =
  | 'address'
  | 'domain'
  | 'registration'
  | 'phone'
  | 'postcode'
  | 'number'
  | 'named_country'
  | 'legal_form'
  | 'region'
  | 'language'
  | 'many_mentions'
  | 'shared_legal_form'
  | 'shared_language'
  | 'custom'
  | 'currency'
  | 'mention'
  | 'single_mention'
  | 'ip';

/** Evidence for a country. */
export interface CountryEvidence {
  readonly source: CountrySource;
  /**
   * The text of the page, at most 100 characters: `Deutschland`, `+49…` in E.164, `de-AT`, `Denver, CO 80202`; for a domain
   * its suffix; for `ip` the server's address.
   */
  readonly value: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
}

/** Evidence for the country of a site, with what it counts. */
export interface WeighedEvidence extends CountryEvidence {
  /** Weight of the source, 1–100. */
  readonly weight: number;
}

/** Facts of one page. */
export interface PageFacts extends StatedFacts {
  /** Version of extraction and fingerprints that gave them; another one may give other facts for the same page. */
  readonly version: string;
  /** White space folded, at most 1,000 characters; empty is null. */
  readonly title: string | null;
  readonly description: string | null;
  /** Kind of stand-in that the page is; null for an ordinary page. */
  readonly kind: StandIn | null;
  /** Unique regardless of case, first spelling kept, at most 100. */
  readonly metaKeywords: readonly string[];
  /** Unique by address, at most 100. */
  readonly emails: readonly EmailAddress[];
  /** Unique by `profileKey`, at most 100. */
  readonly profiles: readonly SocialProfile[];
  /** ISO 639-1, as declared by the page. */
  readonly declaredLanguage: string | null;
  /** ISO 639-1, as detected in the visible text. */
  readonly contentLanguage: string | null;
  readonly canonicalUrl: string | null;
  /** Verdict on the host's certificate as in `Page`; null over http, or if it is not known. */
  readonly certificate: string | null;
  /** DNS records of the site that came with the page. */
  readonly dns: DnsRecords;
  /** Hosts that the page names in its markup, or requested when it was rendered, as `uniqueHosts` gives them. */
  readonly hosts: readonly NamedHost[];
  /** Header fields: the name of each in lower case, and of telling ones `name=value` too; each once, in code point order. */
  readonly headers: readonly string[];
  /** Names of cookies that the answer or scripts set, each once, in code point order. */
  readonly cookies: readonly string[];
  /** Answers of the site besides its pages; null on all pages but one. */
  readonly site: SiteAnswers | null;
  /** Names of what made the page, by its metas: each once, in their order, at most 20. */
  readonly generators: readonly string[];
  readonly technologies: readonly DetectedTechnology[];
  /** Unique by slug, at most 200; the same of `themes`. */
  readonly plugins: readonly AddOn[];
  readonly themes: readonly AddOn[];
  /** Unique by number, at most 100. */
  readonly phoneNumbers: readonly PhoneNumber[];
  /** Unique by `uniqueAddresses`, at most 20. */
  readonly postalAddresses: readonly PostalAddress[];
  /** One per source and country, at most 5 per source. */
  readonly countryEvidence: readonly CountryEvidence[];
  /**
   * Canonical hosts outside of the page's registrable domain that it links to and recommends, unique, at most
   * 200.
   */
  readonly linkedDomains: readonly string[];
  /** Maximum characters of a snippet of the page that it allows; 0: none; null: all. */
  readonly maxSnippet: number | null;
}

/** group slug → category slug → technology names in code point order. */
export type TechnologyTree = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Facts of a site, from all its pages. */
export interface SiteFacts extends StatedFacts {
  /** Title of the home page. */
  readonly title: string | null;
  readonly description: string | null;
  readonly metaKeywords: readonly string[];
  /** Kind of stand-in that the home page is; null for an ordinary page. */
  readonly kind: StandIn | null;
  /** Time at which the last page was fetched, in milliseconds since the epoch. */
  readonly lastVisited: number | null;
  /** ISO 3166-1 alpha-2, upper case: the country with enough of `countryEvidence`. */
  readonly countryIsoCode: string | null;
  /** Evidence for this and other countries, at most one per source, strongest first. */
  readonly countryEvidence: readonly WeighedEvidence[];
  /** ISO 639-1. */
  readonly languageCode: string | null;
  readonly contentLanguageCode: string | null;
  /** Verdict on the certificate of the home page's host: `valid`, or why it is not; null over http, or if it is not known. */
  readonly certificate: string | null;
  /** Unique by address, at most 100; those of the home page first. */
  readonly emails: readonly OnPage<EmailAddress>[];
  /** Unique by `profileKey`, at most 100; those of the home page first. */
  readonly profiles: readonly OnPage<SocialProfile>[];
  /** Unique by number, at most 100; those of the home page first. */
  readonly phoneNumbers: readonly OnPage<PhoneNumber>[];
  /** Unique by `uniqueAddresses`, at most 20; those of the home page first. */
  readonly postalAddresses: readonly OnPage<PostalAddress>[];
  readonly technologies: TechnologyTree;
  /** Names of those of `technologies` that no page has evidence of, so that others alone imply them; in code point order. */
  readonly impliedTechnologies: readonly string[];
  /** DNS records of the first page that has any, home page first. */
  readonly dns: DnsRecords;
  /** Names of what made any page: each once, in code point order, at most 100. */
  readonly generators: readonly string[];
  /** Slugs of plugins of WordPress, each with `@` and a version if one is known: `contact-form-7@5.3.2`. At most 100. */
  readonly plugins: readonly string[];
  /** Themes of WordPress, in the same form. */
  readonly themes: readonly string[];
}
