// Matches of a search as text for people.
import type { FoundChange, FoundItem, FoundMatch } from '@sitegrep/client';
import { valueOf } from '@sitegrep/tables/format';
import { domainName } from './shown-names.ts';
import { paint, printable, truncate } from './terminal.ts';

/** Characters of context on each side of a match, unless the page begins or ends earlier. */
const CONTEXT = 80;

/** Address of a page or version, or the domain, safe to print. */
export function nameOf(item: Exclude<FoundItem, FoundChange>): string {
  return printable('url' in item ? item.url : item.domain);
}

/** The texts of an item that match, each in a line. */
export function matchingTexts({ matches = [] }: Exclude<FoundItem, FoundChange>): readonly string[] {
  return matches.map(({ match }) => oneLine(match));
}

/**
 * Renders a domain, page or version with its matches and values, for a person.
 *
 * @param context characters on each side of a match, as they were asked for
 */
export function matchLines(item: Exclude<FoundItem, FoundChange>, context = CONTEXT): string {
  const { rank, title, matches = [] } = item;
  const name = 'url' in item ? item.url : domainName(item.domain);
  const head = `${paint('bold', printable(name))}  ${rank}  ${truncate(printable(title ?? ''), 80)}`;
  return [
    head.trimEnd(),
    ...matches.flatMap((match) => matchTextOf(match, context)),
    ...valueLines(item),
  ].join('\n');
}

function valueLines(item: Exclude<FoundItem, FoundChange>): readonly string[] {
  return Object.keys(item.extracted ?? {}).map(
    (name) => `  ${name}: ${oneLine(String(valueOf(name, { item, offsetToken: '' }) ?? '-'))}`,
  );
}

function matchTextOf(
  { term, url, offset, line, column, before, match, after, captures = [] }: FoundMatch,
  context: number,
): readonly string[] {
  const start = context > 0 && offset > Array.from(before).length ? '…' : '';
  const end = context > 0 && Array.from(after).length === context ? '…' : '';
  const groups = captures.map((group) => (group === null ? '-' : oneLine(group)));
  return [
    `  ${oneLine(term)}  ${paint('cyan', printable(url))}  ${paint('dim', `line ${line}, column ${column}`)}`,
    `    ${start}${oneLine(before)}${paint('yellow', oneLine(match))}${oneLine(after)}${end}`,
    ...(groups.length === 0 ? [] : [`    groups: ${groups.join('  ')}`]),
  ];
}

function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ');
}
