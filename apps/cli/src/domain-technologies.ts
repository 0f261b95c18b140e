// The technologies of domains with their evidence, for people and in files.
import type { DomainTechnologies, DomainTechnology } from '@sitegrep/client';
import { explainedTechnologies, versionText, type ShownTechnology } from './detection-report.ts';
import { counted, paint, printable } from './terminal.ts';
import { widthOf } from './wrapped.ts';

/** Renders the technologies of a domain, each followed by its evidence. */
export function domainTechnologiesText({ domain, items, notes }: DomainTechnologies): string {
  const urls = new Set(items.flatMap(({ evidence }) => evidence.map(({ url }) => url)));
  const technologies = items.map((item) => shown(item, urls.size > 1));
  const width = widthOf(process.stdout);
  const lines = [
    [
      paint('bold', printable(domain)),
      ...(urls.size === 1 ? [`  ${printable([...urls].join(''))}`] : []),
    ].join(''),
    items.length === 0 ? '  no technology found' : explainedTechnologies(technologies, width),
    ...notes.map((note) => `note: ${printable(note)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** @param withPages whether each match has the page that it is of */
function shown(item: DomainTechnology, withPages: boolean): ShownTechnology {
  const { name, versions, confidence, categories, implied, implied_by: impliedBy } = item;
  const version = versions.length === 0 ? null : versions.join(', ');
  const evidence = item.evidence.map(({ url, version_source: versionSource, ...match }) => ({
    ...match,
    ...(versionSource === null ? {} : { versionSource }),
    ...(withPages ? { url } : {}),
  }));
  return {
    name,
    version,
    confidence,
    ...(implied ? { isImplied: true } : {}),
    paths: categories,
    evidence,
    impliedBy,
  };
}

/** Columns of a table with a row for each technology of a domain. */
export const TECHNOLOGY_COLUMNS = [
  'domain',
  'technology',
  'versions',
  'confidence',
  'categories',
  'pages_count',
  'evidence',
  'implied',
  'implied_by',
] as const;

/** The row of a technology. */
export function technologyRow(domain: string, item: DomainTechnology): readonly (string | number | null)[] {
  const { name, versions, confidence, categories, pages_count: pages, implied, implied_by: impliedBy } = item;
  const row = [
    joined(versions),
    confidence,
    joined(categories),
    pages,
    joined(evidenceIn(item)),
    String(implied),
    joined(impliedBy),
  ];
  return [domain, name, ...row];
}

/** Each match as a text: `scriptSrc "/jquery-3.7.1." → 3.7.1 (path): https://shop.example/`; the last one says how many there are besides. */
function evidenceIn({ evidence, evidence_count: count }: DomainTechnology): readonly string[] {
  const more = count - evidence.length;
  return [
    ...evidence.map(({ field, key, match, version, version_source: source, url }) => {
      const exists = key.endsWith(' exists') ? '' : 'exists';
      const matched = match === '' ? exists : JSON.stringify(match);
      const shows = version === null ? '' : versionText(version, source);
      return `${[field, key, matched, shows].filter((part) => part !== '').join(' ')}: ${url}`;
    }),
    ...(more > 0 ? [`and ${counted(more, 'more match', 'more matches')}`] : []),
  ];
}

function joined(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.join('; ');
}
