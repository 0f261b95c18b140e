/** A part of a page that a needle has to be in. */
export type Scope = keyof typeof SCOPES;

interface ScopeEntry {
  /** The scope in words. */
  readonly about: string;
  /**
   * Texts that it has: the source of a page as it was decoded, ranges of the source, each a text by itself with entities as they
   * are written, or another text.
   */
  readonly of: 'source' | 'ranges' | 'another text';
  /** Whether an index of folded texts has its text. */
  readonly isIndexed?: true;
}

/** The scopes by their names in queries. */
export const SCOPES = {
  body: { of: 'source', isIndexed: true, about: 'the whole source of a page' },
  text: {
    of: 'ranges',
    about: 'text between tags, outside of scripts, styles, comments and the title',
  },
  comment: { of: 'ranges', about: 'what stands between <!-- and -->' },
  inline: { of: 'ranges', about: 'content of script elements without src' },
  script: { of: 'ranges', about: 'addresses of scripts: src of script elements' },
  link: { of: 'ranges', about: 'addresses of links: href of a, area and link elements' },
  meta: { of: 'ranges', about: 'meta tags, from < to >' },
  title: { of: 'ranges', about: 'content of title elements' },
  url: { of: 'another text', isIndexed: true, about: 'the address of a page' },
  rendered: {
    of: 'another text',
    isIndexed: true,
    about: 'the source of a page after its scripts ran in a browser, where it was rendered',
  },
  dns: {
    of: 'another text',
    isIndexed: true,
    about: 'the DNS records of a site, a line each: MX 10 mail.example.com',
  },
  headers: {
    of: 'another text',
    isIndexed: true,
    about: 'the status and the header fields of a page, a line each: server: nginx',
  },
  cookies: {
    of: 'another text',
    isIndexed: true,
    about: 'the cookies that a page sets, a line each, without values: _ga; path=/; secure',
  },
  file: {
    of: 'another text',
    isIndexed: true,
    about: 'the well-known files of a site, each after a line with its path: /robots.txt',
  },
} as const satisfies Readonly<Record<string, ScopeEntry>>;

export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** Scopes with some property. */
type ScopeWith<Property extends Partial<ScopeEntry>> = {
  [Name in Scope]: (typeof SCOPES)[Name] extends Property ? Name : never;
}[Scope];

/** Scopes of the source that are ranges of it. */
export type RangeScope = ScopeWith<{ readonly of: 'ranges' }>;

/** Scopes whose text is not in the source. */
export type OtherScope = ScopeWith<{ readonly of: 'another text' }>;

/** Scopes whose texts an index of folded texts has. */
export type IndexedScope = ScopeWith<{ readonly isIndexed: true }>;

/** Word for all scopes that have a whole text: a text has to be in one of them. */
export const ANY_SCOPE = 'any';
/** A scope, or any of them. */
export type ScopeWord = Scope | typeof ANY_SCOPE;
export const SCOPE_WORDS: readonly ScopeWord[] = [...SCOPE_NAMES, ANY_SCOPE];

/** The scopes that a word stands for. */
export function scopesOf(word: ScopeWord): readonly Scope[] {
  return word === ANY_SCOPE ? SCOPE_NAMES.filter(isWholeScope) : [word];
}

export function isScopeWord(name: string): name is ScopeWord {
  return name === ANY_SCOPE || isScope(name);
}

/** A scope that is all of a text. */
export type WholeScope = Exclude<Scope, RangeScope>;

export function isWholeScope(scope: Scope): scope is WholeScope {
  return SCOPES[scope].of !== 'ranges';
}

/** Whether the texts of a scope are in the source of a page as it was decoded. */
export function isOfSource(scope: Scope): scope is Exclude<Scope, OtherScope> {
  return SCOPES[scope].of !== 'another text';
}

/** Scopes that the index has beside the sources of pages and what scripts wrote. */
export type BesideScope = Exclude<IndexedScope, 'body' | 'rendered'>;

export function isIndexedScope(scope: Scope): scope is IndexedScope {
  return 'isIndexed' in SCOPES[scope];
}

/** Words for texts that are not stored, with what would be needed. A word that is a scope is a type error here. */
const UNSTORED = {
  robots: 'robots.txt is one of the files, in:file',
  style: 'style sheets are not stored apart from pages',
} as const satisfies Readonly<Record<string, string>> & { readonly [Name in Scope]?: never };

export const UNKNOWN_SCOPES: ReadonlyMap<string, string> = new Map(Object.entries(UNSTORED));

export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}

/** The scopes that are all of a text, in which patterns of values are looked for. */
export const WHOLE_SCOPES: readonly WholeScope[] = SCOPE_NAMES.filter(isWholeScope);
