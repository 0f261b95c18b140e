import {
  checker,
  type HtmlSearchAnswer,
  HtmlExportRequest,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import { signToken } from '@sitegrep/search';
import { specifiedName } from '@sitegrep/site';
import type { DomainHit } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { requireValid } from '../body.ts';
import { domainItem, readOfDomain } from '../domain-item.ts';
import { columnsOf, type ExportLayout, furtherFields } from '@sitegrep/tables/format';
import { requireOfFormat, sendExport } from '../export/send-export.ts';
import { sendJson, withItems } from '../item-answer.ts';
import { addOperation } from '../operation-route.ts';
import { readSearch, requireQuery } from '../search-request.ts';
import type { Searches } from '../searches.ts';

const checkExport = checker(HtmlExportRequest);
const checkParameters = parameterChecker(NoParameters);

/**
 * POST /html-source-code-search: finds the domains with these terms in their source. POST /html-source-code-search/export:
 * the same as a stream of all matches.
 */
export function addHtmlSearchRoutes(app: FastifyInstance, searches: Searches): void {
  const { hooks } = searches;

  addOperation(app, 'searchHtmlSourceCode', hooks, async (request, reply) => {
    requireValid(checkParameters(request.query));
    const key = await searches.tokenKey();
    const { query, fields } = readSearch(request.json, key);
    const { total, offset, next, items } = await searches.withinTime(reply, (signal) =>
      searches.items(request, query, { names: 'specified', fields }, { signal }),
    );
    const answer: HtmlSearchAnswer = {
      success: true,
      data: {
        total_count: total,
        items_count: items.ends.length,
        offset,
        offset_token: next === null ? '' : signToken(key, query, next),
        items: [],
      },
    };
    return sendJson(reply, withItems(answer, items, readOfDomain));
  });

  addOperation(app, 'exportMatches', hooks, async (request, reply) => {
    requireValid(checkParameters(request.query));
    const key = await searches.tokenKey();
    const { columns, bom, format = 'ndjson', ...input } = requireValid(checkExport(request.json));
    requireOfFormat({
      format,
      ...(columns === undefined ? {} : { columns }),
      ...(bom === undefined ? {} : { bom }),
    });
    const query = requireQuery(input, key);
    const records = {
      level: 'domain',
      hasMatches: query.snippets !== undefined,
      fields: furtherFields([...(input.fields ?? []), ...(columns ?? [])], specifiedName),
    } as const;
    const layout: ExportLayout = {
      ...records,
      format,
      columns: columns ?? columnsOf(records).map(specifiedName),
      ...(bom === undefined ? {} : { bom }),
    };
    const wish = {
      layout,
      query,
      max: input.limit ?? Infinity,
      key,
      itemOf: (hit: DomainHit) => domainItem(hit, layout.fields),
      patienceMs: searches.timeoutMs,
      about: (input.search_terms ?? []).join(' '),
    };
    return sendExport(
      request,
      reply,
      wish,
      (work) => searches.withinTime(reply, work),
      (some, options) => searches.search(request, some, options),
    );
  });
}
