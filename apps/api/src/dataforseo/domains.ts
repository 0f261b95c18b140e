import {
  answerFields,
  ByTechnologyTask,
  type DataForSeoDomain,
  type DataForSeoDomains,
  DomainTechnologiesTask,
  HtmlTermsTask,
  specifiedFields,
  taskForm,
} from '@sitegrep/contract';
import type { Expression, SearchInput } from '@sitegrep/search';
import { readDomain, SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import type { DomainHit } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { badRequest, Failure } from '../failure.ts';
import type { Searches } from '../searches.ts';
import { addTask, type TaskExchange } from './tasks.ts';
import { openTaskSearches } from './domain-search.ts';
import { requireChoice } from './technology-choice.ts';

/** Searches for domains: by terms in their source, by technologies, and of one domain. */
export function addDomainTasks(app: FastifyInstance, searches: Searches): void {
  const { onRequest } = searches.hooks;
  const within = openTaskSearches(searches);
  const form = (operation: string) => ({
    onRequest,
    echo: { api: 'domain_analytics', function: operation, se: 'technologies' },
  });

  addTask(
    app,
    'dataForSeoDomainsByHtmlTerms',
    { ...taskForm(HtmlTermsTask), ...form('domains_by_html_terms') },
    async (task, exchange) => [await domains({ mode: 'entry', ...task }, null, exchange)],
  );

  addTask(
    app,
    'dataForSeoDomainsByTechnology',
    { ...taskForm(ByTechnologyTask), ...form('domains_by_technology') },
    async (task, exchange) => {
      const { technologies, input } = requireChoice(task);
      return [await domains(input, technologies, exchange)];
    },
  );

  addTask(
    app,
    'dataForSeoDomainTechnologies',
    { ...taskForm(DomainTechnologiesTask), ...form('domain_technologies') },
    async ({ target }, exchange) => {
      const named = readDomain(target);
      if (named.kind !== 'domain')
        throw badRequest({ field: 'target', problem: named.problem, remedy: named.remedy });
      const { domain } = named;
      const { hits } = await within(exchange, (find) =>
        find({ filters: ['domain', '=', domain], limit: 1 }, null),
      );
      if (hits.length === 0)
        throw new Failure('not_found', `Nothing is stored for ${domain}; crawl or import it first.`);
      return hits.map(domainItem);
    },
  );

  async function domains(
    input: SearchInput,
    technologies: Expression | null,
    exchange: TaskExchange,
  ): Promise<DataForSeoDomains> {
    const { total, hits, offset, token } = await within(exchange, (find) => find(input, technologies));
    return {
      total_count: total,
      items_count: hits.length,
      offset,
      offset_token: token,
      items: hits.map(domainItem),
    };
  }
}

function domainItem(hit: DomainHit): DataForSeoDomain {
  const {
    meta_keywords: keywords,
    emails,
    social_graph_urls: profiles,
    ...fields
  } = specifiedFields(SEARCH_RESULT_FIELDS, hit);
  const { phone_numbers: phones } = answerFields(['phone_numbers'], hit);
  return {
    type: 'domain_technology_item',
    ...fields,
    meta_keywords: listOrNull(keywords),
    phone_numbers: listOrNull(phones.map(({ number }) => number)),
    emails: listOrNull(emails),
    social_graph_urls: listOrNull(profiles),
  };
}

function listOrNull<Value>(list: readonly Value[]): readonly Value[] | null {
  return list.length === 0 ? null : list;
}
