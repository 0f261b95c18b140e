import { isIP } from 'node:net';
import { registrableDomain } from './domain.ts';
import type { AddOn, SiteFacts, TechnologyTree } from './facts.ts';
import { answerLabels } from './summary/answer-labels.ts';
import { HAS } from './has.ts';
import type { FoldedSite } from './outline.ts';
import { addOnsOf, type AddOnSummary } from './summary/add-ons.ts';
import {
  cutLabel,
  type LabelledPage,
  type LabelSummary,
  pageLabelsOf,
  versionLabel,
} from './summary/page-labels.ts';

/**
 * Kinds of labels. A label is a short text that holds for a document: conditions look documents up by it, and facets count
 * them by it. Storages keep for each label the list of its documents.
 *
 * - `tech`: name of a detected technology; `category`: its `group.category`, if it is not a mere sign of it
 * - `tech_seen`, `category_seen`: those of technologies that some page has evidence of, so that they are not only implied
 * - `tech_version`: the name, a NUL and a version of it from the most reliable source of a page (`versionLabel`)
 * - `plugin`, `theme`: slugs of WordPress; `plugin_version`, `theme_version`: the slug, a NUL and a version of it
 * - `country`, `language`, `content_language`: codes, as the fields of that name have them
 * - `lang`: both languages, as the condition `lang:` takes either
 * - `tld`: the last part of the name, none of an IP address; `registrable_domain`
 * - `visited`: the month of the last visit, UTC, as `2026-03`
 * - `first_visited`: the day of the first visit, UTC, as `2026-03-31`; a storage adds it, since no page tells it
 * - `generator`, `charset`: what any page states, or was decoded from
 * - `email`; `email_domain`: the part after its @
 * - `host`: hosts of pages, as `hostLabel` writes them
 * - `header`: names of header fields; `header_value`: the name of a telling one, a NUL and its value; `cookie`: names of cookies
 * - `file`: names of well-known files; `agent`: an agent, `=` and the verdict of robots.txt: `GPTBot=blocked`
 * - `cert_issuer`: issuer of the certificate; `cert_name`: names that it is for, their parts in the reverse order; `cert_expires`:
 *   day of its end, UTC, as `2026-03-31`, and `cert_month` its month; `tls`: version of TLS
 * - `icon`: `mmh3:` and that hash of the icon; `icon_hash`: its other ones: `md5:`, `sha256:`, `phash:`
 * - `has`: which of `HAS` the site has any of
 * - `kind`: the kind of stand-in that the home page is
 * - `facts_version`: versions of the facts of its pages
 */
export const LABELS = [
  'tech',
  'category',
  'tech_seen',
  'category_seen',
  'tech_version',
  'plugin',
  'plugin_version',
  'theme',
  'theme_version',
  'country',
  'language',
  'content_language',
  'lang',
  'tld',
  'registrable_domain',
  'visited',
  'first_visited',
  'generator',
  'charset',
  'email',
  'email_domain',
  'host',
  'header',
  'header_value',
  'cookie',
  'file',
  'agent',
  'cert_issuer',
  'cert_name',
  'cert_expires',
  'cert_month',
  'tls',
  'icon',
  'icon_hash',
  'has',
  'kind',
  'facts_version',
] as const;
export type Label = (typeof LABELS)[number];

/** The labels of a document by their kinds, each once, well-formed, in no order. */
export type Labels = { readonly [Kind in Label]: readonly string[] };

/**
 * Technologies that are a sign of a category and put no site into it by themselves: any site with a link to `/order` or `/cart`
 * has the first one, and is not a shop.
 */
const SIGNS: ReadonlySet<string> = new Set(['Cart Functionality']);

/** A document as far as its labels follow from it. */
export interface LabelledDocument extends Pick<FoldedSite, 'domain' | 'facts'> {
  readonly pages: readonly LabelledPage[];
}

/** The labels of a document; they follow from its name, its facts and those of its pages. */
export function labelsOf({ domain, facts, pages }: LabelledDocument): Labels {
  return labelsOfSummary(domain, facts, addOnsOf(pages), pageLabelsOf(pages));
}

/** The labels of a site. @param addOns of all of its pages, as is `summary` */
export function labelsOfSummary(
  domain: string,
  facts: SiteFacts,
  { plugins, themes }: AddOnSummary,
  summary: LabelSummary,
): Labels {
  const { technologies, impliedTechnologies, lastVisited } = facts;
  const emails = facts.emails.map(({ email }) => email);
  const groups = Object.entries(technologies);
  const implied = new Set(impliedTechnologies);
  const labels: Labels = {
    tech: groups.flatMap(([, categories]) => Object.values(categories).flat()),
    category: categoriesWith(technologies, (name) => !SIGNS.has(name)),
    tech_seen: groups.flatMap(([, categories]) =>
      Object.values(categories).flatMap((names) => names.filter((name) => !implied.has(name))),
    ),
    category_seen: categoriesWith(technologies, (name) => !SIGNS.has(name) && !implied.has(name)),
    tech_version: summary.technologyVersions,
    plugin: plugins.map(({ slug }) => slug),
    plugin_version: plugins.flatMap(addOnVersion),
    theme: themes.map(({ slug }) => slug),
    theme_version: themes.flatMap(addOnVersion),
    country: known(facts.countryIsoCode),
    language: known(facts.languageCode),
    content_language: known(facts.contentLanguageCode),
    lang: [...known(facts.languageCode), ...known(facts.contentLanguageCode)],
    tld: isIP(domain) === 0 ? known(domain.split('.').at(-1) ?? null) : [],
    registrable_domain: [registrableDomain(domain)],
    visited: lastVisited === null ? [] : [new Date(lastVisited).toISOString().slice(0, 7)],
    first_visited: [],
    generator: facts.generators,
    charset: summary.charsets,
    email: emails,
    ...answerLabels(domain, summary),
    email_domain: emails.map((email) => email.slice(email.lastIndexOf('@') + 1)),
    has: HAS.filter((kind) => {
      switch (kind) {
        case 'email':
          return emails.length > 0;
        case 'phone':
          return facts.phoneNumbers.length > 0;
        case 'profile':
          return facts.profiles.length > 0;
        case 'address':
          return facts.postalAddresses.length > 0;
        case 'rendered':
          return summary.isRendered;
        case 'dns':
          return facts.dns.length > 0;
        case 'headers':
          return summary.headers.length > 0;
        case 'cookies':
          return summary.cookies.length > 0;
        case 'file':
          return summary.site?.files.some(({ isReal }) => isReal) ?? false;
        case 'hosts':
          return summary.hosts.length > 0;
        case 'certificate':
          return summary.site !== null && summary.site.certificate !== null;
        case 'icon':
          return summary.site !== null && summary.site.icon !== null;
      }
    }),
    kind: known(facts.kind),
    facts_version: summary.factsVersions,
  };
  const unique: Partial<Record<Label, readonly string[]>> = {};
  for (const kind of LABELS) unique[kind] = [...new Set(labels[kind].map(cutLabel))];
  return { ...labels, ...unique };
}

/** Each `group.category` that has a technology of some kind. */
function categoriesWith(tree: TechnologyTree, counts: (name: string) => boolean): readonly string[] {
  return Object.entries(tree).flatMap(([group, categories]) =>
    Object.entries(categories).flatMap(([category, names]) =>
      names.some(counts) ? [`${group}.${category}`] : [],
    ),
  );
}

function addOnVersion({ slug, version }: AddOn): readonly string[] {
  return version === null ? [] : [versionLabel(slug, version)];
}

function known(value: string | null): readonly string[] {
  return value === null || value === '' ? [] : [value];
}
