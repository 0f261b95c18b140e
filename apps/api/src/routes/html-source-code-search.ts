import {
  checker,
  type HtmlSearchAnswer,
  HtmlExportRequest,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import { deriveTokenKey, isShort, type Query, signToken } from '@sitegrep/search';
import type { SearchPage } from '@sitegrep/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { withDeadline } from '../deadline.ts';
import { domainItem } from '../domain-item.ts';
import { type ExportLayout, furtherFields } from '../export/format.ts';
import { sendExport } from '../export/send-export.ts';
import { badRequest } from '../failure.ts';
import { once } from '../once.ts';
import { addOperation } from '../operation-route.ts';
import { readSearch, requireQuery } from '../search-request.ts';
import { type SearchQueue, timedSearch } from '../search-queue.ts';
import type { ApiParts } from '../settings.ts';
import { SECRETS } from '../secrets.ts';

const checkExport = checker(HtmlExportRequest);
const checkParameters = parameterChecker(NoParameters);

/**
 * POST /html-source-code-search: finds the domains with these terms in their source. POST /html-source-code-search/export:
 * the same as a stream of all matches.
 */
export function addSearchRoutes(
  app: FastifyInstance,
  { storage, settings, metrics }: ApiParts,
  queue: SearchQueue,
  stopping: AbortSignal,
): void {
  const search = timedSearch(storage.domains, metrics);
  const tokenKey = once(async () => deriveTokenKey(await storage.keys.secret(SECRETS.searches)));
  const limits = { timeoutMs: settings.searchTimeoutMs, stopping };
  const options = {
    onRequest: async ({ apiKey }: FastifyRequest) => queue.refuseIfFull(apiKey?.id ?? ''),
    preParsing: readJson,
  };

  /** Searches as soon as the queue permits it. */
  function queuedSearch({ apiKey }: FastifyRequest, query: Query, signal: AbortSignal): Promise<SearchPage> {
    return queue.run({ keyId: apiKey?.id ?? '', signal, isShort: isShort(query) }, () =>
      search(query, { signal }),
    );
  }

  addOperation(app, 'searchHtmlSourceCode', options, async (request, reply): Promise<HtmlSearchAnswer> => {
    requireValid(checkParameters(request.query));
    const key = await tokenKey();
    const { query, fields } = readSearch(request.json, key);
    const page = await withDeadline(reply, limits, (signal) => queuedSearch(request, query, signal));
    return {
      success: true,
      data: {
        total_count: page.total,
        items_count: page.hits.length,
        offset: page.offset,
        offset_token: page.next === null ? '' : signToken(key, query, page.next),
        items: page.hits.map((hit) => domainItem(hit, fields)),
      },
    };
  });

  addOperation(app, 'exportMatches', options, async (request, reply) => {
    requireValid(checkParameters(request.query));
    const key = await tokenKey();
    const { columns, bom, ...input } = requireValid(checkExport(request.json));
    const query = requireQuery(input, key);
    const layout: ExportLayout = {
      format: input.format ?? 'ndjson',
      hasMatches: query.snippets !== undefined,
      fields: furtherFields([...(input.fields ?? []), ...(columns ?? [])]),
      ...(columns === undefined ? {} : { columns }),
      ...(bom === undefined ? {} : { bom }),
    };
    requireCsv(layout);
    const wish = { layout, query, max: input.limit ?? Infinity, key };
    return sendExport(
      request,
      reply,
      wish,
      (work) => withDeadline(reply, limits, work),
      (query, signal) => queuedSearch(request, query, signal),
    );
  });
}

/** Checks that nothing is asked of NDJSON which only CSV has. @throws Failure bad_request */
function requireCsv({ format, columns, bom }: ExportLayout): void {
  if (format === 'csv' || (columns === undefined && bom !== true)) return;
  const field = columns === undefined ? 'bom' : 'columns';
  throw badRequest({
    field,
    problem: `is given with format ${format}`,
    remedy: 'give format csv, or leave it out',
  });
}
