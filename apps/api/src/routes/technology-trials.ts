import {
  checker,
  NoParameters,
  parameterChecker,
  type TechnologyTrialAnswer,
  TestTechnologiesRequest,
} from '@sitegrep/contract';
import type { PageTechnologies } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { requirePart } from '../missing-page.ts';
import { namedDomain, requireStored } from '../named-domain.ts';
import { addOperation } from '../operation-route.ts';
import type { Searches } from '../searches.ts';
import type { ApiParts } from '../settings.ts';
import { Failure } from '../failure.ts';

const checkNothing = parameterChecker(NoParameters);
const checkTest = checker(TestTechnologiesRequest);

/** Parts of the time limit of a search after which no further page is looked at, and after which the trial is ended. */
const LOOKING_SHARE = 0.5;
const WHOLE_SHARE = 0.9;

/** POST /technologies/test: fingerprints of one's own, tried on stored pages. It counts as a search. */
export function addTechnologyTrialRoute(
  app: FastifyInstance,
  { storage }: ApiParts,
  searches: Searches,
): void {
  const { domains } = storage;
  const { onRequest } = searches.hooks;

  addOperation(app, 'testTechnologies', { onRequest, preParsing: readJson }, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const { fingerprints, on } = requireValid(checkTest(request.json));
    const domain = namedDomain(on);
    const { timeoutMs } = searches;
    const { triedOn } = await import('../technology-trial.ts');
    return searches.withinTime(reply, async (signal): Promise<TechnologyTrialAnswer> => {
      const work = async () =>
        triedOn({
          domains,
          fingerprints,
          domain,
          pages: await pagesNamed(domain, on),
          signal,
          softMs: LOOKING_SHARE * timeoutMs,
          hardMs: WHOLE_SHARE * timeoutMs,
        });
      return { success: true, data: await searches.queued(request, signal, work) };
    });
  });

  /** All pages of a domain, or that of a URL. @throws Failure not_found */
  async function pagesNamed(domain: string, on: string): Promise<readonly PageTechnologies[]> {
    const { revision, pages } = requireStored(domain, await domains.technologies(domain));
    if (!/^https?:\/\//i.test(on)) return pages;
    const read = (urls: readonly string[]) =>
      Promise.resolve({ revision, pages: pages.filter(({ url }) => urls.includes(url)) });
    const { page } = await requirePart(domains, { domain, url: on }, read, gone);
    return [page];
  }
}

function gone(page: string): Failure {
  return new Failure('not_found', `The page ${page} came meanwhile; try again.`);
}
