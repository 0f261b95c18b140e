// Matches of a search as text for people.
import type { FoundChange, FoundItem, FoundMatch } from '@sitegrep/client';
import { valueOf } from '@sitegrep/api/export-format';
import { domainName } from './shown-names.ts';
import { paint, printable, truncate } from './terminal.ts';

/** Characters of context on each side of a match, unless the page begins or ends earlier. */
const CONTEXT = 80;

/** Renders a domain, page or version with its matches and values, for a person. */
export function matchLines(item: Exclude<FoundItem, FoundChange>): string {
  const { rank, title, matches = [] } = item;
  const name = 'url' in item ? item.url : domainName(item.domain);
  const head = `${paint('bold', printable(name))}  ${rank}  ${truncate(printable(title ?? ''), 80)}`;
  return [head.trimEnd(), ...matches.flatMap(matchTextOf), ...valueLines(item)].join('\n');
}

function valueLines(item: Exclude<FoundItem, FoundChange>): readonly string[] {
  return Object.keys(item.extracted ?? {}).map(
    (name) => `  ${name}: ${oneLine(String(valueOf(name, { item, offsetToken: '' }) ?? '-'))}`,
  );
}

function matchTextOf({
  term,
  url,
  offset,
  line,
  column,
  before,
  match,
  after,
  captures = [],
}: FoundMatch): readonly string[] {
  const start = offset > Array.from(before).length ? '…' : '';
  const end = Array.from(after).length === CONTEXT ? '…' : '';
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
