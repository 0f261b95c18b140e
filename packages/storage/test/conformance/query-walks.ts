import { expect } from 'vitest';
import { simplify, type Expression, type Query } from '@sitegrep/search';
import type { DomainIndex, SearchOptions } from '../../src/domains.ts';
import { BY_DOMAIN, put } from './documents.ts';
import type { Site } from './query-oracle.ts';

export const BY_URL: Query<'page'>['order'] = [...BY_DOMAIN, { field: 'url', direction: 'asc' }];

export function query(where: Expression, rest: Partial<Query<'domain'>> = {}): Query<'domain'> {
  return {
    level: 'domain',
    where: simplify(where, 'domain'),
    order: BY_DOMAIN,
    limit: 10_000,
    from: { kind: 'offset', offset: 0 },
    ...rest,
  };
}

export function pageQuery(where: Expression, rest: Partial<Query<'page'>> = {}): Query<'page'> {
  return {
    level: 'page',
    where: simplify(where, 'page'),
    order: BY_URL,
    limit: 10_000,
    from: { kind: 'offset', offset: 0 },
    ...rest,
  };
}

export async function fill(index: DomainIndex, sites: readonly Site[]): Promise<void> {
  await put(index, ...sites.map(({ document }) => document));
  await index.setRanks(sites.map(({ document: { domain }, rank }) => ({ domain, rank })));
}

export async function clear(index: DomainIndex, sites: readonly Site[]): Promise<void> {
  await Promise.all(sites.map(({ document }) => index.delete(document.domain)));
}

/** All domains of a walk by cursors. @param options those of each search */
export async function walk(
  index: DomainIndex,
  wish: Query<'domain'>,
  options: SearchOptions = {},
): Promise<readonly string[]> {
  const domains: string[] = [];
  for (let from = wish.from; ;) {
    const { hits, next, offset } = await index.search({ ...wish, from }, options);
    expect(offset).toBe(domains.length);
    domains.push(...hits.map(({ domain }) => domain));
    if (next === null) return domains;
    expect(hits).toHaveLength(wish.limit);
    from = { kind: 'after', cursor: next };
  }
}

/** All addresses of a walk by cursors. @param options those of each search */
export async function walkPages(
  index: DomainIndex,
  wish: Query<'page'>,
  options: SearchOptions = {},
): Promise<readonly string[]> {
  const urls: string[] = [];
  for (let from = wish.from; ;) {
    const { hits, next, offset } = await index.search({ ...wish, from }, options);
    expect(offset).toBe(urls.length);
    urls.push(...hits.map(({ url }) => url));
    if (next === null) return urls;
    expect(hits).toHaveLength(wish.limit);
    from = { kind: 'after', cursor: next };
  }
}
