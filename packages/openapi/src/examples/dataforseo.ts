import { specifiedExample, TASKS_VERSION, UNSTATED } from '@sitegrep/contract';
import { SEARCH_RESULT_FIELDS } from '@sitegrep/site';
import type { Examples } from './example.ts';
import { PROVIDER_EXAMPLES } from './providers.ts';

const ENDED = {
  status_code: 20_000,
  status_message: 'Ok.',
  time: '0.0123 sec.',
  cost: 0,
};

/** Answer to a task. @param path without its first part */
function answered(path: string, data: object, ...result: readonly object[]) {
  return {
    200: {
      version: TASKS_VERSION,
      ...ENDED,
      tasks_count: 1,
      tasks_error: 0,
      tasks: [
        {
          id: '0f5f3a52-6b0b-4e0a-9d0a-1f8c2f1f7a11',
          ...ENDED,
          result_count: result.length,
          path: ['v3', ...path.split('/')],
          data,
          result,
        },
      ],
    },
  };
}

const DOMAIN = {
  type: 'domain_technology_item',
  ...specifiedExample(SEARCH_RESULT_FIELDS),
  phone_numbers: ['+441632960961'],
};

const DOMAINS = {
  total_count: 7,
  items_count: 1,
  offset: 0,
  offset_token: 'AQpr0m1seThisIsOnlyAnExample',
  items: [DOMAIN],
};

const TECHNOLOGIES = 'domain_analytics/technologies';

function ofTechnologies(operation: string): { api: string; function: string; se: string } {
  return { api: 'domain_analytics', function: operation, se: 'technologies' };
}

const terms = { search_terms: ['wp-content/plugins/woocommerce'], mode: 'strict_entry', limit: 1 };
const technologies = {
  technologies: ['WooCommerce'],
  filters: [['country_iso_code', '=', 'DE'], 'and', ['domain_rank', '>', 100]],
  limit: 1,
};
const target = { target: 'shop.example' };

const FILTERS = { domain_rank: 'num', domain: 'str', last_visited: 'time' } as const;

const GERMAN = { language_name: 'German', language_code: 'de' };
const GERMANY = {
  location_code: 2_276,
  location_name: 'Germany',
  location_code_parent: null,
  country_iso_code: 'DE',
  location_type: 'Country',
};

const codes = { language_code: 'en', location_code: 2_840 };
const found = { ...codes, datetime: '2026-03-01 09:00:41 +00:00', spell: null, items_count: 1 };
const google = { api: 'serp', function: 'live', se: 'google' };
const youtube = { ...google, se: 'youtube' };

const tea = { keyword: 'loose leaf tea', ...codes };
const ORGANIC = {
  keyword: tea.keyword,
  type: 'organic',
  se_domain: 'google.com',
  ...found,
  check_url: 'https://www.google.com/search?q=loose+leaf+tea&hl=en&gl=US',
  refinement_chips: null,
  item_types: ['organic'],
  se_results_count: null,
  pages_count: null,
};
const RESULT = firstOf(PROVIDER_EXAMPLES.searchWeb.answers[200].data.result);

const SUGGESTIONS = firstOf(PROVIDER_EXAMPLES.suggestSearches.answers[200].data.result);

const brewing = { keyword: 'how to brew tea', ...codes };
const VIDEO = firstOf(PROVIDER_EXAMPLES.searchVideos.answers[200].data.result);

const { data: ONE, result: KNOWN } = PROVIDER_EXAMPLES.getVideo.answers[200].data;
const one = { video_id: ONE.video_id, ...codes };

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('the example is empty');
  return first;
}

function nulls(names: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

export const DATAFORSEO_EXAMPLES = {
  dataForSeoDomainsByHtmlTerms: {
    json: [terms],
    answers: answered(
      `${TECHNOLOGIES}/domains_by_html_terms/live`,
      { ...ofTechnologies('domains_by_html_terms'), ...terms },
      DOMAINS,
    ),
  },
  dataForSeoDomainsByTechnology: {
    json: [technologies],
    answers: answered(
      `${TECHNOLOGIES}/domains_by_technology/live`,
      { ...ofTechnologies('domains_by_technology'), ...technologies },
      DOMAINS,
    ),
  },
  dataForSeoDomainTechnologies: {
    json: [target],
    answers: answered(
      `${TECHNOLOGIES}/domain_technologies/live`,
      { ...ofTechnologies('domain_technologies'), ...target },
      DOMAIN,
    ),
  },
  dataForSeoTechnologiesSummary: {
    json: [{ technologies: ['WooCommerce'], internal_list_limit: 2 }],
    answers: answered(
      `${TECHNOLOGIES}/technologies_summary/live`,
      {
        ...ofTechnologies('technologies_summary'),
        technologies: ['WooCommerce'],
        internal_list_limit: 2,
      },
      {
        countries: { DE: 4, AT: 2 },
        languages: { de: 6 },
        content_languages: { de: 5, en: 1 },
        keywords: null,
      },
    ),
  },
  dataForSeoAggregationTechnologies: {
    json: [{ technology: 'WooCommerce', limit: 1 }],
    answers: answered(
      `${TECHNOLOGIES}/aggregation_technologies/live`,
      { ...ofTechnologies('aggregation_technologies'), technology: 'WooCommerce', limit: 1 },
      {
        total_count: 12,
        items_count: 1,
        offset: 0,
        items: [
          {
            type: 'aggregation_technologies_item',
            group: 'content',
            category: 'cms',
            technology: 'WordPress',
            groups_count: 7,
            categories_count: 7,
            technologies_count: 7,
          },
        ],
      },
    ),
  },
  dataForSeoTechnologyStats: {
    json: [{ technology: 'WooCommerce', date_from: '2026-02-28', date_to: '2026-03-01' }],
    answers: answered(
      `${TECHNOLOGIES}/technology_stats/live`,
      {
        ...ofTechnologies('technology_stats'),
        technology: 'WooCommerce',
        date_from: '2026-02-28',
        date_to: '2026-03-01',
      },
      {
        technology: 'WooCommerce',
        date_from: '2026-02-28',
        date_to: '2026-03-01',
        items_count: 2,
        items: [
          {
            type: 'technology_stats_item',
            date: '2026-02-28',
            domains_count: 6,
            countries: null,
            languages: null,
            domains_rank: null,
          },
          {
            type: 'technology_stats_item',
            date: '2026-03-01',
            domains_count: 7,
            countries: { DE: 4, AT: 2 },
            languages: { de: 6 },
            domains_rank: { '0-99': 3, '400-499': 4 },
          },
        ],
      },
    ),
  },
  dataForSeoTechnologies: {
    answers: answered(`${TECHNOLOGIES}/technologies`, ofTechnologies('technologies'), {
      groups: [
        {
          id: 'content',
          title: 'Content',
          categories: [
            { id: 'cms', path: 'content.cms', title: 'CMS', technologies: ['Drupal', 'WordPress'] },
          ],
        },
      ],
    }),
  },
  dataForSeoTechnologyLocations: {
    answers: answered(`${TECHNOLOGIES}/locations`, ofTechnologies('locations'), {
      location_name: 'Germany',
      country_iso_code: 'DE',
    }),
  },
  dataForSeoTechnologyLanguages: {
    answers: answered(`${TECHNOLOGIES}/languages`, ofTechnologies('languages'), GERMAN),
  },
  dataForSeoTechnologyFilters: {
    answers: answered(`${TECHNOLOGIES}/available_filters`, ofTechnologies('available_filters'), {
      domains_by_technology: FILTERS,
      aggregation_technologies: FILTERS,
      technologies_summary: FILTERS,
      domains_by_html_terms: FILTERS,
    }),
  },
  dataForSeoGoogleOrganicRegular: {
    json: [tea],
    answers: answered(
      'serp/google/organic/live/regular',
      { ...google, se_type: 'organic', ...tea },
      { ...ORGANIC, items: [RESULT] },
    ),
  },
  dataForSeoGoogleOrganicAdvanced: {
    json: [tea],
    answers: answered(
      'serp/google/organic/live/advanced',
      { ...google, se_type: 'organic', ...tea },
      { ...ORGANIC, items: [{ ...RESULT, ...nulls(UNSTATED.organic) }] },
    ),
  },
  dataForSeoGoogleAutocomplete: {
    json: [{ ...codes, keyword: SUGGESTIONS.keyword }],
    answers: answered(
      'serp/google/autocomplete/live/advanced',
      { ...google, se_type: 'autocomplete', ...codes, keyword: SUGGESTIONS.keyword },
      {
        ...SUGGESTIONS,
        ...found,
        refinement_chips: null,
        item_types: ['autocomplete'],
        se_results_count: null,
        items: SUGGESTIONS.items.map((item) => ({ ...item, relevance: null, suggestion_type: null })),
      },
    ),
  },
  dataForSeoGoogleLocations: {
    answers: answered('serp/google/locations', { ...google, function: 'locations' }, GERMANY),
  },
  dataForSeoGoogleLanguages: {
    answers: answered('serp/google/languages', { ...google, function: 'languages' }, GERMAN),
  },
  dataForSeoYoutubeOrganic: {
    json: [brewing],
    answers: answered(
      'serp/youtube/organic/live/advanced',
      { ...youtube, se_type: 'organic', ...brewing },
      {
        keyword: brewing.keyword,
        se_domain: 'youtube.com',
        ...found,
        check_url: 'https://www.youtube.com/results?search_query=how+to+brew+tea',
        item_types: ['youtube_video'],
        se_results_count: null,
        items: [
          {
            type: 'youtube_video',
            rank_group: 1,
            rank_absolute: 1,
            channel_id: 'UCteaandkettles',
            url: VIDEO.url,
            title: VIDEO.title,
            video_id: ONE.video_id,
            thumbnail_url: VIDEO.thumbnail_url,
            channel_name: VIDEO.channel_title,
            channel_url: VIDEO.channel_url,
            channel_logo: null,
            description: VIDEO.description,
            is_live: false,
            views_count: VIDEO.views,
            timestamp: '2026-02-11 00:00:00 +00:00',
            duration_time: VIDEO.duration,
            duration_time_seconds: 242,
            ...nulls(UNSTATED.youtube_video),
          },
        ],
      },
    ),
  },
  dataForSeoYoutubeVideo: {
    json: [one],
    answers: answered(
      'serp/youtube/video_info/live/advanced',
      { ...youtube, se_type: 'video_info', ...one },
      {
        video_id: one.video_id,
        se_domain: 'youtube.com',
        ...found,
        check_url: ONE.check_url,
        item_types: ['youtube_video_info'],
        items: [{ ...KNOWN, rank_group: 1, rank_absolute: 1, subtitles: null }],
      },
    ),
  },
  dataForSeoYoutubeLocations: {
    answers: answered('serp/youtube/locations', { ...youtube, function: 'locations' }, GERMANY),
  },
  dataForSeoYoutubeLanguages: {
    answers: answered('serp/youtube/languages', { ...youtube, function: 'languages' }, GERMAN),
  },
} as const satisfies Examples;
