import { Readable } from 'node:stream';
import { NoParameters, parameterChecker, type Samples } from '@sitegrep/contract';
import { importPages, type SiteWriter } from '@sitegrep/intake';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';
import { takesNoPages } from '../../site-writer.ts';

const checkNothing = parameterChecker(NoParameters);

/**
 * The sample sites: POST /admin/samples indexes those that are not there, DELETE removes them, GET tells how many there are.
 *
 * @param sites the writer of this process; null: it only reads
 */
export function addSamplesRoutes(app: FastifyInstance, parts: ApiParts, sites: SiteWriter | null): void {
  const { storage, imports, analysis } = parts;
  const { domains } = storage;

  addOperation(app, 'getSamples', {}, async (request) => {
    requireValid(checkNothing(request.query));
    return { success: true, data: await samplesNow() };
  });

  addOperation(app, 'addSamples', {}, async (request) => {
    requireValid(checkNothing(request.query));
    if (imports === undefined || sites === null) throw takesNoPages();
    const { capturedSamples } = await import('@sitegrep/sample-web');
    const missing = new Set(await missingSamples());
    const pages = capturedSamples(Date.now()).flatMap((site) => (missing.has(site.domain) ? site.pages : []));
    const { concurrency } = imports;
    const { outcomes } = await importPages(Readable.from(pages), {
      sites,
      analysis: analysis(),
      concurrency,
    });
    request.log.info({ outcomes }, 'sample sites added');
    return { success: true, data: await samplesNow() };
  });

  addOperation(app, 'removeSamples', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const { sampleDomains } = await import('@sitegrep/sample-web');
    for (const domain of sampleDomains()) await domains.delete(domain);
    return { success: true, data: await samplesNow() };
  });

  async function missingSamples(): Promise<readonly string[]> {
    const { sampleDomains } = await import('@sitegrep/sample-web');
    const names = sampleDomains();
    const found = await domains.lookup(names);
    return names.filter((_name, index) => found[index] === null);
  }

  async function samplesNow(): Promise<Samples> {
    const { SAMPLE_QUERIES, sampleDomains } = await import('@sitegrep/sample-web');
    const all = sampleDomains().length;
    const missing = await missingSamples();
    return {
      sites: all,
      indexed: all - missing.length,
      searches: SAMPLE_QUERIES.map(({ q, shows, domains: found }) => ({ q, shows, domains: [...found] })),
    };
  }
}
