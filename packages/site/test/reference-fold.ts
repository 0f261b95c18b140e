import { uniqueAddresses } from '../src/contact-facts.ts';
import type { AddOn, CountryEvidence, PageFacts, SiteFacts } from '../src/facts.ts';
import type { Labels } from '../src/labels.ts';
import { compareCodePoints } from '../src/order.ts';
import { bodyBytes, type SitePage } from '../src/outline.ts';
import { homeFirst } from '../src/pages.ts';
import { profileKey } from '../src/profiles.ts';
import { versionsOf } from '../src/technology-versions.ts';

/** Facts of a site but for its name, which titles may show, and its country, which is judged by its evidence. */
type PlainFacts = Omit<SiteFacts, 'siteName' | 'countryIsoCode' | 'countryEvidence'> & {
  readonly countryEvidence: readonly CountryEvidence[];
};

/** The rules of a fold, written out over all pages of a site at once. @param domain a generic one, which shows no country */
export function referenceFold(
  domain: string,
  unordered: readonly SitePage[],
): {
  /** Facts that a rule of its own gives; a field of the home page alone needs none. */
  readonly facts: Partial<PlainFacts>;
  readonly labels: Partial<Labels>;
  readonly hosts: readonly string[];
} {
  const pages = homeFirst(domain, unordered);
  const [home] = pages;
  if (home === undefined) throw new Error('no page');
  const all = <Value>(read: (facts: PageFacts) => readonly Value[]): readonly Value[] =>
    pages.flatMap(({ facts }) => read(facts));
  const located = <Value extends object>(read: (facts: PageFacts) => readonly Value[]) =>
    pages.flatMap(({ url, facts }) => read(facts).map((value) => ({ ...value, url })));
  const first = <Value>(read: (facts: PageFacts) => Value | null): Value | null =>
    pages.map(({ facts }) => read(facts)).find((value) => value !== null) ?? null;
  const images = all((facts) => facts.images);
  const technologies = all((facts) => facts.technologies);
  const plugins = addOns(all((facts) => facts.plugins));
  const themes = addOns(all((facts) => facts.themes));
  const { title, description, metaKeywords, kind, certificate } = home.facts;
  return {
    facts: {
      title,
      description,
      metaKeywords,
      kind,
      certificate,
      lastVisited: Math.max(...pages.map(({ fetchedAt }) => fetchedAt)),
      countryEvidence: SOURCES.flatMap((source) => evidenceOf(source, pages)),
      languageCode:
        home.facts.declaredLanguage ?? heaviest(pages.map(({ facts }) => [facts.declaredLanguage, 1])),
      contentLanguageCode: heaviest(
        pages.map((page) => [page.facts.contentLanguage, bodyBytes(page)]),
        home.facts.contentLanguage,
      ),
      emails: unique(
        located((facts) => facts.emails),
        ({ email }) => email,
        100,
      ),
      profiles: unique(
        located((facts) => facts.profiles),
        ({ profile }) => profileKey(profile),
        100,
      ),
      phoneNumbers: unique(
        located((facts) => facts.phoneNumbers),
        ({ number }) => number,
        100,
      ),
      postalAddresses: uniqueAddresses(
        unique(
          located((facts) => facts.postalAddresses),
          ({ source: _source, url: _url, ...spelling }) => JSON.stringify(spelling),
          100,
        ),
        20,
      ),
      technologies: Object.fromEntries(
        sorted(technologies.flatMap(pathsOf).map((path) => path.slice(0, path.indexOf('.')))).map((group) => [
          group,
          Object.fromEntries(
            sorted(technologies.flatMap(pathsOf).filter((path) => path.startsWith(`${group}.`))).map(
              (path) => [
                path.slice(group.length + 1),
                sorted(technologies.flatMap((one) => (pathsOf(one).includes(path) ? [one.name] : []))),
              ],
            ),
          ),
        ]),
      ),
      impliedTechnologies: sorted(
        technologies.flatMap((one) => (pathsOf(one).length > 0 ? one.name : [])),
      ).filter((name) =>
        technologies.every((one) => one.name !== name || one.isImplied === true || one.confidence < 50),
      ),
      dns: first(({ dns }) => (dns.length === 0 ? null : dns)) ?? [],
      generators: sorted(all((facts) => facts.generators)).slice(0, 100),
      plugins: plugins.slice(0, 100).map(([slug, version]) => [slug, ...version].join('@')),
      themes: themes.slice(0, 100).map(([slug, version]) => [slug, ...version].join('@')),
      legalName: first((facts) => facts.legalName),
      feeds: unique(
        all((facts) => facts.feeds),
        ({ url }) => url,
        20,
      ),
      images: unique(
        [...images.filter((one) => one.kind === 'logo'), ...images.filter((one) => one.kind === 'icon')],
        ({ url }) => url,
        10,
      ),
      legalLinks: unique(
        all((facts) => facts.legalLinks),
        (link) => `${link.kind} ${link.url}`,
        20,
      ),
      contactPage: first((facts) => facts.contactPage),
      appLinks: unique(
        all((facts) => facts.appLinks),
        ({ store, id }) => `${store} ${id}`,
        20,
      ),
      paymentMarks: unique(
        all((facts) => facts.paymentMarks),
        ({ name }) => name,
        30,
      ),
      registrationNumbers: unique(
        all((facts) => facts.registrationNumbers),
        (one) => `${one.kind} ${one.number}`,
        20,
      ),
      openingHours: first(({ openingHours }) => (openingHours.length === 0 ? null : openingHours)) ?? [],
    },
    labels: {
      tech_version: sorted(
        technologies.flatMap((one) => versionsOf(one).map((version) => `${one.name}\0${version}`)),
      ),
      plugin: sorted(plugins.map(([slug]) => slug)),
      plugin_version: plugins.flatMap(([slug, version]) => version.map((one) => `${slug}\0${one}`)),
      theme: sorted(themes.map(([slug]) => slug)),
      theme_version: themes.flatMap(([slug, version]) => version.map((one) => `${slug}\0${one}`)),
      charset: sorted(pages.map(({ charset }) => charset)),
    },
    hosts: unique(
      all(({ linkedDomains }) => linkedDomains.filter((host) => !`.${host}`.endsWith(`.${domain}`))),
      String,
      500,
    ),
  };
}

/** Sources of evidence that tests have, the strongest first. */
const SOURCES = ['address', 'phone', 'region'] as const;

/** That of the home page, else that of most pages; a page that names two countries names none. */
function evidenceOf(source: string, pages: readonly SitePage[]): readonly CountryEvidence[] {
  const said = pages.map(({ facts }) => {
    const own = facts.countryEvidence.filter((one) => one.source === source);
    return own.every(({ country }) => country === own[0]?.country) ? own.slice(0, 1) : [];
  });
  const words = said.flat();
  const most = words.find(
    ({ country }) => words.filter((one) => one.country === country).length * 2 > words.length,
  );
  return said[0]?.length === 1 ? said[0] : most === undefined ? [] : [most];
}

/** The code with the most weight. Ties go to `preferred`, then by code. */
function heaviest(
  votes: readonly (readonly [code: string | null, weight: number])[],
  preferred: string | null = null,
): string | null {
  const codes = sorted(votes.flatMap(([code]) => code ?? []));
  const weightOf = (code: string): number =>
    votes.reduce((sum, [other, weight]) => (other === code ? sum + weight : sum), 0);
  const most = Math.max(...codes.map(weightOf));
  const heaviestCodes = codes.filter((code) => weightOf(code) === most);
  return heaviestCodes.find((code) => code === preferred) ?? heaviestCodes[0] ?? null;
}

function addOns(all: readonly AddOn[]): readonly (readonly [slug: string, version: readonly string[]])[] {
  return sorted(all.map(({ slug }) => slug))
    .flatMap((slug): (readonly [string, readonly string[]])[] => {
      const versions = all.filter((one) => one.slug === slug).flatMap(({ version }) => version ?? []);
      return versions.length === 0
        ? [[slug, []]]
        : sorted(versions).map((version) => [slug, [version]] as const);
    })
    .slice(0, 1_000);
}

function pathsOf({ confidence, paths }: PageFacts['technologies'][number]): readonly string[] {
  return confidence < 50 ? [] : paths;
}

function unique<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
  max: number,
): readonly Value[] {
  const keys = values.map(keyOf);
  return values.filter((_value, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, max);
}

/** Each text once, in code point order, the first 1,000. */
function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(compareCodePoints).slice(0, 1_000);
}
