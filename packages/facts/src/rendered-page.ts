import { type CountryEvidence, type NamedHost, uniqueHosts, uniqueOf } from '@sitegrep/site';
import type { ExtractedPage } from './extract-page.ts';

/** Maximum links and links to pages about the owner, as of a page that was not rendered. */
const MAX_LINKS = 5_000;
const MAX_OWNER_LINKS = 20;

/** Facts of a page before its technologies are known. */
type Facts = ExtractedPage['facts'];

/** Parts of a page to which its rendered source adds something. */
type Combined = Pick<
  ExtractedPage,
  'facts' | 'firstLinks' | 'icon' | 'links' | 'nofollowLinks' | 'ownerLinks' | 'robots'
>;

/**
 * Facts of the head and of the page as a whole. The body of a shell has those of its framework until scripts set them, such as
 * the title "React App", so those of the rendered source count first.
 */
const OF_WHOLE_PAGE: ReadonlySet<string> = new Set<keyof Facts>([
  'title',
  'description',
  'metaKeywords',
  'declaredLanguage',
  'contentLanguage',
  'canonicalUrl',
  'siteName',
]);

/**
 * A page with what its rendered source adds. Its facts fill those that the body has none of, and those of its head replace
 * them; its links come after those of the body; and what either forbids to robots is forbidden. Its hosts are those of both, and
 * of the requests while it was rendered.
 *
 * @param requested hosts of these requests, as `requestedHosts` gives them
 */
export function withRendered(
  body: ExtractedPage,
  rendered: ExtractedPage,
  requested: readonly NamedHost[],
): Combined {
  const links = united(body.links, rendered.links).slice(0, MAX_LINKS);
  const followed = new Set(links);
  const facts = filledFacts(body.facts, rendered.facts);
  const robots = {
    noindex: body.robots.noindex || rendered.robots.noindex,
    nofollow: body.robots.nofollow || rendered.robots.nofollow,
    expires: body.robots.expires || rendered.robots.expires,
    maxSnippet: lowerOf(body.robots.maxSnippet, rendered.robots.maxSnippet),
  };
  const { maxSnippet } = robots;
  const hosts = uniqueHosts([...body.facts.hosts, ...rendered.facts.hosts, ...requested]);
  return {
    facts: { ...facts, maxSnippet, hosts, ...(robots.nofollow ? { linkedDomains: [] } : {}) },
    links,
    nofollowLinks: united(body.nofollowLinks, rendered.nofollowLinks)
      .filter((link) => !followed.has(link))
      .slice(0, MAX_LINKS),
    ownerLinks: uniqueOf([...body.ownerLinks, ...rendered.ownerLinks], ({ url }) => url, MAX_OWNER_LINKS),
    firstLinks: united(body.firstLinks, rendered.firstLinks),
    icon: rendered.icon ?? body.icon,
    robots,
  };
}

/**
 * The facts of the body, each one that it has none of filled from the rendered source: a fact that is null, and a list
 * that is empty. A list is taken as a whole, because parts of two would tell of two pages. Facts of the whole page are those
 * of the rendered source, filled from the body. Evidence for the country is taken by its source, so that a language in the
 * shell does not hide an address that scripts write, and what made the page is what either names.
 */
function filledFacts(body: Facts, rendered: Facts): Facts {
  const taken = Object.entries(rendered).filter(([field, fact]) =>
    OF_WHOLE_PAGE.has(field) ? !isNothing(fact) : isNothing(body[field as keyof Facts]),
  );
  const filled: { readonly [Field in keyof Facts]: Facts[Field] } = { ...body, ...Object.fromEntries(taken) };
  return {
    ...filled,
    // A browser may have passed what the body was about.
    kind: rendered.kind,
    // A verdict on the connection, and what name servers say, not the page.
    certificate: body.certificate,
    dns: body.dns,
    site: body.site,
    generators: united(body.generators, rendered.generators),
    countryEvidence: filledEvidence(body.countryEvidence, rendered.countryEvidence),
  };
}

function lowerOf(one: number | null, other: number | null): number | null {
  return one === null ? other : other === null ? one : Math.min(one, other);
}

function isNothing(fact: Facts[keyof Facts]): boolean {
  return fact === null || (Array.isArray(fact) && fact.length === 0);
}

function filledEvidence(
  body: readonly CountryEvidence[],
  rendered: readonly CountryEvidence[],
): readonly CountryEvidence[] {
  const sources = new Set(body.map(({ source }) => source));
  return [...body, ...rendered.filter(({ source }) => !sources.has(source))];
}

function united(first: readonly string[], second: readonly string[]): readonly string[] {
  return [...new Set([...first, ...second])];
}
