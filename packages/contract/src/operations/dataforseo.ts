import type { TSchema } from 'typebox';
import {
  AggregationAnswer,
  AggregationTasks,
  StatsTasks,
  SummaryAnswer,
  SummaryTasks,
  TechnologyStatsAnswer,
} from '../dataforseo/counts.ts';
import {
  AvailableFiltersAnswer,
  DomainLocationsAnswer,
  LanguagesAnswer,
  SearchLocationsAnswer,
  TechnologyGroupsAnswer,
} from '../dataforseo/lists.ts';
import {
  AdvancedAnswer,
  AutocompleteTasks,
  OrganicAdvancedTasks,
  OrganicTasks,
  RegularAnswer,
  SuggestionsAnswer,
  YoutubeOrganicAnswer,
  YoutubeOrganicTasks,
  YoutubeVideoAnswer,
  YoutubeVideoTasks,
} from '../dataforseo/serp.ts';
import {
  ByTechnologyTasks,
  DomainsAnswer,
  DomainTechnologiesAnswer,
  DomainTechnologiesTasks,
  HtmlTermsTasks,
} from '../dataforseo/technologies.ts';
import type { Operation } from './operation.ts';

const ANSWER = 'The result of the task, or why there is none: see `status_code`.';

/** An operation that does a task. */
function task<
  const Path extends string,
  const Scope extends 'search' | 'serp' | 'video',
  Tasks extends TSchema,
  Json extends TSchema,
>(path: Path, about: { scope: Scope; summary: string; limit: string }, schema: Tasks, json: Json) {
  return {
    ...about,
    method: 'POST',
    path: `/v3/${path}`,
    tag: 'DataForSEO',
    json: { schema },
    answers: [{ status: 200, description: ANSWER, json }],
  } as const;
}

/** An operation that lists what tasks can name. */
function list<
  const Path extends string,
  const Scope extends 'search' | 'serp' | 'video',
  Json extends TSchema,
>(path: Path, about: { scope: Scope; summary: string }, json: Json) {
  return {
    ...about,
    method: 'GET',
    path: `/v3/${path}`,
    tag: 'DataForSEO',
    answers: [{ status: 200, description: 'The list.', json }],
  } as const;
}

const searches = { scope: 'search', limit: 'html-source-code-search' } as const;
const organic = { scope: 'serp', limit: 'web-serp' } as const;

/** Operations for the clients of DataForSEO, in its paths and forms. */
export const DATAFORSEO_OPERATIONS = {
  dataForSeoDomainsByHtmlTerms: task(
    'domain_analytics/technologies/domains_by_html_terms/live',
    { ...searches, summary: 'Domains by terms in their source' },
    HtmlTermsTasks,
    DomainsAnswer,
  ),
  dataForSeoDomainsByTechnology: task(
    'domain_analytics/technologies/domains_by_technology/live',
    { ...searches, summary: 'Domains by technologies' },
    ByTechnologyTasks,
    DomainsAnswer,
  ),
  dataForSeoDomainTechnologies: task(
    'domain_analytics/technologies/domain_technologies/live',
    { ...searches, summary: 'Technologies of a domain' },
    DomainTechnologiesTasks,
    DomainTechnologiesAnswer,
  ),
  dataForSeoTechnologiesSummary: task(
    'domain_analytics/technologies/technologies_summary/live',
    { ...searches, summary: 'Domains with technologies, by country and language' },
    SummaryTasks,
    SummaryAnswer,
  ),
  dataForSeoAggregationTechnologies: task(
    'domain_analytics/technologies/aggregation_technologies/live',
    { ...searches, summary: 'Technologies that domains have besides others' },
    AggregationTasks,
    AggregationAnswer,
  ),
  dataForSeoTechnologyStats: task(
    'domain_analytics/technologies/technology_stats/live',
    { ...searches, summary: 'Domains with a technology, as they are today' },
    StatsTasks,
    TechnologyStatsAnswer,
  ),
  dataForSeoTechnologies: list(
    'domain_analytics/technologies/technologies',
    { scope: 'search', summary: 'Technologies that can be detected' },
    TechnologyGroupsAnswer,
  ),
  dataForSeoTechnologyLocations: list(
    'domain_analytics/technologies/locations',
    { scope: 'search', summary: 'Countries of domains' },
    DomainLocationsAnswer,
  ),
  dataForSeoTechnologyLanguages: list(
    'domain_analytics/technologies/languages',
    { scope: 'search', summary: 'Languages of domains' },
    LanguagesAnswer,
  ),
  dataForSeoTechnologyFilters: list(
    'domain_analytics/technologies/available_filters',
    { scope: 'search', summary: 'Fields of filters' },
    AvailableFiltersAnswer,
  ),
  dataForSeoGoogleOrganicRegular: task(
    'serp/google/organic/live/regular',
    { ...organic, summary: 'Web search' },
    OrganicTasks,
    RegularAnswer,
  ),
  dataForSeoGoogleOrganicAdvanced: task(
    'serp/google/organic/live/advanced',
    { ...organic, summary: 'Web search, with all fields' },
    OrganicAdvancedTasks,
    AdvancedAnswer,
  ),
  dataForSeoGoogleAutocomplete: task(
    'serp/google/autocomplete/live/advanced',
    { scope: 'serp', limit: 'web-autocomplete', summary: 'Search suggestions' },
    AutocompleteTasks,
    SuggestionsAnswer,
  ),
  dataForSeoGoogleLocations: list(
    'serp/google/locations',
    { scope: 'serp', summary: 'Locations of web searches' },
    SearchLocationsAnswer,
  ),
  dataForSeoGoogleLanguages: list(
    'serp/google/languages',
    { scope: 'serp', summary: 'Languages of web searches' },
    LanguagesAnswer,
  ),
  dataForSeoYoutubeOrganic: task(
    'serp/youtube/organic/live/advanced',
    { scope: 'video', limit: 'videosite-serp', summary: 'Search for videos' },
    YoutubeOrganicTasks,
    YoutubeOrganicAnswer,
  ),
  dataForSeoYoutubeVideo: task(
    'serp/youtube/video_info/live/advanced',
    { scope: 'video', limit: 'videosite-video-info', summary: 'One video' },
    YoutubeVideoTasks,
    YoutubeVideoAnswer,
  ),
  dataForSeoYoutubeLocations: list(
    'serp/youtube/locations',
    { scope: 'video', summary: 'Locations of searches for videos' },
    SearchLocationsAnswer,
  ),
  dataForSeoYoutubeLanguages: list(
    'serp/youtube/languages',
    { scope: 'video', summary: 'Languages of searches for videos' },
    LanguagesAnswer,
  ),
} as const satisfies Record<string, Operation>;
