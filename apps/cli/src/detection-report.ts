// What `detect` prints for people: each technology, and below it what shows it.
import type { DetectedTechnology } from '@sitegrep/site';
import type { Evidence, ExplainedTechnology } from '@sitegrep/technologies';
import stringWidth from 'string-width';
import { cut, renderTable } from './table.ts';
import { formatCount, paint, printable } from './terminal.ts';

/** Most lines of evidence that are printed of one technology. */
const MAX_EVIDENCE = 8;
/** Of a version, in terminal cells; what a pattern takes for one may be anything. */
const MAX_VERSION = 40;
/** Room in which a cut match still says something; for less it gets a line of its own. */
const MIN_CUT = 40;

const FIELDS: Readonly<Record<Evidence['field'], string>> = {
  certIssuer: 'certificate',
  cookies: 'cookie',
  css: 'stylesheet',
  dns: 'DNS',
  dom: 'element',
  headers: 'header',
  html: 'source',
  meta: 'meta',
  robots: 'robots.txt',
  scriptSrc: 'script address',
  scripts: 'inline script',
  text: 'text',
  url: 'address',
};

/** Technologies with their evidence. @param width of the terminal, in cells */
export function explainedTechnologies(technologies: readonly ExplainedTechnology[], width: number): string {
  return technologies
    .flatMap((technology) => [headOf(technology), ...evidenceOf(technology, width)])
    .join('\n');
}

/** Technologies alone, as a table. */
export function technologyTable(technologies: readonly DetectedTechnology[]): string {
  return renderTable(
    [
      { title: 'TECHNOLOGY' },
      { title: 'VERSION', maxWidth: MAX_VERSION },
      { title: 'CONFIDENCE', align: 'right' },
      { title: 'CATEGORIES' },
    ],
    technologies.map(({ name, version, confidence, paths }) => [
      name,
      version ?? '',
      String(confidence),
      paths.join(', '),
    ]),
  );
}

function headOf({ name, version, confidence, paths }: DetectedTechnology): string {
  const parts = [
    paint('bold', printable(name)),
    ...(version === null ? [] : [paint('green', shortVersion(version))]),
    ...(confidence < 100 ? [paint('yellow', `${confidence}%`)] : []),
  ];
  return `  ${parts.join(' ')}  ${paint('dim', paths.join(', '))}`;
}

function evidenceOf({ evidence, impliedBy }: ExplainedTechnology, width: number): readonly string[] {
  const counts = new Map<string, { readonly shown: Evidence; times: number }>();
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

/** A piece of a line, which is not taken apart. */
interface Part {
  readonly text: string;
  readonly style?: 'cyan' | 'dim' | 'green';
  /** Cut where it is wider than the terminal; others, which are no page's, are left to it. */
  readonly isCut?: boolean;
}

function partsOf({ field, key, pattern, match, confidence, version }: Evidence, times: number): Part[] {
  const where = key === '' ? FIELDS[field] : `${FIELDS[field]} ${key}`;
  const matched = shown(match);
  return [
    { text: pattern === '' && !key.endsWith(' exists') ? `${where} is there` : where },
    ...(matched === '' ? [] : [{ text: `"${matched}"`, style: 'cyan', isCut: true } as const]),
    ...(pattern === '' ? [] : [{ text: `/${pattern}/`, style: 'dim' } as const]),
    ...(version === null ? [] : [{ text: `→ ${shortVersion(version)}`, style: 'green' } as const]),
    ...(confidence < 100 ? [{ text: `${confidence}%` }] : []),
    ...(times > 1 ? [{ text: `${formatCount(times)} times` }] : []),
  ];
}

/** Parts one behind the other, in further lines where one is not wide enough. */
function laidOut(parts: readonly Part[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '   ';
  let used = 3;
  for (const { text, style, isCut } of parts) {
    const safe = printable(text);
    const left = width - used - 1;
    const fits = stringWidth(safe) <= left || (isCut === true && left >= MIN_CUT);
    if (!fits && line.trim() !== '') {
      lines.push(line);
      line = '       ';
      used = 7;
    }
    const kept = isCut === true ? cut(safe, Math.max(1, width - used - 1)) : safe;
    line += ` ${style === undefined ? kept : paint(style, kept)}`;
    used += 1 + stringWidth(kept);
  }
  return [...lines, line];
}

function shortVersion(version: string): string {
  return cut(shown(version), MAX_VERSION);
}

/** Text of a page in one line, without what would act on the terminal. */
function shown(text: string): string {
  return printable(text).replace(/ {2,}/g, ' ').trim();
}
