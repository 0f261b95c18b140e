import { readFileSync } from 'node:fs';

/** A pattern with its attributes, as in `jquery-([\d.]+)\.js\;version:\1`, or several. */
type Patterns = string | readonly string[];

/** Fingerprints of one technology, as written. wappalyzer-core defines the fields. */
export interface Fingerprint {
  /** Category ids, at least one. */
  readonly cats: readonly number[];
  readonly implies?: Patterns;
  readonly excludes?: Patterns;
  readonly requires?: Patterns;
  readonly requiresCategory?: number | readonly number[];
  readonly html?: Patterns;
  readonly scripts?: Patterns;
  readonly scriptSrc?: Patterns;
  readonly url?: Patterns;
  readonly text?: Patterns;
  readonly css?: Patterns;
  readonly robots?: Patterns;
  readonly certIssuer?: Patterns;
  readonly headers?: Readonly<Record<string, Patterns>>;
  readonly cookies?: Readonly<Record<string, Patterns>>;
  readonly meta?: Readonly<Record<string, Patterns>>;
  readonly dns?: Readonly<Record<string, Patterns>>;
  /** Variables of scripts by chain, as in `jQuery.fn.jquery`; they need a browser. */
  readonly js?: Readonly<Record<string, Patterns>>;
  /** Hosts of requests that scripts make; they need a browser. */
  readonly xhr?: Patterns;
  /** Selectors that must find an element, or selectors with conditions on what they find. */
  readonly dom?: Patterns | Readonly<Record<string, DomConditions | readonly DomConditions[]>>;
}

interface DomConditions {
  readonly exists?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly properties?: Readonly<Record<string, string>>;
}

export interface Category {
  readonly name: string;
  /** Order of results; 1 comes first. */
  readonly priority: number;
  /** Ids of the groups of the category, at least one. */
  readonly groups: readonly number[];
}

/** Which patterns for addresses count only for addresses of the page's own site (own-host.ts). */
export interface OwnHostRules {
  /** Parts of paths: patterns and selectors that have one of them, as it is written. */
  readonly paths: readonly string[];
  /** Names of categories: patterns and selectors of their technologies, unless these name a host. */
  readonly categories: readonly string[];
  /** Names of technologies: the same. */
  readonly technologies: readonly string[];
  /** Hosts that deliver the files of whoever embeds them, as regular expressions (flag i). */
  readonly deliveryHosts: { readonly reason: string; readonly patterns: readonly string[] };
}

export interface Fingerprints {
  /** Exact source of the data. */
  readonly source: { readonly package: string; readonly version: string; readonly licence: string };
  /** Categories by id in decimal. */
  readonly categories: Readonly<Record<string, Category>>;
  /** Technologies by name. */
  readonly technologies: Readonly<Record<string, Fingerprint>>;
  /**
   * Whether patterns for script addresses are also tried on the addresses in inline scripts (loaded-addresses.ts);
   * false if absent.
   */
  readonly readsInlineAddresses?: boolean;
  /** None if absent: all addresses count. */
  readonly ownHost?: OwnHostRules;
  /**
   * Names of the categories of plugins and themes of WordPress. With them, versions are judged by where they are from
   * (version-judge.ts); absent: the longest version counts, as in wappalyzer-core.
   */
  readonly addOnCategories?: readonly string[];
  /** Names of technologies for which links count that only open a connection; absent if they count for all. */
  readonly countsHintsOf?: readonly string[];
}

/** Fields of a fingerprint that are used. probe needs a second request and is not. */
export const USED_FIELDS = [
  'cats',
  'implies',
  'excludes',
  'requires',
  'requiresCategory',
  'url',
  'headers',
  'cookies',
  'meta',
  'scriptSrc',
  'scripts',
  'html',
  'dom',
  'text',
  'css',
  'robots',
  'dns',
  'certIssuer',
  'js',
  'xhr',
] as const;

export const FINGERPRINTS_FILE = new URL('../data/fingerprints.json', import.meta.url);

/** Reads the committed set. update-fingerprints.ts validated it when it wrote the file. */
export function readFingerprints(): Fingerprints {
  return JSON.parse(readFileSync(FINGERPRINTS_FILE, 'utf8')) as Fingerprints;
}
