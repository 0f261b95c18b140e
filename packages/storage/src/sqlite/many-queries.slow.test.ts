import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expressions, pieces } from '../../test/conformance/expressions.ts';
import { putLists } from '../../test/conformance/listed-domains.ts';
import { foundPages, isFound, piecedDocument, type Site } from '../../test/conformance/query-oracle.ts';
import { fill, pageQuery, query } from '../../test/conformance/query-walks.ts';
import type { DomainIndex } from '../domains.ts';
import { openDomainIndex } from './domains/domain-index.ts';

/** Queries that are compared with a plain scan, at each level. */
const QUERIES = 4_000;
const SITES = 24;

let folder: string;
let index: DomainIndex;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sitegrep-queries-'));
  index = await openDomainIndex({ dataDir: folder, readers: 1 });
});
afterAll(async () => {
  await index.close();
  await rm(folder, { recursive: true });
});

test('thousands of queries of small alphabets find the domains and pages that a plain scan finds', async () => {
  const drawn = fc.sample(fc.array(pieces, { minLength: 1, maxLength: 3 }), SITES);
  const sites = drawn.map((pages, number): Site => ({
    ...piecedDocument(`d${String(number).padStart(2, '0')}.test`, pages, {
      description: null,
      metaKeywords: [],
      title: number % 2 === 0 ? 'aB! ' : null,
      countryIsoCode: number % 3 === 0 ? 'DE' : null,
    }),
    rank: number % 4,
  }));
  await putLists(index);
  await fill(index, sites);
  for (const where of fc.sample(expressions, QUERIES)) {
    const domains = sites.filter((site) => isFound(site, where)).map(({ document }) => document.domain);
    const found = await index.search(query(where));
    const names = found.hits.map(({ domain }) => domain);
    expect({ where, total: found.total, names }).toEqual({ where, total: domains.length, names: domains });
    const urls = sites.flatMap((site) => foundPages(site, where).map(({ url }) => url));
    const pages = await index.search(pageQuery(where));
    const shown = pages.hits.map(({ url }) => url).sort();
    expect({ where, total: pages.total, shown }).toEqual({ where, total: urls.length, shown: urls.sort() });
  }
}, 600_000);
