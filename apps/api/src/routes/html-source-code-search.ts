import {
  checker,
  type DomainItem,
  formatTimestamp,
  type HtmlSearchAnswer,
  HtmlSearchRequest,
  NoParameters,
  parameterChecker,
} from '@sitegrep/contract';
import { deriveTokenKey, parseQuery, type SearchInput, signToken } from '@sitegrep/search';
import type { DomainHit } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../body.ts';
import { withDeadline } from '../deadline.ts';
import { badRequest } from '../failure.ts';
import { once } from '../once.ts';
import type { ApiParts } from '../settings.ts';

const checkBody = checker(HtmlSearchRequest);
const checkParameters = parameterChecker(NoParameters);

/** POST /html-source-code-search: which domains have these terms in their source? */
export function addSearchRoute(
  app: FastifyInstance,
  { storage, settings }: ApiParts,
  stopping: AbortSignal,
): void {
  const tokenKey = once(async () => deriveTokenKey(await storage.keys.secret('offset-token')));

  const options = { config: { scope: 'search' }, preParsing: readJson } as const;
  app.post('/html-source-code-search', options, async (request, reply): Promise<HtmlSearchAnswer> => {
    requireValid(checkParameters(request.query));
    const input: SearchInput = requireValid(checkBody(request.json));
    const key = await tokenKey();
    const query = parseQuery(input, key);
    if (!query.ok) throw badRequest(query.error);
    const limits = { timeoutMs: settings.searchTimeoutMs, stopping };
    const page = await withDeadline(reply, limits, (signal) =>
      storage.domains.search(query.value, { signal }),
    );
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
  });
}

function domainItem({ domain, rank, facts }: DomainHit): DomainItem {
  return {
    type: 'domain_technology_item',
    domain,
    title: facts.title,
    description: facts.description,
    meta_keywords: facts.metaKeywords,
    domain_rank: rank,
    last_visited: facts.lastVisited === null ? null : formatTimestamp(facts.lastVisited),
    country_iso_code: facts.countryIsoCode,
    language_code: facts.languageCode,
    content_language_code: facts.contentLanguageCode,
    emails: facts.emails,
    social_graph_urls: facts.socialGraphUrls,
    technologies: facts.technologies,
  };
}
