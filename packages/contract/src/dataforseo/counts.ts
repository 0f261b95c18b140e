// Counts of domains as DataForSEO's Domain Analytics Technologies API has them.
import { SEARCH_BOUNDS } from '@sitegrep/search';
import { Type, type Static } from 'typebox';
import { type Answer, CLOSED } from '../envelope.ts';
import { Day } from '../videosite-video-info.ts';
import { tasksAnswer, tasksOf } from './envelope.ts';
import { ByTechnologyTask } from './technologies.ts';

const { maxTermLength, maxWindow, maxOrderRules } = SEARCH_BOUNDS;
const { technology_paths, groups, categories, technologies, keywords, mode, filters, offset } =
  ByTechnologyTask.properties;

const Name = Type.String({ minLength: 1, maxLength: maxTermLength });

const tag = Type.Optional(Type.String({ maxLength: 255, description: 'Is repeated in `data`.' }));

/** Maximum of members that a list of an answer has. */
function most(usual: number, description: string) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxWindow,
      default: usual,
      description,
      'x-remedy': `give 1 to ${maxWindow}`,
    }),
  );
}

export const SummaryTask = Type.Object(
  {
    technology_paths,
    groups,
    categories,
    technologies,
    keywords,
    mode,
    filters,
    internal_list_limit: most(10, 'Values of each list.'),
    tag,
  },
  CLOSED,
);

/** Counts that the items of an aggregation can be ordered by. */
export const AGGREGATION_COUNTS = ['groups_count', 'categories_count', 'technologies_count'] as const;

export const AggregationTask = Type.Object(
  {
    group: Type.Optional(Name),
    category: Type.Optional(Name),
    technology: Type.Optional(Name),
    keyword: Type.Optional(Name),
    mode,
    filters,
    order_by: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: maxOrderRules,
        default: AGGREGATION_COUNTS.map((count) => `${count},desc`),
        description: `Rules \`field,asc\` or \`field,desc\`; fields: ${AGGREGATION_COUNTS.join(', ')}.`,
      }),
    ),
    internal_groups_list_limit: most(5, 'Groups.'),
    internal_categories_list_limit: most(5, 'Categories of each group.'),
    internal_technologies_list_limit: most(10, 'Technologies of each category.'),
    internal_list_limit: most(10, 'Each of these three, which are not looked at then.'),
    limit: most(100, 'Items of the answer.'),
    offset,
    tag,
  },
  CLOSED,
);
export type AggregationTask = Static<typeof AggregationTask>;

export const StatsTask = Type.Object(
  {
    technology: Name,
    date_from: Type.Optional({ ...Day, description: 'First day; with date_to only.' }),
    date_to: Type.Optional({ ...Day, description: 'Last day; with date_from only.' }),
    tag,
  },
  CLOSED,
);
export type StatsTask = Static<typeof StatsTask>;

const count = Type.Integer({ minimum: 0 });
const Counts = Type.Record(Type.String(), count);
const CountsOfToday = Type.Union([Counts, Type.Null()], { description: 'Null on days that have passed.' });

/** Maximum days of statistics. */
export const MAX_STATS_DAYS = 400;

const Summary = Type.Object(
  { countries: Counts, languages: Counts, content_languages: Counts, keywords: Type.Null() },
  CLOSED,
);
export type Summary = Answer<Static<typeof Summary>>;

const AggregationItem = Type.Object(
  {
    type: Type.Literal('aggregation_technologies_item'),
    group: Type.String(),
    category: Type.String(),
    technology: Type.String(),
    groups_count: count,
    categories_count: count,
    technologies_count: count,
  },
  CLOSED,
);
export type AggregationItem = Answer<Static<typeof AggregationItem>>;

const Aggregation = Type.Object(
  { total_count: count, items_count: count, offset: count, items: Type.Array(AggregationItem) },
  CLOSED,
);
export type Aggregation = Answer<Static<typeof Aggregation>>;

const Stats = Type.Object(
  {
    technology: Type.String(),
    date_from: Day,
    date_to: Day,
    items_count: count,
    items: Type.Array(
      Type.Object(
        {
          type: Type.Literal('technology_stats_item'),
          date: Day,
          domains_count: count,
          countries: CountsOfToday,
          languages: CountsOfToday,
          domains_rank: CountsOfToday,
        },
        CLOSED,
      ),
      { maxItems: MAX_STATS_DAYS, description: 'A day each.' },
    ),
  },
  CLOSED,
);
export type TechnologyStats = Answer<Static<typeof Stats>>;

export const SummaryTasks = tasksOf(SummaryTask);
export const AggregationTasks = tasksOf(AggregationTask);
export const StatsTasks = tasksOf(StatsTask);
export const SummaryAnswer = tasksAnswer(Summary);
export const AggregationAnswer = tasksAnswer(Aggregation);
export const TechnologyStatsAnswer = tasksAnswer(Stats);
