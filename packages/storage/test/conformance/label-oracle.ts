import { ALL_VALUES, type Facet, type FacetCounts, type LabelField } from '@sitegrep/search';
import { type AddOn, type DomainDocument, type HostKind, KNOWN_AGENTS } from '@sitegrep/site';
import { answersOf } from './certified-sites.ts';
import { byCodePoint } from './documents.ts';
import type { Known } from './oracle.ts';

/** Values of a document that conditions on each field look at, read off its facts one after the other. */
export const LABELLED: Readonly<Record<LabelField, (document: DomainDocument) => readonly string[]>> = {
  tech: (document) => technologiesOf(document, []),
  tech_seen: (document) => technologiesOf(document, document.facts.impliedTechnologies),
  plugin: ({ pages }) => pages.flatMap(({ facts }) => facts.plugins.map(({ slug }) => slug)),
  theme: ({ pages }) => pages.flatMap(({ facts }) => facts.themes.map(({ slug }) => slug)),
  email: ({ facts }) => facts.emails.map(({ email }) => email),
  email_domain: ({ facts }) => facts.emails.map(({ email }) => email.replace(/^.*@/, '')),
  has: ({ facts, pages }) => [
    ...(facts.emails.length > 0 ? ['email'] : []),
    ...(facts.phoneNumbers.length > 0 ? ['phone'] : []),
    ...(facts.profiles.length > 0 ? ['profile'] : []),
    ...(facts.postalAddresses.length > 0 ? ['address'] : []),
    ...(pages.some((page) => 'rendered' in page) ? ['rendered'] : []),
    ...(facts.dns.length > 0 ? ['dns'] : []),
    ...(pages.some((page) => page.facts.headers.length > 0) ? ['headers'] : []),
    ...(pages.some((page) => page.facts.cookies.length > 0) ? ['cookies'] : []),
    ...(pages.some((page) => page.facts.site?.files.some(({ isReal }) => isReal)) ? ['file'] : []),
    ...(pages.some((page) => page.facts.hosts.length > 0) ? ['hosts'] : []),
    ...(pages.some((page) => page.facts.site !== null && page.facts.site.certificate !== null)
      ? ['certificate']
      : []),
    ...(pages.some((page) => page.facts.site !== null && page.facts.site.icon !== null) ? ['icon'] : []),
  ],
  file: (document) =>
    answersOf(document).flatMap(({ files }) => files.flatMap(({ name, isReal }) => (isReal ? name : []))),
  agent: (document) =>
    answersOf(document).flatMap(({ agents }) =>
      KNOWN_AGENTS.flatMap(({ name }) => {
        if (agents === null) return [];
        const own = agents.named.find(({ agent }) => agent === name);
        return [`${name}=${own === undefined ? agents.others : own.verdict}`];
      }),
    ),
  tls: (document) => answersOf(document).flatMap(({ certificate }) => certificate?.tls ?? []),
  icon: (document) => [...iconHashes(document, 'mmh3'), ...iconHashes(document)],
  kind: ({ facts: { kind } }) => (kind === null ? [] : [kind]),
  facts_version: ({ pages }) => pages.map(({ facts }) => facts.version),
};

/** Hashes of the icon of a site as labels have them. @param only the one that is wanted; all others if absent */
function iconHashes(document: DomainDocument, only?: 'mmh3'): readonly string[] {
  return answersOf(document).flatMap(({ icon }) => {
    if (icon === null) return [];
    if (only !== undefined) return [`mmh3:${icon.mmh3}`];
    return [
      `md5:${icon.md5}`,
      `sha256:${icon.sha256}`,
      ...(icon.phash === null ? [] : [`phash:${icon.phash}`]),
    ];
  });
}

/** Names of technologies with their categories. @param left those that do not count */
function technologiesOf(
  { facts: { technologies } }: DomainDocument,
  left: readonly string[],
): readonly string[] {
  const values: string[] = [];
  for (const group in technologies) {
    for (const category in technologies[group]) {
      const names = technologies[group][category]?.filter((name) => !left.includes(name)) ?? [];
      if (names.length > 0) values.push(`${group}.${category}`, ...names);
    }
  }
  return values;
}

/** Versions of a technology on any page, without those of a source that is less reliable than another one of the page. */
export function versionsOf(document: DomainDocument, technology: string): readonly string[] {
  const versions: string[] = [];
  for (const { facts } of document.pages) {
    for (const { name, version, versions: seen = [] } of facts.technologies) {
      if (name !== technology) continue;
      if (version !== null) versions.push(version);
      for (const other of seen) if (other.source === seen[0]?.source) versions.push(other.version);
    }
  }
  return versions;
}

function addOnVersions(addOns: readonly AddOn[], wanted: string): readonly string[] {
  return addOns.flatMap(({ slug, version }) => (slug === wanted && version !== null ? [version] : []));
}

/** Counts by a plain loop. The domains are under `test`; captures are compared elsewhere. */
export function countFacet(sites: readonly Known[], facet: Facet): FacetCounts {
  const counts = new Map<string, number>();
  let without = 0;
  for (const site of sites) {
    const values = new Set(valuesOf(site, facet));
    if (values.size === 0) without++;
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const all = Array.from(counts, ([value, domains]) => ({ value, domains })).sort(
    (a, b) => b.domains - a.domains || byCodePoint(a.value, b.value),
  );
  const listed = all.filter(({ domains }) => domains >= facet.min);
  const values = listed.slice(facet.offset, facet.offset + facet.limit);
  return { values, distinct: all.length, listed: listed.length, without };
}

/** Letter of each kind of what names a host. */
const HOST_LETTERS = {
  script: 's',
  style: 'c',
  image: 'i',
  frame: 'f',
  form: 'o',
  font: 'n',
  link: 'l',
  request: 'r',
} as const;

/** Hosts of the pages of a domain that is registered itself. */
function hostsOf(
  { domain, pages }: DomainDocument,
  { of, isThird }: Extract<Facet, { readonly kind: 'hosts' }>,
): readonly string[] {
  return pages
    .flatMap(({ facts }) => facts.hosts)
    .filter(({ kinds }) => of === null || kinds.includes(HOST_LETTERS[of]))
    .map(({ host }) => host)
    .filter((host) => !isThird || !`.${host}`.endsWith(`.${domain}`));
}

/** Groups of the hosts of third parties that a domain does not only link to; the longest name that fits counts. */
function groupsOf(
  document: DomainDocument,
  { groups }: Extract<Facet, { readonly kind: 'host_groups' }>,
): readonly string[] {
  const loaded = Object.keys(HOST_LETTERS).filter((kind) => kind !== 'link') as HostKind[];
  return loaded
    .flatMap((of) => hostsOf(document, { kind: 'hosts', of, isThird: true, ...ALL_VALUES }))
    .flatMap((host) => {
      const fitting = groups.flatMap(({ name, hosts }) =>
        hosts.filter((one) => `.${host}`.endsWith(`.${one}`)).map((one) => ({ name, length: one.length })),
      );
      const longest = Math.max(...fitting.map(({ length }) => length));
      return fitting.filter(({ length }) => length === longest).map(({ name }) => name);
    });
}

function valuesOf({ document, rank }: Known, facet: Facet): readonly string[] {
  const { facts, pages, domain } = document;
  switch (facet.kind) {
    case 'ranks':
      return [
        [
          '0..99',
          '100..199',
          '200..299',
          '300..399',
          '400..499',
          '500..599',
          '600..699',
          '700..799',
          '800..899',
          '900..1000',
        ].findLast((step) => rank >= Number(step.split('.')[0])) ?? '',
      ];
    case 'values':
      switch (facet.label) {
        case 'tech_version':
          return versionsOf(document, facet.of);
        case 'plugin_version':
          return addOnVersions(
            pages.flatMap((page) => page.facts.plugins),
            facet.of,
          );
        case 'theme_version':
          return addOnVersions(
            pages.flatMap((page) => page.facts.themes),
            facet.of,
          );
        case 'header_value':
          return pages.flatMap((page) =>
            page.facts.headers.flatMap((field) => {
              const [, name, value = ''] = /^([^=]*)=(.*)$/.exec(field) ?? [];
              return name === facet.of ? [value] : [];
            }),
          );
        case 'agent':
          return LABELLED.agent(document).flatMap((label) => {
            const [agent, verdict = ''] = label.split('=');
            return agent === facet.of ? [verdict] : [];
          });
      }
    case 'captures':
    case 'saved':
    case 'changed':
    case 'times':
    case 'causes':
      throw new TypeError(`${facet.kind} are compared elsewhere`);
    case 'hosts':
      return hostsOf(document, facet);
    case 'host_groups':
      return groupsOf(document, facet);
    case 'label':
  }
  const one = (value: string | null): readonly string[] => (value === null ? [] : [value]);
  switch (facet.label) {
    case 'tech':
      return LABELLED.tech(document).filter((value) => !value.includes('.'));
    case 'category':
      return LABELLED.tech(document).filter((value) => value.includes('.'));
    case 'tech_seen':
      return LABELLED.tech_seen(document).filter((value) => !value.includes('.'));
    case 'category_seen':
      return LABELLED.tech_seen(document).filter((value) => value.includes('.'));
    case 'plugin':
      return LABELLED.plugin(document);
    case 'theme':
      return LABELLED.theme(document);
    case 'country':
      return one(facts.countryIsoCode);
    case 'language':
      return one(facts.languageCode);
    case 'content_language':
      return one(facts.contentLanguageCode);
    case 'lang':
      return [...one(facts.languageCode), ...one(facts.contentLanguageCode)];
    case 'tld':
      return ['test'];
    case 'registrable_domain':
      return [domain.split('.').slice(-2).join('.')];
    case 'visited':
      return facts.lastVisited === null ? [] : [JSON.stringify(new Date(facts.lastVisited)).slice(1, 8)];
    case 'first_visited':
      // Documents that are put without a visit count from their last one.
      return facts.lastVisited === null ? [] : [JSON.stringify(new Date(facts.lastVisited)).slice(1, 11)];
    case 'generator':
      return facts.generators;
    case 'charset':
      return pages.map(({ charset }) => charset);
    case 'kind':
      return one(facts.kind);
    case 'file':
      return LABELLED.file(document);
    case 'cert_issuer':
      return answersOf(document).flatMap(({ certificate }) => certificate?.issuer ?? []);
    case 'cert_name':
      return answersOf(document).flatMap(
        ({ certificate }) => certificate?.names.map((name) => name.split('.').toReversed().join('.')) ?? [],
      );
    case 'cert_expires':
      return lastDays(document, 10);
    case 'cert_month':
      return lastDays(document, 7);
    case 'tls':
      return LABELLED.tls(document);
    case 'icon':
      return iconHashes(document, 'mmh3');
    case 'icon_hash':
      return iconHashes(document);
    case 'header':
      return pages.flatMap((page) => page.facts.headers.filter((field) => !field.includes('=')));
    case 'cookie':
      return pages.flatMap((page) => page.facts.cookies);
    case 'facts_version':
      return pages.map((page) => page.facts.version);
    case 'tech_version':
    case 'plugin_version':
    case 'theme_version':
    case 'email':
    case 'email_domain':
    case 'has':
    case 'host':
    case 'header_value':
    case 'agent':
      throw new TypeError(`${facet.label} is compared elsewhere`);
  }
}

/** The beginning of the last day of the certificate. */
function lastDays(document: DomainDocument, length: number): readonly string[] {
  return answersOf(document).flatMap(({ certificate }) =>
    certificate === null ? [] : [JSON.stringify(new Date(certificate.notAfter)).slice(1, 1 + length)],
  );
}
