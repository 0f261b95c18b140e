// Web searches and their suggestions as DataForSEO's SERP API has them. Each is one of this service's own operations, in another
// form; what only DataForSEO knows is null.
import {
  type AdvancedResult,
  type AutocompleteResult,
  AutocompleteTask,
  OrganicAdvancedTask,
  OrganicTask,
  type RegularItem,
  type RegularResult,
  taskForm,
  UNSTATED,
  type WebSerpAnswer,
} from '@sitegrep/contract';
import type { FastifyInstance } from 'fastify';
import { suggestSearches } from '../providers/web-autocomplete.ts';
import { searchWeb } from '../providers/web-serp.ts';
import { checkUrl, codesOf, decodedKeyword } from './locale.ts';
import { answeredAt, given, GOOGLE, nulls, typesOf, type AskForTask } from './provider-task.ts';
import { addTask, type TaskExchange } from './tasks.ts';

/** Fields of tasks of web searches that change which results there are. */
const UNSUPPORTED = [
  'url',
  'location_coordinate',
  'se_domain',
  'target',
  'target_search_mode',
  'find_targets_in',
  'ignore_targets_in',
  'stop_crawl_on_match',
  'match_type',
  'match_value',
  'search_param',
  'remove_from_url',
];

export function addGoogleTasks(app: FastifyInstance, ask: AskForTask): void {
  const organic = { unsupported: UNSUPPORTED, echo: { ...GOOGLE, se_type: 'organic' } };
  addTask(
    app,
    'dataForSeoGoogleOrganicRegular',
    { ...taskForm(OrganicTask), ...organic },
    async (task, exchange): Promise<readonly RegularResult[]> => [await webSearch(ask, task, exchange)],
  );
  addTask(
    app,
    'dataForSeoGoogleOrganicAdvanced',
    { ...taskForm(OrganicAdvancedTask), ...organic },
    async (task, exchange): Promise<readonly AdvancedResult[]> => {
      const { items, ...result } = await webSearch(ask, task, exchange);
      return [{ ...result, items: items.map(withAllFields) }];
    },
  );
  const suggested = { unsupported: ['cursor_pointer'], echo: { ...GOOGLE, se_type: 'autocomplete' } };
  addTask(
    app,
    'dataForSeoGoogleAutocomplete',
    { ...taskForm(AutocompleteTask), ...suggested },
    (task, exchange) => suggestions(ask, task, exchange),
  );
}

async function webSearch(ask: AskForTask, task: OrganicTask, exchange: TaskExchange): Promise<RegularResult> {
  const keyword = decodedKeyword(task.keyword);
  const { device, os, depth } = task;
  const body = { keyword, ...codesOf(task), ...given({ device, os, depth }) };
  const data = await ask(searchWeb, body, exchange);
  const { language_code: language = 'en', location_code: location = 2_840 } = body;
  const domain = data.data.se_domain;
  return {
    keyword,
    type: 'organic',
    se_domain: domain,
    location_code: location,
    language_code: language,
    check_url: checkUrl(keyword, language, location, domain),
    datetime: answeredAt(exchange.reply),
    spell: null,
    refinement_chips: null,
    item_types: typesOf(data.result),
    se_results_count: null,
    pages_count: null,
    items_count: data.result.length,
    items: data.result.map(regularItem),
  };
}

async function suggestions(
  ask: AskForTask,
  task: AutocompleteTask,
  exchange: TaskExchange,
): Promise<readonly AutocompleteResult[]> {
  const keyword = decodedKeyword(task.keyword);
  const body = { keyword, ...codesOf(task), ...given({ client: task.client }) };
  const data = await ask(suggestSearches, body, exchange);
  return data.result.map(({ items, ...result }) => ({
    ...result,
    datetime: answeredAt(exchange.reply),
    spell: null,
    refinement_chips: null,
    item_types: typesOf(items),
    se_results_count: null,
    items_count: items.length,
    items: items.map(({ highlighted, ...item }) => ({
      ...item,
      highlighted: highlighted.length === 0 ? null : highlighted,
      relevance: null,
      suggestion_type: null,
    })),
  }));
}

function regularItem(item: WebSerpAnswer['data']['result'][number]): RegularItem {
  return { breadcrumb: null, ...item };
}

function withAllFields(item: RegularItem): AdvancedResult['items'][number] {
  switch (item.type) {
    case 'organic':
      return { ...item, type: 'organic', ...nulls(UNSTATED.organic) };
    case 'paid':
      return { ...item, type: 'paid', ...nulls(UNSTATED.paid) };
    case 'featured_snippet':
      return { ...item, type: 'featured_snippet', ...nulls(UNSTATED.featured_snippet) };
  }
}
