// Operations of the providers as DataForSEO's SERP API has them. What providers do not state is null.
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED, nullable } from '../envelope.ts';
import { Device, keyword, localeFields, rank, System } from '../provider-schemas.ts';
import { Timestamp } from '../timestamp.ts';
import { SuggestionItem, AutocompleteRequest } from '../web-autocomplete.ts';
import { VideoInfoRequest, VideoItem } from '../videosite-video-info.ts';
import { VideoSerpRequest } from '../videosite-serp.ts';
import { WebSerpRequest } from '../web-serp.ts';
import { tasksAnswer, tasksOf } from './envelope.ts';

const Name = Type.String({ minLength: 1, maxLength: 200 });

/** Fields of every task. */
const shared = {
  language_code: localeFields.language_code,
  language_name: Type.Optional({ ...Name, description: 'English name, instead of language_code.' }),
  location_code: localeFields.location_code,
  location_name: Type.Optional({
    ...Name,
    description: 'English name of a country, instead of location_code.',
  }),
  tag: Type.Optional(Type.String({ maxLength: 255, description: 'Is repeated in `data`.' })),
};

const EncodedKeyword = keyword('A plus is a space, and percent-encoded characters are decoded.');

/** A field that has no effect: it asks for more of an element, or for elements, that no provider has. */
function withoutEffect<Value extends object>(value: Value): Value & { readonly description: string } {
  return { ...value, description: 'Has no effect.' };
}
const noSwitch = Type.Optional(withoutEffect(Type.Boolean()));
const noNumber = Type.Optional(withoutEffect(Type.Number()));

const organic = {
  keyword: EncodedKeyword,
  ...shared,
  device: Type.Optional(Device),
  os: WebSerpRequest.properties.os,
  depth: WebSerpRequest.properties.depth,
  max_crawl_pages: noNumber,
  group_organic_results: noSwitch,
};

export const OrganicTask = Type.Object(organic, CLOSED);

export type OrganicTask = Static<typeof OrganicTask>;

export const OrganicAdvancedTask = Type.Object(
  {
    ...organic,
    load_async_ai_overview: noSwitch,
    people_also_ask_click_depth: noNumber,
    calculate_rectangles: noSwitch,
    browser_screen_width: noNumber,
    browser_screen_height: noNumber,
    browser_screen_resolution_ratio: noNumber,
  },
  CLOSED,
);

export const AutocompleteTask = Type.Object(
  { keyword: EncodedKeyword, ...shared, client: AutocompleteRequest.properties.client },
  CLOSED,
);
export type AutocompleteTask = Static<typeof AutocompleteTask>;

export const YoutubeOrganicTask = Type.Object(
  {
    keyword: EncodedKeyword,
    ...shared,
    device: Type.Optional(Device),
    os: Type.Optional(withoutEffect(System)),
    block_depth: VideoSerpRequest.properties.depth,
  },
  CLOSED,
);
export type YoutubeOrganicTask = Static<typeof YoutubeOrganicTask>;

export const YoutubeVideoTask = Type.Object(
  {
    video_id: VideoInfoRequest.properties.video_id,
    ...shared,
    device: Type.Optional(withoutEffect(Type.Literal('desktop'))),
    os: Type.Optional(withoutEffect(Type.Enum(['windows', 'macos']))),
  },
  CLOSED,
);
export type YoutubeVideoTask = Static<typeof YoutubeVideoTask>;

const text = nullable(Type.String());
const none = Type.Null();

/** Fields that are null whatever a provider knows, by their names. */
function nulls<const Names extends readonly string[]>(names: Names) {
  return Object.fromEntries(names.map((name) => [name, none])) as {
    readonly [Name in Names[number]]: typeof none;
  };
}

const resultFields = {
  rank_group: rank,
  rank_absolute: rank,
  domain: Type.String(),
  title: Type.String(),
  description: text,
  url: Type.String(),
  breadcrumb: text,
};

const RegularItem = Type.Object(
  { type: Type.Enum(['organic', 'paid', 'featured_snippet']), ...resultFields },
  CLOSED,
);
export type RegularItem = Answer<Static<typeof RegularItem>>;

const ELEMENT = ['page', 'position', 'xpath', 'rectangle'] as const;

/** Fields of each type of item that no provider states. */
export const UNSTATED = {
  organic: [
    ...ELEMENT,
    'cache_url',
    'related_search_url',
    'website_name',
    'is_image',
    'is_video',
    'is_featured_snippet',
    'is_malicious',
    'is_web_story',
    'checks',
    'pre_snippet',
    'extended_snippet',
    'images',
    'amp_version',
    'rating',
    'price',
    'highlighted',
    'links',
    'faq',
    'extended_people_also_search',
    'about_this_result',
    'related_result',
    'timestamp',
  ],
  paid: [
    ...ELEMENT,
    'website_name',
    'is_image',
    'is_video',
    'checks',
    'images',
    'highlighted',
    'extra',
    'description_rows',
    'links',
    'price',
    'rating',
  ],
  featured_snippet: [...ELEMENT, 'featured_title', 'timestamp', 'images', 'table'],
  youtube_video: [
    'block_rank',
    'block_name',
    'highlighted',
    'badges',
    'is_shorts',
    'is_movie',
    'publication_date',
  ],
} as const;

const AdvancedItem = Type.Union([
  Type.Object({ type: Type.Literal('organic'), ...resultFields, ...nulls(UNSTATED.organic) }, CLOSED),
  Type.Object({ type: Type.Literal('paid'), ...resultFields, ...nulls(UNSTATED.paid) }, CLOSED),
  Type.Object(
    { type: Type.Literal('featured_snippet'), ...resultFields, ...nulls(UNSTATED.featured_snippet) },
    CLOSED,
  ),
]);

const count = Type.Integer({ minimum: 0 });

const found = {
  se_domain: Type.String(),
  location_code: Type.Integer(),
  language_code: Type.String(),
  check_url: Type.String(),
  datetime: Timestamp,
  spell: none,
  item_types: Type.Array(Type.String()),
  items_count: count,
};
const foundByKeyword = { keyword: Type.String(), ...found, se_results_count: none };
const foundOnGoogle = { ...foundByKeyword, refinement_chips: none };

const organicResult = { ...foundOnGoogle, type: Type.Literal('organic'), pages_count: none };

const RegularResult = Type.Object({ ...organicResult, items: Type.Array(RegularItem) }, CLOSED);
const AdvancedResult = Type.Object({ ...organicResult, items: Type.Array(AdvancedItem) }, CLOSED);

const AutocompleteResult = Type.Object(
  {
    ...foundOnGoogle,
    type: Type.Literal('autocomplete'),
    items: Type.Array(
      Type.Object(
        {
          ...SuggestionItem.properties,
          highlighted: nullable(SuggestionItem.properties.highlighted),
          relevance: none,
          suggestion_type: none,
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);

const YoutubeOrganicResult = Type.Object(
  {
    ...foundByKeyword,
    items: Type.Array(
      Type.Object(
        {
          type: Type.Literal('youtube_video'),
          rank_group: rank,
          rank_absolute: rank,
          channel_id: text,
          url: Type.String(),
          title: Type.String(),
          video_id: text,
          thumbnail_url: text,
          channel_name: text,
          channel_url: text,
          channel_logo: text,
          description: text,
          is_live: nullable(Type.Boolean()),
          views_count: nullable(count),
          timestamp: nullable(Timestamp),
          duration_time: text,
          duration_time_seconds: nullable(count),
          ...nulls(UNSTATED.youtube_video),
        },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);

const YoutubeVideoResult = Type.Object(
  {
    video_id: Type.String(),
    ...found,
    items: Type.Array(
      Type.Object(
        { ...VideoItem.properties, rank_group: rank, rank_absolute: rank, subtitles: none },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);

export type RegularResult = Answer<Static<typeof RegularResult>>;
export type AdvancedResult = Answer<Static<typeof AdvancedResult>>;
export type AutocompleteResult = Answer<Static<typeof AutocompleteResult>>;
export type YoutubeOrganicResult = Answer<Static<typeof YoutubeOrganicResult>>;
export type YoutubeVideoResult = Answer<Static<typeof YoutubeVideoResult>>;

export const OrganicTasks = tasksOf(OrganicTask);
export const OrganicAdvancedTasks = tasksOf(OrganicAdvancedTask);
export const AutocompleteTasks = tasksOf(AutocompleteTask);
export const YoutubeOrganicTasks = tasksOf(YoutubeOrganicTask);
export const YoutubeVideoTasks = tasksOf(YoutubeVideoTask);
export const RegularAnswer = tasksAnswer(RegularResult);
export const AdvancedAnswer = tasksAnswer(AdvancedResult);
export const SuggestionsAnswer = tasksAnswer(AutocompleteResult);
export const YoutubeOrganicAnswer = tasksAnswer(YoutubeOrganicResult);
export const YoutubeVideoAnswer = tasksAnswer(YoutubeVideoResult);
