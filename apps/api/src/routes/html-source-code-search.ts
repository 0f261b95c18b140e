import {
  checker,
  type HtmlSearchAnswer,
  HtmlSearchRequest,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import {
  checkSnippets,
  deriveTokenKey,
  parseQuery,
  type Query,
  type SearchInput,
  signToken,
} from '@sitegrep/search';
import type { SearchPage } from '@sitegrep/storage';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { withDeadline } from '../deadline.ts';
import { domainItem } from '../domain-item.ts';
import { acceptedExport } from '../export/accepted.ts';
import { sendExport } from '../export/send-export.ts';
import { badRequest } from '../failure.ts';
import { once } from '../once.ts';
import { addOperation } from '../operation-route.ts';
import { timedSearch } from '../search-metrics.ts';
import { openSearchTurns } from '../search-turns.ts';
import type { ApiParts } from '../settings.ts';

const checkBody = checker(HtmlSearchRequest);
const checkParameters = parameterChecker(NoParameters);

/** POST /html-source-code-search: which domains have these terms in their source? */
export function addSearchRoute(
  app: FastifyInstance,
  { storage, settings, metrics }: ApiParts,
  stopping: AbortSignal,
): void {
  const search = timedSearch(storage.domains, metrics);
  const turns = openSearchTurns(settings.searches, metrics);
  const tokenKey = once(async () => deriveTokenKey(await storage.keys.secret('offset-token')));

  const options = {
    onRequest: async ({ apiKey }: FastifyRequest) => turns.requireRoom(apiKey?.id ?? ''),
    preParsing: readJson,
  };
  addOperation(
    app,
    'searchHtmlSourceCode',
    options,
    async (request, reply): Promise<HtmlSearchAnswer | FastifyReply> => {
      requireValid(checkParameters(request.query));
      const input: SearchInput = requireValid(checkBody(request.json));
      const key = await tokenKey();
      const query = parseQuery(input, key);
      if (!query.ok) throw badRequest(query.error);
      const limits = { timeoutMs: settings.searchTimeoutMs, stopping };
      const withinTime = <Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> =>
        withDeadline(reply, limits, work);
      const inTurn = (asked: Query, signal: AbortSignal): Promise<SearchPage> =>
        turns.run(request.apiKey?.id ?? '', signal, () => search(asked, { signal }));
      const format = acceptedExport(request.headers.accept);
      if (format !== null) {
        const wish = { format, query: query.value, most: input.limit ?? Infinity, key };
        return sendExport(request, reply, wish, withinTime, inTurn);
      }
      const room = checkSnippets(query.value);
      if (!room.ok) throw badRequest(room.error);
      const page = await withinTime((signal) => inTurn(query.value, signal));
      return {
        success: true,
        data: {
          total_count: page.total,
          items_count: page.hits.length,
          offset: page.offset,
          offset_token: page.next === null ? '' : signToken(key, query.value, page.next),
          items: page.hits.map(domainItem),
        },
      };
    },
  );
}
