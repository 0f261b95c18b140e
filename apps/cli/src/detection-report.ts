// The output of `detect` for people: each technology, followed by its evidence.
import type { DetectedTechnology, EvidenceField, TechnologyEvidence, VersionSource } from '@sitegrep/site';
import type { ExplainedTechnology } from '@sitegrep/technologies';
import stringWidth from 'string-width';
import { formatCount, paint, printable, renderTable, truncate } from './terminal.ts';

/** Maximum lines of evidence that are printed for one technology. */
const MAX_EVIDENCE = 8;
/** Maximum width of a version in terminal cells; the text that a pattern takes for a version may be long. */
const MAX_VERSION = 40;
/** Minimum width in which a truncated match is still useful; with less, it gets a line of its own. */
const MIN_TRUNCATED = 40;

const FIELDS: Readonly<Record<EvidenceField, string>> = {
  certIssuer: 'certificate',
  cookies: 'cookie',
  css: 'stylesheet',
  dns: 'DNS',
  dom: 'element',
  headers: 'header',
  html: 'source',
  js: 'variable',
  meta: 'meta',
  query: 'query',
  robots: 'robots.txt',
  scriptSrc: 'script address',
  scripts: 'inline script',
  text: 'text',
  url: 'address',
  xhr: 'requested host',
};

/** A technology as it is shown: of one page, or of a domain, whose evidence has the pages that it is of. */
export type ShownTechnology = Omit<ExplainedTechnology, 'evidence'> & {
  readonly evidence: readonly ShownEvidence[];
};

type ShownEvidence = TechnologyEvidence & { readonly url?: string };

/** Renders technologies with their evidence. @param width width of the terminal, in cells */
export function explainedTechnologies(technologies: readonly ShownTechnology[], width: number): string {
  return technologies
    .flatMap((technology) => [headOf(technology), ...evidenceOf(technology, width)])
    .join('\n');
}

/** Renders technologies without evidence, as a table. */
export function technologyTable(technologies: readonly DetectedTechnology[]): string {
  return renderTable(
    [
      { title: 'TECHNOLOGY' },
      { title: 'VERSION', maxWidth: MAX_VERSION },
      { title: 'CONFIDENCE', align: 'right' },
      { title: 'CATEGORIES' },
    ],
    technologies.map(({ name, version, confidence, isImplied, paths }) => [
      isImplied === true ? `${name} (implied)` : name,
      version ?? '',
      String(confidence),
      paths.join(', '),
    ]),
  );
}

function headOf({ name, version, confidence, isImplied, paths }: DetectedTechnology): string {
  const parts = [
    paint('bold', printable(name)),
    ...(version === null ? [] : [paint('green', shortVersion(version))]),
    ...(confidence < 100 ? [paint('yellow', `${confidence}%`)] : []),
    ...(isImplied === true ? [paint('yellow', '(implied)')] : []),
  ];
  return `  ${parts.join(' ')}  ${paint('dim', paths.join(', '))}`;
}

function evidenceOf({ evidence, impliedBy }: ShownTechnology, width: number): readonly string[] {
  const counts = new Map<string, { readonly shown: ShownEvidence; times: number }>();
  for (const shown of evidence) {
    const key = JSON.stringify(shown);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { shown, times: 1 });
    else known.times++;
  }
  const different = [...counts.values()];
  const more = different.length - MAX_EVIDENCE;
  return [
    ...different.slice(0, MAX_EVIDENCE).flatMap(({ shown, times }) => laidOut(partsOf(shown, times), width)),
    ...(more > 0 ? [`    ${paint('dim', `… and ${formatCount(more)} more (--json)`)}`] : []),
    ...(impliedBy.length > 0 ? laidOut([{ text: `implied by ${impliedBy.join(', ')}` }], width) : []),
  ];
}

/** A piece of a line; no line break falls within it. */
interface Part {
  readonly text: string;
  readonly style?: 'cyan' | 'dim' | 'green';
  /** Whether the piece is truncated to the width of the terminal; text of pages is, text of fingerprints is not. */
  readonly isTruncated?: boolean;
}

function partsOf(
  { field, key, pattern, match, confidence, version, versionSource, url }: ShownEvidence,
  times: number,
): Part[] {
  const where = key === '' ? FIELDS[field] : `${FIELDS[field]} ${key}`;
  const matched = shown(match);
  return [
    { text: pattern === '' && !key.endsWith(' exists') ? `${where} exists` : where },
    ...(matched === '' ? [] : [{ text: `"${matched}"`, style: 'cyan', isTruncated: true } as const]),
    ...(pattern === '' ? [] : [{ text: `/${pattern}/`, style: 'dim' } as const]),
    ...(version === null ? [] : [{ text: versionText(version, versionSource), style: 'green' } as const]),
    ...(confidence < 100 ? [{ text: `${confidence}%` }] : []),
    ...(times > 1 ? [{ text: `${formatCount(times)} times` }] : []),
    ...(url === undefined ? [] : [{ text: `in ${url}`, style: 'dim', isTruncated: true } as const]),
  ];
}

/** Lays parts out one after the other, on further lines where one is not wide enough. */
function laidOut(parts: readonly Part[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '   ';
  let used = 3;
  for (const { text, style, isTruncated } of parts) {
    const safe = printable(text);
    const left = width - used - 1;
    const fits = stringWidth(safe) <= left || (isTruncated === true && left >= MIN_TRUNCATED);
    if (!fits && line.trim() !== '') {
      lines.push(line);
      line = '       ';
      used = 7;
    }
    const fitting = isTruncated === true ? truncate(safe, Math.max(1, width - used - 1)) : safe;
    line += ` ${style === undefined ? fitting : paint(style, fitting)}`;
    used += 1 + stringWidth(fitting);
  }
  return [...lines, line];
}

/** `→ 9.3.3 (stated)`: a version that a match shows, and the kind of source that it is from. */
export function versionText(version: string, source: VersionSource | null | undefined): string {
  const from = source === undefined || source === null ? '' : ` (${source})`;
  return `→ ${shortVersion(version)}${from}`;
}

function shortVersion(version: string): string {
  return truncate(shown(version), MAX_VERSION);
}

/** Makes text of a page one line, without characters that would control the terminal. */
function shown(text: string): string {
  return printable(text).replace(/ {2,}/g, ' ').trim();
}
