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
  isShort,
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
import { acceptedExport, sendExport } from '../export/send-export.ts';
import { badRequest } from '../failure.ts';
import { once } from '../once.ts';
import { addOperation } from '../operation-route.ts';
import { type SearchQueue, timedSearch } from '../search-queue.ts';
import type { ApiParts } from '../settings.ts';
import { SECRETS } from '../secrets.ts';

const checkBody = checker(HtmlSearchRequest);
const checkParameters = parameterChecker(NoParameters);

/** POST /html-source-code-search: finds the domains with these terms in their source. */
export function addSearchRoute(
  app: FastifyInstance,
  { storage, settings, metrics }: ApiParts,
  queue: SearchQueue,
  stopping: AbortSignal,
): void {
  const search = timedSearch(storage.domains, metrics);
  const tokenKey = once(async () => deriveTokenKey(await storage.keys.secret(SECRETS.searches)));

  const options = {
    onRequest: async ({ apiKey }: FastifyRequest) => queue.refuseIfFull(apiKey?.id ?? ''),
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
      const queuedSearch = (wanted: Query, signal: AbortSignal): Promise<SearchPage> =>
        queue.run({ keyId: request.apiKey?.id ?? '', signal, isShort: isShort(wanted) }, () =>
          search(wanted, { signal }),
        );
      const format = acceptedExport(request.headers.accept);
      if (format !== null) {
        const wish = { format, query: query.value, max: input.limit ?? Infinity, key };
        return sendExport(request, reply, wish, withinTime, queuedSearch);
      }
      const snippets = checkSnippets(query.value);
      if (!snippets.ok) throw badRequest(snippets.error);
      const page = await withinTime((signal) => queuedSearch(query.value, signal));
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
