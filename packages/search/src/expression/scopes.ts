/** A part of a page that a needle has to be in. */
export type Scope = keyof typeof SCOPES;

/**
 * The scopes, by their names in queries, with what each is. All but `url` and `rendered` are in the source as it was decoded:
 * `body` is all of it, the others are ranges, each a text of its own, with entities as they are written.
 */
export const SCOPES = {
  body: 'the whole source of a page',
  text: 'text between tags, outside of scripts, styles, comments and the title',
  comment: 'what stands between <!-- and -->',
  inline: 'content of script elements without src',
  script: 'addresses of scripts: src of script elements',
  link: 'addresses of links: href of a, area and link elements',
  meta: 'meta tags, from < to >',
  title: 'content of title elements',
  url: 'the address of a page',
  rendered: 'the source of a page after its scripts ran in a browser, where it was rendered',
} as const;

export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** Scopes of the source that are ranges of it. */
export type RangeScope = Exclude<Scope, WholeScope>;

/** Scopes that are a whole text. */
export type WholeScope = 'body' | 'url' | 'rendered';

/** Scopes whose texts an index of folded texts has. */
export type IndexedScope = Exclude<WholeScope, 'url'>;

export function isWholeScope(scope: Scope): scope is WholeScope {
  return scope === 'body' || scope === 'url' || scope === 'rendered';
}

/** Words for texts that are not stored, with what would be needed. A word that is a scope is a type error here. */
const UNSTORED = {
  headers: 'headers of answers are not stored with pages',
  cookies: 'cookies are not stored with pages',
  robots: 'robots.txt is not stored',
  style: 'style sheets are not stored apart from pages',
  any: 'nothing but the source of a page is stored',
} as const satisfies Readonly<Record<string, string>> & { readonly [Name in Scope]?: never };

export const UNKNOWN_SCOPES: ReadonlyMap<string, string> = new Map(Object.entries(UNSTORED));

/** Whether the texts of a scope are in the source of a page as it was decoded. */
export function isOfSource(scope: Scope): boolean {
  return scope === 'body' || !isWholeScope(scope);
}

export function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}
