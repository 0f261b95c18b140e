import type { LookupCrawl } from '@sitegrep/contract';
import { readSite, type SeedLine, submitCrawl } from '@sitegrep/intake';
import type { FastifyRequest } from 'fastify';
import { crawlSpec } from '../crawl-items.ts';
import { auditedPart } from '../plugins/audit.ts';
import type { ApiParts } from '../settings.ts';

/** An entry of a lookup for whose domain nothing is stored; `line` counts entries from 1. */
export interface Missing {
  readonly line: number;
  readonly input: string;
}

/** Submits one crawl of missing sites. @returns null if none of them can be crawled */
export async function crawlOfMissing(
  { storage, settings, onWork = () => {} }: Pick<ApiParts, 'onWork' | 'settings' | 'storage'>,
  request: FastifyRequest,
  missing: readonly Missing[],
): Promise<LookupCrawl['crawl']> {
  const seeds = missing.map(({ line, input }): SeedLine => {
    const text = input.trim();
    const reading = readSite(text);
    return reading.kind === 'seed' ? { ...reading, line } : { ...reading, line, text };
  });
  if (seeds.every(({ kind }) => kind === 'rejected')) return null;
  let crawl: LookupCrawl['crawl'] = null;
  await auditedPart(storage.audit, request, 'crawl.create', async () => {
    const { id, sites } = await submitCrawl(storage.crawls, crawlSpec({}, settings), seeds);
    crawl = { id, sites: sites.total };
    request.log.info({ crawlId: id, sites: sites.total }, 'crawl submitted');
    return id;
  });
  onWork();
  return crawl;
}
