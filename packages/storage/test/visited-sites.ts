// Visits of sites for tests of histories, in which each site has some made technologies.
import { HOME, kindedLabel, type Visit } from '@sitegrep/site';
import type { DomainPut } from '../src/domains.ts';
import { wholeSite } from '../src/puts.ts';
import { documentOf } from './conformance/documents.ts';

/** A crawl of a home page that showed these technologies. @param at seconds since the epoch */
function crawled(at: number, technologies: readonly string[]): Visit {
  const labels = new Map(technologies.map((name) => [kindedLabel('tech', name), HOME]));
  return { at: at * 1_000, source: 'crawl', facts: '1', labels, pages: [HOME] };
}

/** The put of a site as a crawl found it. */
export function crawlOf(domain: string, at: number, technologies: readonly string[]): DomainPut {
  const document = documentOf(domain, [`crawled at ${at}: ${technologies.join()}`]);
  return { ...wholeSite(document), visits: [crawled(at, technologies)] };
}
