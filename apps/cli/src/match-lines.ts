// Matches of a search as text for people.
import type { DomainItem } from '@sitegrep/client';
import { paint, printable, truncate } from './terminal.ts';

type Match = NonNullable<DomainItem['matches']>[number];

/** Characters of context on each side of a match, unless the page begins or ends earlier. */
const CONTEXT = 80;

/** Renders a domain with the matches in its pages, for a person. */
export function matchLines({ domain, domain_rank, title, matches = [] }: DomainItem): string {
  const head = `${paint('bold', printable(domain))}  ${domain_rank}  ${truncate(printable(title ?? ''), 80)}`;
  return [head.trimEnd(), ...matches.flatMap(matchTextOf)].join('\n');
}

function matchTextOf({ term, url, offset, before, match, after }: Match): readonly string[] {
  const start = offset > Array.from(before).length ? '…' : '';
  const end = Array.from(after).length === CONTEXT ? '…' : '';
  return [
    `  ${oneLine(term)}  ${paint('cyan', printable(url))}  ${paint('dim', `at ${offset}`)}`,
    `    ${start}${oneLine(before)}${paint('yellow', oneLine(match))}${oneLine(after)}${end}`,
  ];
}

function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ');
}
