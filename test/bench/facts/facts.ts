// The facts that are compared with labels: what a reader says of real pages. The labels are in files beside this one.
import { readFileSync } from 'node:fs';
import type { ExtractedPage } from '@sitegrep/facts';
import { canonicalDomain, foldSite, type Page, type PageRecord } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import { createDetector, loadFingerprints } from '@sitegrep/technologies';
import { writtenContacts } from './written-contacts.ts';
import { accountsOfSites } from './shared-accounts.ts';
import { type Goals, partOf, partOfSite, hashOf, type Judged } from './judged.ts';

/** Gets each page, and has judged them after the last one. */
interface Judge {
  readonly add: (page: Page, extracted: ExtractedPage) => void;
  readonly judged: () => readonly Judged[];
}

interface Fact {
  readonly goals: Goals;
  readonly judge: () => Judge;
}

type Facts = ExtractedPage['facts'];

interface TechnologyLabels {
  readonly url: string;
  /** All technologies of the page that any label names. */
  readonly present: readonly string[];
  /** Whether fingerprints are not to be mended by what this page shows. */
  readonly heldOut?: true;
}

interface LanguageLabels {
  readonly url: string;
  /** Language that its head declares; null if it declares none. */
  readonly declared: string | null;
  /** Language of its text; null if it is in several. */
  readonly content: string | null;
}

export const FACTS: Readonly<Record<string, Fact>> = {
  technologies: { goals: { precision: 0.97, recall: 0.95 }, judge: technologies },
  versions: { goals: { precision: 0.98, recall: 0.95 }, judge: versions },
  country: { goals: { precision: 0.97, recall: 0.8 }, judge: country },
  emails: hashed('email', { precision: 0.97, recall: 0.97 }, ({ emails }) =>
    emails.map(({ email }) => email),
  ),
  profiles: hashed('profile', { precision: 0.97, recall: 0.97 }, ({ profiles }) =>
    profiles.map(({ profile }) => profile),
  ),
  // Those of its staff and branches too, but not those that an article, an advertisement or an entry of a list is about.
  phones: hashed('phone', { precision: 0.96, recall: 0.96 }, ({ phoneNumbers }) =>
    phoneNumbers.map(({ number }) => number),
  ),
  // As for numbers: those of branches too, not those of others.
  addresses: hashed('address', { precision: 0.95, recall: 0.95 }, ({ postalAddresses }) =>
    postalAddresses.map(locationOf),
  ),
  // Nothing is found that is not written on its page, and no account of a platform is taken for one of a site.
  written: {
    goals: { precision: 1, recall: 1 },
    judge: () => byPage((url, page) => [writtenContacts(url, page)]),
  },
  platforms: { goals: { precision: 1, recall: 1 }, judge: sharedAccounts },
  languages: { goals: { precision: 0.985, recall: 0.985 }, judge: languages },
  titles: hashed('title', { precision: 0.99, recall: 0.99 }, ({ title }) => listOf(title)),
  descriptions: hashed('description', { precision: 0.99, recall: 0.99 }, ({ description }) =>
    listOf(description),
  ),
};

export function readLabels(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}-labels.json`, import.meta.url), 'utf8'));
}

/**
 * The location of an address, whatever its spelling: the postcode, or else the city, and the number of the house or the box. The nine
 * digits of the United States are cut to five, and numbers of floors and suites are left out.
 */
function locationOf({ street, postcode, city }: Facts['postalAddresses'][number]): string {
  const town = (postcode ?? city ?? '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^(\d{5})\d{4}$/, '$1');
  const house = /\d+/.exec(
    (street ?? '').replaceAll(
      /(?:\b(?:suite|ste|floor|fl|unit|room|rm|apt|building|bldg|lot)\b\.?|#)\s*#?[\w-]+/gi,
      '',
    ),
  )?.[0];
  return `${town} ${house ?? ''}`;
}

/**
 * A fact that is a list of values, whose labels are hashes by address. One after a question mark is neither right nor wrong: a
 * reader cannot tell whether the value is the owner's.
 */
function hashed(name: string, goals: Goals, valuesOf: (facts: Facts) => readonly string[]): Fact {
  return {
    goals,
    judge: () => {
      const labels = readLabels(name) as Readonly<Record<string, readonly string[]>>;
      return byPage((url, { facts }) => {
        const truth = labels[url];
        const part = partOf(url);
        if (truth === undefined) return [];
        const found = [...new Set(valuesOf(facts).map(hashOf))].filter(
          (value) => !truth.includes(`?${value}`),
        );
        return [{ part, name: url, truth: new Set(truth.filter((value) => !value.startsWith('?'))), found }];
      });
    },
  };
}

function technologies(): Judge {
  const { detect } = createDetector(loadFingerprints());
  const all = readLabels('technology') as readonly TechnologyLabels[];
  const labels = new Map(all.map((each) => [each.url, each]));
  const partOfLabels = ({ url, heldOut }: TechnologyLabels): string => {
    if (partOf(url) === 'fresh') return 'fresh';
    return heldOut === true ? 'held out' : 'tuned';
  };
  const namesIn = (some: readonly TechnologyLabels[]): ReadonlySet<string> =>
    new Set(some.flatMap(({ present }) => present));
  // The labels of the fresh part name more technologies than the older ones.
  const known = { all: namesIn(all), older: namesIn(all.filter((label) => partOfLabels(label) !== 'fresh')) };
  return byPage((url, { signals }) => {
    const label = labels.get(url);
    if (label === undefined) return [];
    const part = partOfLabels(label);
    const names = part === 'fresh' ? known.all : known.older;
    const found = detect(signals).flatMap(({ name }) => (names.has(name) ? [name] : []));
    return [{ part, name: url, truth: new Set(label.present), found }];
  });
}

/** Versions of the technologies that any label names, as `jQuery 3.7.1`. */
function versions(): Judge {
  const { detect } = createDetector(loadFingerprints());
  const labels = new Map(
    Object.entries(readLabels('version') as Readonly<Record<string, readonly string[]>>),
  );
  const known = new Set([...labels.values()].flat().map((label) => label.slice(0, label.lastIndexOf(' '))));
  return byPage((url, { signals }) => {
    const label = labels.get(url);
    if (label === undefined) return [];
    const found = detect(signals).flatMap(({ name, version, versions: seen }) => {
      if (version === null || !known.has(name)) return [];
      return (seen ?? [{ version }]).map((each) => `${name} ${each.version}`);
    });
    return [{ part: partOf(url), name: url, truth: new Set(label), found: [...new Set(found)] }];
  });
}

function languages(): Judge {
  const labels = new Map(
    (readLabels('language') as readonly LanguageLabels[]).map((each) => [each.url, each]),
  );
  return byPage((url, { facts }) => {
    const label = labels.get(url);
    if (label === undefined) return [];
    const { declared, content } = label;
    const declaration = judgedLanguage('declared', url, declared, facts.declaredLanguage);
    return content === null
      ? [declaration]
      : [declaration, judgedLanguage('of the text', url, content, facts.contentLanguage)];
  });
}

function judgedLanguage(which: string, name: string, truth: string | null, found: string | null): Judged {
  const part = partOf(name) === 'fresh' ? `${which}, fresh` : which;
  return { part, name, truth: new Set(listOf(truth)), found: listOf(found) };
}

function listOf(value: string | null): readonly string[] {
  return value === null ? [] : [value];
}

function sharedAccounts(): Judge {
  const accounts = accountsOfSites();
  return {
    add: ({ url }, { facts }) => accounts.add(url, facts.profiles),
    judged: () => accounts.judged(),
  };
}

function byPage(judge: (url: string, extracted: ExtractedPage) => readonly Judged[]): Judge {
  const all: Judged[] = [];
  return { add: ({ url }, extracted) => void all.push(...judge(url, extracted)), judged: () => all };
}

/** Labels by domain: `DE`, `(DE)` if it is known from elsewhere, or null. */
function country(): Judge {
  const labels = new Map(Object.entries(readLabels('country') as Readonly<Record<string, string | null>>));
  const sites = new Map<string, PageRecord[]>();
  return {
    add: ({ url }, { facts }) => {
      const domain = canonicalDomain(url);
      if (domain === null || !labels.has(domain)) return;
      const records = sites.get(domain) ?? [];
      sites.set(domain, records);
      const page = { url, fetchedAt: 0, charset: 'utf-8', truncated: false, source: '' };
      records.push({ ...page, facts: { ...NO_PAGE_FACTS, ...facts } });
    },
    judged: () =>
      [...sites].map(([domain, records]) => {
        const label = labels.get(domain) ?? '';
        const { countryIsoCode, countryEvidence } = foldSite(domain, records, { maxSiteBytes: 1 }).facts;
        const truth = label.replaceAll(/[()]/g, '');
        return {
          part: partOfSite(domain),
          name: domain,
          truth: new Set(truth === '' ? [] : [truth]),
          found: listOf(countryIsoCode),
          why: countryEvidence
            .map(({ source, value, country: of }) => `${source} ${of} (${value})`)
            .join(', '),
          isShown: !label.startsWith('('),
        };
      }),
  };
}
