import { type ImportedRanks, parameterChecker, type Problem, RanksOptions } from '@sitegrep/contract';
import {
  importRanks,
  LIST_REMEDIES,
  ListTooLarge,
  readRankedDomains,
  UnreadableList,
  untilUnreadable,
} from '@sitegrep/intake';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireValid } from '../../body.ts';
import { badRequest, Failure } from '../../failure.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';
import { openUpload, unreadable, type Upload } from '../../upload.ts';

const LISTS = ['text/csv', 'application/octet-stream'] as const;

const checkOptions = parameterChecker(RanksOptions);

/** POST /admin/ranks: imports the ranks of domains from a list. */
export function addRankRoutes(app: FastifyInstance, { storage, settings }: ApiParts): void {
  addOperation(app, 'importRanks', {}, async (request) => {
    const { lines, drain } = await openUpload(request, LISTS, settings.maxUploadBytes);
    const { replace = false } = requireValid(checkOptions(request.query));
    const ranks = await imported(request, { lines, drain }, replace);
    if (ranks.domains === 0) throw badRequest(noRanks(ranks));
    request.log.info({ domains: ranks.domains, removed: ranks.removed }, 'ranks imported');
    return { success: true, data: ranks };
  });

  async function imported(
    request: FastifyRequest,
    { lines, drain }: Pick<Upload, 'lines' | 'drain'>,
    replace: boolean,
  ): Promise<ImportedRanks> {
    let stored = 0;
    try {
      return await importRanks(storage.domains, untilUnreadable(readRankedDomains(lines), 'ranks'), {
        replace,
        onStored: (ranks) => {
          stored = ranks;
        },
      });
    } catch (error) {
      request.log.warn({ stored }, 'an import of ranks was interrupted');
      if (error instanceof UnreadableList) await drain();
      throw withStored(error, stored);
    }
  }
}

/** Adds the number of ranks that were stored to the error of an import. */
function withStored(error: unknown, stored: number): unknown {
  const failure = failureOf(error);
  if (!(failure instanceof Failure) || stored === 0) return failure;
  const details = `${failure.message} The first ${stored} ranks are stored and stay; none was removed.`;
  return new Failure(failure.code, details, failure.headers);
}

function failureOf(error: unknown): unknown {
  if (error instanceof UnreadableList) return unreadable(error);
  if (!(error instanceof ListTooLarge)) return error;
  return new Failure('too_large', `The list was refused: ${error.message}.`, { connection: 'close' });
}

function noRanks({ rejected }: ImportedRanks): Problem {
  const remedy = LIST_REMEDIES.ranks;
  const first = rejected.samples[0];
  if (first === undefined) return { field: 'The list', problem: 'is empty', remedy };
  return {
    field: 'The list',
    problem: `has no rank for any domain: all ${rejected.count} lines were rejected, the first one (${first.line}) because ${first.reason}`,
    remedy,
  };
}
