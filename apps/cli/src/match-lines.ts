import type { DomainHit, SourceMatch } from '@sitegrep/storage';
import { cut } from './table.ts';
import { paint, printable } from './terminal.ts';

/** As many characters stand on either side of a match, unless the page begins or ends there. */
const AROUND = 80;

/** A domain with where its pages hold the terms, for a person. */
export function matchLines({ domain, rank, facts, matches = [] }: DomainHit): string {
  const head = `${paint('bold', printable(domain))}  ${rank}  ${cut(printable(facts.title ?? ''), 80)}`;
  return [head.trimEnd(), ...matches.flatMap(linesOf)].join('\n');
}

function linesOf({ term, url, offset, before, match, after }: SourceMatch): readonly string[] {
  const start = offset > Array.from(before).length ? '…' : '';
  const end = Array.from(after).length === AROUND ? '…' : '';
  return [
    `  ${oneLine(term)}  ${paint('cyan', printable(url))}  ${paint('dim', `at ${offset}`)}`,
    `    ${start}${oneLine(before)}${paint('yellow', oneLine(match))}${oneLine(after)}${end}`,
  ];
}

function oneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ');
}
