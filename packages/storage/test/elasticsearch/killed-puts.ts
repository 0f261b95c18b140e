import type { DomainPut } from '../../src/domains.ts';
import { wholeSite } from '../../src/puts.ts';
import { documentOf } from '../conformance/documents.ts';
import { crawlOf } from '../visited-sites.ts';
import { technologiesAt, timeOf, wordsAt } from './killed-visits-plan.ts';

/** The put of a site at a visit: a page for each of its words. */
export function killedPut(domain: string, visit: number): DomainPut {
  const { visits } = crawlOf(domain, timeOf(visit), technologiesAt(domain, visit));
  const pages = wordsAt(domain, visit).map((word) => `this is ${word}`);
  return { ...wholeSite(documentOf(domain, pages)), visits };
}
