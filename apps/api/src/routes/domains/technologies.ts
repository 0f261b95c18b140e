// GET /domains/{domain}/technologies: detected technologies with versions, confidence, pages and evidence.
import type { AnalysisPool, Explanation } from '@sitegrep/analysis';
import { type DomainTechnologiesAnswer, NoParameters, parameterChecker } from '@sitegrep/contract';
import type { DomainIndex, SourceList, StoredSource } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import {
  domainTechnologies,
  type ExplainedPage,
  missingEvidence,
  pagesToExplain,
  type ShownPage,
} from '../../domain-technologies.ts';
import { unavailable } from '../../failure.ts';
import { namedDomain, requireStored } from '../../named-domain.ts';
import { addOperation } from '../../operation-route.ts';
import { RETRY_SECONDS } from '../../plugins/errors.ts';
import type { Searches } from '../../searches.ts';
import type { ApiParts } from '../../settings.ts';
import { sourceBatches } from '../../source-batches.ts';

const checkNothing = parameterChecker(NoParameters);

/** Part of the time limit of a search after which no further page is looked at. */
const EXPLAINING_SHARE = 0.5;

/** Maximum time for the evidence of one page, in milliseconds; most take a few. */
const MAX_PAGE_MS = 5_000;

/** How often in succession a domain may be written while its pages are read. */
const ATTEMPTS = 5;

/** @param searches decide when pages are looked at: that takes as much time as a search */
export function addDomainTechnologiesRoute(app: FastifyInstance, parts: ApiParts, searches: Searches): void {
  const { domains } = parts.storage;
  addOperation(
    app,
    'listDomainTechnologies',
    { onRequest: searches.hooks.onRequest },
    async (request, reply) => {
      requireValid(checkNothing(request.query));
      const domain = namedDomain(request.params.domain);
      const endsAt = performance.now() + EXPLAINING_SHARE * searches.timeoutMs;
      return searches.withinTime(reply, async (signal) => {
        for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
          const explain = () => explained({ domains, analysis: parts.analysis }, domain, endsAt, signal);
          const data = await searches.queued(request, signal, explain);
          if (data !== null) return { success: true, data };
        }
        throw unavailable(`${domain} is written again and again; try again.`, RETRY_SECONDS);
      });
    },
  );
}

interface Parts {
  readonly domains: Pick<DomainIndex, 'sources' | 'technologies'>;
  readonly analysis: () => AnalysisPool;
}

/** @returns null if the domain was written meanwhile @throws Failure not_found */
async function explained(
  { domains, analysis }: Parts,
  domain: string,
  endsAt: number,
  signal: AbortSignal,
): Promise<DomainTechnologiesAnswer['data'] | null> {
  const list = requireStored(domain, await domains.technologies(domain));
  const shown = pagesToExplain(domain, list);
  const found: ExplainedPage[] = [];
  const factsVersion = shown.length === 0 ? '' : analysis().factsVersion;
  for (const batch of sourceBatches(shown, ({ page }) => page.sourceBytes)) {
    if (signal.aborted || performance.now() > endsAt) break;
    const urls = batch.map(({ page }) => page.url);
    const sources = await domains.sources(domain, urls);
    const rendered = await domains.sources(domain, urls, 'rendered');
    if (sources?.revision !== list.revision || rendered?.revision !== list.revision) return null;
    const byUrl = byUrlOf(sources);
    const renderedByUrl = byUrlOf(rendered);
    for (const one of batch) {
      const source = byUrl.get(one.page.url);
      if (source === undefined || performance.now() > endsAt) break;
      found.push(await explainedPage(analysis(), one, source, renderedByUrl.get(one.page.url)));
    }
  }
  return {
    domain,
    revision: list.revision,
    items: domainTechnologies(domain, list, found),
    notes: missingEvidence(found, factsVersion, shown.length - found.length),
  };
}

function byUrlOf({ pages }: SourceList): ReadonlyMap<string, StoredSource> {
  return new Map(pages.map((page) => [page.url, page]));
}

/** @param rendered undefined if the page was not rendered */
async function explainedPage(
  analysis: AnalysisPool,
  shown: ShownPage,
  { url, utf8 }: StoredSource,
  rendered: StoredSource | undefined,
): Promise<ExplainedPage> {
  const { technologies } = shown.page;
  const late = Promise.withResolvers<Explanation>();
  const timer = setTimeout(() => late.resolve({ kind: 'crashed', reason: 'it took too long' }), MAX_PAGE_MS);
  try {
    const work = analysis.explain({
      url,
      utf8,
      ...(rendered === undefined ? {} : { rendered: rendered.utf8 }),
      technologies,
    });
    return { ...shown, explanation: await Promise.race([work, late.promise]) };
  } finally {
    clearTimeout(timer);
  }
}
