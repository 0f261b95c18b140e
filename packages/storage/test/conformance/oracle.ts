import type { Cursor, OrderRule } from '@sitegrep/search';
import { DOMAIN_FIELDS, type DomainDocument } from '@sitegrep/site';
import { byCodePoint } from './documents.ts';

/** A document and its rank, as a model of the index keeps them. */
export interface Known {
  readonly document: DomainDocument;
  readonly rank: number;
}

/**
 * Whether a document matches, by looking at its pages one after the other. The comparison is ECMAScript's `iu`, whose
 * notion of equal is Unicode simple case folding: the engine's own, not this project's.
 */
export function matches({ pages }: DomainDocument, terms: readonly string[]): boolean {
  return terms.every((term) => {
    const pattern = new RegExp(Array.from(term, escaped).join(''), 'iu');
    return pages.some(({ source }) => pattern.test(source.toWellFormed().replaceAll('\0', '')));
  });
}

/**
 * The rank of each domain by a plain count of the links to it, for domains under `test`, `co.uk` and `github.io`.
 *
 * @param listed ranks that were set
 */
export function ranksOf(
  documents: readonly DomainDocument[],
  listed: ReadonlyMap<string, number>,
): (domain: string) => number {
  const referrers = new Map<string, Set<string>>();
  for (const { domain, pages } of documents) {
    for (const host of pages.flatMap(({ facts }) => facts.linkedDomains)) {
      if (registrableOf(host) === registrableOf(domain)) continue;
      for (const target of [host, registrableOf(host)]) {
        referrers.set(target, (referrers.get(target) ?? new Set()).add(registrableOf(domain)));
      }
    }
  }
  return (domain) =>
    listed.get(domain) || Math.round(125 * Math.log10(1 + (referrers.get(domain)?.size ?? 0)));
}

function registrableOf(host: string): string {
  const labels = host.split('.');
  return labels.slice(/\.(?:co\.uk|github\.io)$/.test(host) ? -3 : -2).join('.');
}

/** Compares two documents as the rules say. */
export function compareBy(rules: readonly OrderRule[]): (a: Known, b: Known) => number {
  return (a, b) => {
    for (const rule of rules) {
      const [left, right] = [valueOf(a, rule), valueOf(b, rule)];
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      const ascending =
        typeof left === 'number' && typeof right === 'number'
          ? left - right
          : byCodePoint(String(left), String(right));
      return rule.direction === 'asc' ? ascending : -ascending;
    }
    return 0;
  };
}

export function valueOf({ document, rank }: Known, { field }: OrderRule): Cursor['values'][number] {
  const { from, kind } = DOMAIN_FIELDS[field];
  const value = from === 'domain' ? document.domain : from === 'rank' ? rank : document.facts[from];
  return typeof value === 'number' && kind === 'time' ? Math.floor(value / 1000) : value;
}

export function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
