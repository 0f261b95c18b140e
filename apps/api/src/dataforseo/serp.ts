// Searches that providers answer, as DataForSEO's SERP API has them. Each is one of this service's own operations, in
// another form; what only DataForSEO knows is null.
import {
  type AdvancedResult,
  type AutocompleteResult,
  AutocompleteTask,
  formatTimestamp,
  OrganicAdvancedTask,
  OrganicTask,
  type RegularItem,
  type RegularResult,
  taskForm,
  UNSTATED,
  type WebSerpAnswer,
  type YoutubeOrganicResult,
  YoutubeOrganicTask,
  type YoutubeVideoResult,
  YoutubeVideoTask,
} from '@sitegrep/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { searchVideos } from '../routes/videosite-serp.ts';
import { getVideo } from '../routes/videosite-video-info.ts';
import { suggestSearches } from '../routes/web-autocomplete.ts';
import { searchWeb } from '../routes/web-serp.ts';
import type { ApiParts } from '../settings.ts';
import { checkUrl, codesOf, decodedKeyword } from './locale.ts';
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

const YOUTUBE = 'youtube.com';

export function addSerpTasks(app: FastifyInstance, { providers }: ApiParts, stopping: AbortSignal): void {
  const waiting = (exchange: TaskExchange) => ({ ...exchange, stopping });
  const google = { api: 'serp', function: 'live', se: 'google' };
  const youtube = { ...google, se: 'youtube' };
  const organic = { unsupported: UNSUPPORTED, echo: { ...google, se_type: 'organic' } };

  addTask(
    app,
    'dataForSeoGoogleOrganicRegular',
    { ...taskForm(OrganicTask), ...organic },
    async (task, exchange): Promise<readonly RegularResult[]> => {
      const { items, ...result } = await webSearch(task, exchange);
      return [{ ...result, items }];
    },
  );

  addTask(
    app,
    'dataForSeoGoogleOrganicAdvanced',
    { ...taskForm(OrganicAdvancedTask), ...organic },
    async (task, exchange): Promise<readonly AdvancedResult[]> => {
      const { items, ...result } = await webSearch(task, exchange);
      return [{ ...result, items: items.map(withAllFields) }];
    },
  );

  async function webSearch(task: OrganicTask, exchange: TaskExchange): Promise<RegularResult> {
    const keyword = decodedKeyword(task.keyword);
    const { device, os, depth } = task;
    const body = { keyword, ...codesOf(task), ...given({ device, os, depth }) };
    const { data } = await searchWeb(providers, body, waiting(exchange));
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

  addTask(
    app,
    'dataForSeoGoogleAutocomplete',
    {
      ...taskForm(AutocompleteTask),
      unsupported: ['cursor_pointer'],
      echo: { ...google, se_type: 'autocomplete' },
    },
    async (task, exchange): Promise<readonly AutocompleteResult[]> => {
      const keyword = decodedKeyword(task.keyword);
      const body = { keyword, ...codesOf(task), ...given({ client: task.client }) };
      const { data } = await suggestSearches(providers, body, waiting(exchange));
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
    },
  );

  addTask(
    app,
    'dataForSeoYoutubeOrganic',
    {
      ...taskForm(YoutubeOrganicTask),
      unsupported: ['search_param'],
      echo: { ...youtube, se_type: 'organic' },
    },
    async (task, exchange): Promise<readonly YoutubeOrganicResult[]> => {
      const keyword = decodedKeyword(task.keyword);
      const { device, block_depth: depth } = task;
      const body = { keyword, ...codesOf(task), ...given({ device, depth }) };
      const { data } = await searchVideos(providers, body, waiting(exchange));
      return [
        {
          keyword,
          se_domain: YOUTUBE,
          location_code: data.data.location_code,
          language_code: data.data.language_code,
          check_url: `https://www.${YOUTUBE}/results?${new URLSearchParams({ search_query: keyword }).toString()}`,
          datetime: answeredAt(exchange.reply),
          spell: null,
          item_types: data.result.length === 0 ? [] : ['youtube_video'],
          se_results_count: null,
          items_count: data.result.length,
          items: data.result.map((result) => ({
            type: 'youtube_video' as const,
            rank_group: result.rank_group,
            rank_absolute: result.rank_absolute,
            channel_id: channelId(result.channel_url),
            url: result.url,
            title: result.title,
            video_id: new URL(result.url).searchParams.get('v'),
            thumbnail_url: result.thumbnail_url,
            channel_name: result.channel_title,
            channel_url: result.channel_url,
            channel_logo: result.channel_image,
            description: result.description,
            is_live: result.live,
            views_count: result.views,
            timestamp: result.uploaded_date === null ? null : `${result.uploaded_date} 00:00:00 +00:00`,
            duration_time: result.duration,
            duration_time_seconds: secondsOf(result.duration),
            ...nulls(UNSTATED.youtube_video),
          })),
        },
      ];
    },
  );

  addTask(
    app,
    'dataForSeoYoutubeVideo',
    { ...taskForm(YoutubeVideoTask), echo: { ...youtube, se_type: 'video_info' } },
    async (task, exchange): Promise<readonly YoutubeVideoResult[]> => {
      const body = { video_id: task.video_id, ...codesOf(task) };
      const { data } = await getVideo(providers, body, waiting(exchange));
      const { video_id, location_code, language_code, check_url } = data.data;
      return [
        {
          video_id,
          se_domain: YOUTUBE,
          location_code,
          language_code,
          check_url,
          datetime: answeredAt(exchange.reply),
          spell: null,
          item_types: [data.result.type],
          items_count: 1,
          items: [{ ...data.result, rank_group: 1, rank_absolute: 1, subtitles: null }],
        },
      ];
    },
  );
}

/** Fields that are given. */
function given<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
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

function nulls<const Names extends readonly string[]>(
  names: Names,
): { readonly [Name in Names[number]]: null } {
  return Object.fromEntries(names.map((name) => [name, null])) as { readonly [Name in Names[number]]: null };
}

/** Types of items, each once. */
function typesOf(items: readonly { readonly type: string }[]): readonly string[] {
  return [...new Set(items.map(({ type }) => type))];
}

/** When the provider answered, which may have been before: its answer may come from the cache. */
function answeredAt(reply: FastifyReply): string {
  return formatTimestamp(Date.now() - Number(reply.getHeader('age') ?? 0) * 1_000);
}

/** Id of a channel; null if its address has a name instead. */
function channelId(url: string | null): string | null {
  return /\/channel\/([\w-]+)/.exec(url ?? '')?.[1] ?? null;
}

/** `1:02:03` → 3723 */
function secondsOf(clock: string | null): number | null {
  if (clock === null || !/^\d+(?::\d{2}){1,2}$/.test(clock)) return null;
  return clock.split(':').reduce((seconds, part) => 60 * seconds + Number(part), 0);
}
