import { isIP } from 'node:net';
import { registrableDomain } from './domain.ts';
import type { AddOn } from './facts.ts';
import { HAS } from './has.ts';
import type { DomainDocument, PageRecord } from './page.ts';
import { versionsOf } from './technology-versions.ts';

/**
 * Kinds of labels. A label is a short text that holds for a document: conditions look documents up by it, and facets count
 * them by it. Storages keep for each label the list of its documents.
 *
 * - `tech`: name of a detected technology; `category`: its `group.category`, if it is not a mere sign of it
 * - `tech_version`: the name, a NUL and a version of it from the most reliable source of a page (`versionLabel`)
 * - `plugin`, `theme`: slugs of WordPress; `plugin_version`, `theme_version`: the slug, a NUL and a version of it
 * - `country`, `language`, `content_language`: codes, as the fields of that name have them
 * - `lang`: both languages, as the condition `lang:` takes either
 * - `tld`: the last part of the name, none of an IP address; `registrable_domain`
 * - `visited`: the month of the last visit, UTC, as `2026-03`
 * - `generator`, `charset`: what any page states, or was decoded from
 * - `email`; `email_domain`: the part after its @
 * - `has`: which of `HAS` the site has any of
 * - `kind`: the kind of stand-in that the home page is
 */
export const LABELS = [
  'tech',
  'category',
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
  'generator',
  'charset',
  'email',
  'email_domain',
  'has',
  'kind',
] as const;
export type Label = (typeof LABELS)[number];

/** The labels of a document by their kinds, each once, well-formed, in no order. */
export type Labels = { readonly [Kind in Label]: readonly string[] };

/**
 * Technologies that are a sign of a category and put no site into it by themselves: any site with a link to `/order` or `/cart`
 * has the first one, and is not a shop.
 */
const SIGNS: ReadonlySet<string> = new Set(['Cart Functionality']);

/** Maximum UTF-16 length of a label; what is longer is cut, so that an index of labels stays small. */
const MAX_LENGTH = 1_000;

interface LabelledPage extends Pick<PageRecord, 'charset' | 'facts'> {
  /** Absent or null if the page was not rendered. */
  readonly rendered?: object | null | undefined;
}

/** A document as far as its labels follow from it. */
export interface LabelledDocument extends Pick<DomainDocument, 'domain' | 'facts'> {
  readonly pages: readonly LabelledPage[];
}

/** The labels of a document; they follow from its name, its facts and those of its pages. */
export function labelsOf({ domain, facts, pages }: LabelledDocument): Labels {
  const { technologies, emails, lastVisited } = facts;
  const groups = Object.entries(technologies);
  const labels: Labels = {
    tech: groups.flatMap(([, categories]) => Object.values(categories).flat()),
    category: groups.flatMap(([group, categories]) =>
      Object.entries(categories).flatMap(([category, names]) =>
        names.every((name) => SIGNS.has(name)) ? [] : [`${group}.${category}`],
      ),
    ),
    tech_version: pages.flatMap((page) =>
      page.facts.technologies.flatMap((technology) =>
        versionsOf(technology).map((version) => versionLabel(technology.name, version)),
      ),
    ),
    plugin: pages.flatMap((page) => page.facts.plugins.map(({ slug }) => slug)),
    plugin_version: pages.flatMap((page) => page.facts.plugins.flatMap(addOnVersion)),
    theme: pages.flatMap((page) => page.facts.themes.map(({ slug }) => slug)),
    theme_version: pages.flatMap((page) => page.facts.themes.flatMap(addOnVersion)),
    country: known(facts.countryIsoCode),
    language: known(facts.languageCode),
    content_language: known(facts.contentLanguageCode),
    lang: [...known(facts.languageCode), ...known(facts.contentLanguageCode)],
    tld: isIP(domain) === 0 ? known(domain.split('.').at(-1) ?? null) : [],
    registrable_domain: [registrableDomain(domain)],
    visited: lastVisited === null ? [] : [new Date(lastVisited).toISOString().slice(0, 7)],
    generator: pages.flatMap((page) => known(page.facts.generator)),
    charset: pages.map(({ charset }) => charset),
    email: emails,
    email_domain: emails.map((email) => email.slice(email.lastIndexOf('@') + 1)),
    has: HAS.filter((kind) => {
      switch (kind) {
        case 'email':
          return emails.length > 0;
        case 'phone':
          return facts.phoneNumbers.length > 0;
        case 'profile':
          return facts.socialGraphUrls.length > 0;
        case 'address':
          return facts.postalAddresses.length > 0;
        case 'rendered':
          return pages.some(({ rendered }) => rendered !== undefined && rendered !== null);
      }
    }),
    kind: known(facts.kind),
  };
  const unique: Partial<Record<Label, readonly string[]>> = {};
  for (const kind of LABELS) unique[kind] = [...new Set(labels[kind].map(stored))];
  return { ...labels, ...unique };
}

/** Label of a version. @param of name of a technology, slug of a plugin or theme */
export function versionLabel(of: string, version: string): string {
  return `${of}\0${version}`;
}

function addOnVersion({ slug, version }: AddOn): readonly string[] {
  return version === null ? [] : [versionLabel(slug, version)];
}

function stored(label: string): string {
  return label.slice(0, MAX_LENGTH).toWellFormed();
}

function known(value: string | null): readonly string[] {
  return value === null || value === '' ? [] : [value];
}
