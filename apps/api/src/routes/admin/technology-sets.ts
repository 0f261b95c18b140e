// /admin/technologies: the set of fingerprints in use, a newer public one in its place, and the built-in one again.
import {
  formatTimestamp,
  NoParameters,
  parameterChecker,
  TakeTechnologiesOptions,
  type TechnologySetAnswer,
} from '@sitegrep/contract';
import { countOutdatedDomains } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../../body.ts';
import { currentFactsVersion } from '../../facts-coverage.ts';
import { Failure } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import type { GivenSet } from '../../public-set.ts';
import type { ApiParts } from '../../settings.ts';
import { knownTechnologies } from '../../technology-catalogue.ts';
import { bytesUploaded } from '../../upload.ts';
import { runItem } from './reanalysis.ts';

/** Maximum bytes of a set. */
const MAX_SET_BYTES = 64 * 1024 * 1024;

const checkNothing = parameterChecker(NoParameters);
const checkTake = parameterChecker(TakeTechnologiesOptions);

export function addTechnologySetRoutes(
  app: FastifyInstance,
  { storage, settings, ownTechnologies: own, renewFingerprints = () => Promise.resolve() }: ApiParts,
): void {
  const { domains, fingerprints, reanalysis } = storage;
  let isTaking = false;

  addOperation(app, 'getTechnologySet', {}, async (request): Promise<TechnologySetAnswer> => {
    requireValid(checkNothing(request.query));
    const factsVersion = await currentFactsVersion();
    const state = await fingerprints.get();
    const { ownTechnologies } = await import('../../own-technologies.ts');
    const [outdated, run, shown] = await Promise.all([
      countOutdatedDomains({ domains, fingerprints }, factsVersion),
      reanalysis.get(),
      ownTechnologies({ domains, report: own?.report() ?? null, state }),
    ]);
    const { publicSet, version, since } = state;
    return {
      success: true,
      data: {
        public_set:
          publicSet === null
            ? null
            : {
                name: publicSet.name,
                technologies: publicSet.technologies,
                taken_at: formatTimestamp(publicSet.at),
              },
        technologies: knownTechnologies().length,
        facts_version: factsVersion,
        in_use_since: version === factsVersion ? formatTimestamp(since) : null,
        ...shown,
        outdated_domains: { count: outdated.count, is_exact: outdated.isExact },
        run: run === null ? null : runItem(run),
      },
    };
  });

  addOperation(app, 'takeTechnologies', {}, async (request) => {
    const limit = Math.min(settings.maxUploadBytes, MAX_SET_BYTES);
    const text = await bytesUploaded(request, ['application/octet-stream'], limit);
    const { name } = requireValid(checkTake(request.query));
    request.auditTarget = name;
    return { success: true, data: await taken({ name, text }) };
  });

  addOperation(app, 'takeBuiltInTechnologies', {}, async (request) => {
    requireValid(checkNothing(request.query));
    return { success: true, data: await taken(null) };
  });

  /** One at a time: each takes a processor for seconds. @throws Failure conflict, bad_request */
  async function taken(given: GivenSet | null) {
    if (isTaking)
      throw new Failure('conflict', 'Another set is being checked and compiled; try again in some seconds.');
    isTaking = true;
    try {
      const parts = { fingerprints, own: own?.path() ?? null, folder: own?.folder ?? null };
      // What checks and compiles is much to load, for an act that is rare.
      const { takePublicSet } = await import('../../public-set.ts');
      const data = await takePublicSet(parts, given);
      await renewFingerprints();
      return data;
    } finally {
      isTaking = false;
    }
  }
}
