import type { DomainHit, SourceMatch } from '@sitegrep/storage';
import { truncate } from './table.ts';
import { paint, printable } from './terminal.ts';

/** Characters of context on each side of a match, unless the page begins or ends earlier. */
const CONTEXT = 80;

/** Renders a domain with the matches in its pages, for a person. */
export function matchLines({ domain, rank, facts, matches = [] }: DomainHit): string {
  const head = `${paint('bold', printable(domain))}  ${rank}  ${truncate(printable(facts.title ?? ''), 80)}`;
  return [head.trimEnd(), ...matches.flatMap(linesOf)].join('\n');
}

function linesOf({ term, url, offset, before, match, after }: SourceMatch): readonly string[] {
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
