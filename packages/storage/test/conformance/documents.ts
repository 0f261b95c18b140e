import { createHash } from 'node:crypto';
import { foldCase } from '@sitegrep/fold';
import { simplify, sourceText, type OrderRule, type Query, type StartPosition } from '@sitegrep/search';
import {
  comparisonOf,
  DOMAIN_FIELDS,
  ORDER_FIELDS,
  type Comparison,
  type DomainDocument,
  type PageFacts,
  type PageRecord,
  type Screenshot,
  type SiteFacts,
} from '@sitegrep/site';
import { NO_PAGE_FACTS, NO_SITE_FACTS, linkedEmail } from '@sitegrep/site/test/facts';
import type { DomainIndex } from '../../src/domains.ts';
import { wholeSite } from '../../src/puts.ts';

const PAGE_FACTS: PageFacts = {
  ...NO_PAGE_FACTS,
  title: 'Title',
  metaKeywords: ['one', 'two'],
  declaredLanguage: 'en',
  technologies: [{ name: 'jQuery', version: '3.7.1', confidence: 100, paths: ['web_development.libraries'] }],
  plugins: [{ slug: 'form', version: '5.3.1' }],
};

const SITE_FACTS: SiteFacts = {
  ...NO_SITE_FACTS,
  title: 'Title ☃',
  description: 'With "quotes" and \n a line break',
  emails: [linkedEmail('a@example.test')],
  technologies: { web_development: { libraries: ['jQuery'] } },
  plugins: ['form@5.3.1'],
};

/**
 * Facts that results are ordered by, each of them drawn.
 *
 * @param draw takes the values that a fact may have, and its number
 */
export function drawOrderedFacts(
  values: Readonly<Record<Comparison, readonly (string | number)[]>>,
  draw: (values: readonly (string | number)[], number: number) => string | number | null,
): Partial<SiteFacts> {
  const facts = ORDER_FIELDS.flatMap((field, number) => {
    const { from } = DOMAIN_FIELDS[field];
    return from === 'domain' || from === 'rank' ? [] : [[from, draw(values[comparisonOf(field)], number)]];
  });
  return Object.fromEntries(facts);
}

/** A document of a page for each source. */
export function documentOf(
  domain: string,
  sources: readonly string[],
  facts: Partial<SiteFacts> = {},
): DomainDocument {
  const pages = sources.map((source, index): PageRecord => ({
    url: `https://${domain}/${String(index).padStart(6, '0')}`,
    fetchedAt: 1_700_000_000_000 + index,
    charset: 'utf-8',
    truncated: index % 2 === 1,
    source,
    facts: { ...PAGE_FACTS, version: index % 2 === 1 ? '2' : '1' },
  }));
  return { domain, pages, facts: { ...SITE_FACTS, ...facts } };
}

/** Bytes that no compression makes smaller, different ones for each name. */
function imageOf(name: string, bytes: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(bytes / 64) }, (_, block) =>
    createHash('sha512').update(`${name} ${block}`).digest(),
  );
  return Uint8Array.from(Buffer.concat(blocks).subarray(0, bytes));
}

export function screenshotOf(name: string, bytes = 3_000): Screenshot {
  return { full: imageOf(`${name} full`, bytes), thumbnail: imageOf(`${name} thumbnail`, 200) };
}

export const BY_DOMAIN: readonly OrderRule[] = [{ field: 'domain', direction: 'asc' }];

const FROM_START: StartPosition = { kind: 'offset', offset: 0 };

/** A search for domains that have all of these terms. */
export function queryOf(terms: readonly string[], rest: Partial<Query<'domain'>> = {}): Query<'domain'> {
  const where = simplify({ kind: 'and', of: terms.map((term) => sourceText(foldCase(term))) }, 'domain');
  return { level: 'domain', where, order: BY_DOMAIN, limit: 10_000, from: FROM_START, ...rest };
}

export async function put(index: DomainIndex, ...documents: readonly DomainDocument[]): Promise<void> {
  await index.put(documents.map(wholeSite));
}

/** Domains that match all terms, in code point order. */
export async function found(index: DomainIndex, ...terms: readonly string[]): Promise<readonly string[]> {
  const { hits } = await index.search(queryOf(terms));
  return hits.map(({ domain }) => domain);
}

/** Order of UTF-8 bytes, which is that of code points. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
