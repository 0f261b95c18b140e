// Counts of domains: each is a search with facets.
import {
  type Aggregation,
  AggregationTask,
  MAX_STATS_DAYS,
  StatsTask,
  type Summary,
  SummaryTask,
  taskForm,
  type TechnologyStats,
} from '@sitegrep/contract';
import {
  ALL_VALUES,
  domainsMatching,
  type Expression,
  type Facet,
  type FacetCounts,
  ALL as EVERY,
  type SearchInput,
  simplify,
} from '@sitegrep/search';
import type { FastifyInstance } from 'fastify';
import { shownDay } from '../day-span.ts';
import { badRequest } from '../failure.ts';
import type { Searches } from '../searches.ts';
import { aggregationItems, aggregationOrder, type TechnologyCounts } from './aggregation.ts';
import { type DomainSearch, openTaskSearches } from './domain-search.ts';
import { addTask, type TaskExchange } from './tasks.ts';
import { inGroup, requireChoice, requireOne } from './technology-choice.ts';

/** Maximum values of a facet that is counted as a whole. */
const ALL = 100_000;

export function addCountTasks(app: FastifyInstance, searches: Searches): void {
  const { onRequest } = searches.hooks;
  const within = openTaskSearches(searches);
  const form = (operation: string) => ({
    onRequest,
    echo: { api: 'domain_analytics', function: operation, se: 'technologies' },
  });

  addTask(
    app,
    'dataForSeoTechnologiesSummary',
    { ...taskForm(SummaryTask), ...form('technologies_summary') },
    async (
      { internal_list_limit: limit = 10, tag: _tag, ...task },
      exchange,
    ): Promise<readonly Summary[]> => {
      const { technologies, input } = requireChoice(task);
      const facets = (['country', 'language', 'content_language'] as const).map((label) =>
        byLabel(label, limit),
      );
      const { facets: counted = [] } = await within(exchange, (find) =>
        find({ ...input, limit: 1 }, technologies, facets),
      );
      const [countries, languages, contentLanguages] = counted.map(numbers);
      return [
        {
          countries: countries ?? {},
          languages: languages ?? {},
          content_languages: contentLanguages ?? {},
          keywords: null,
        },
      ];
    },
  );

  addTask(
    app,
    'dataForSeoAggregationTechnologies',
    { ...taskForm(AggregationTask), ...form('aggregation_technologies') },
    async (task, exchange): Promise<readonly Aggregation[]> => {
      const order = aggregationOrder(task.order_by ?? []);
      const technologies = requireOne(task);
      const { keyword, filters } = task;
      const input = {
        limit: 1,
        ...(keyword === undefined ? {} : { keywords: [keyword] }),
        ...(filters === undefined ? {} : { filters }),
      };
      const counts = await within(exchange, (find) => countTechnologies(find, input, technologies));
      const items = aggregationItems(counts, task).sort(order);
      const { offset = 0, limit = 100 } = task;
      const shown = items.slice(offset, offset + limit);
      return [{ total_count: items.length, items_count: shown.length, offset, items: shown }];
    },
  );

  addTask(
    app,
    'dataForSeoTechnologyStats',
    { ...taskForm(StatsTask), ...form('technology_stats') },
    async (task, exchange): Promise<readonly TechnologyStats[]> => {
      const today = shownDay(Date.now() / 1_000);
      const { from, to } = daysOf(task, today);
      const items = await statsOf(requireOne(task), knownDays(from, to, today), today, exchange);
      return [
        { technology: task.technology, date_from: from, date_to: to, items_count: items.length, items },
      ];
    },
  );

  /** Counts the domains that have a technology at the end of each of some days; of today by their properties, too. */
  async function statsOf(
    has: Expression | null,
    days: readonly string[],
    today: string,
    exchange: TaskExchange,
  ): Promise<TechnologyStats['items']> {
    const past = days.filter((day) => day !== today);
    const counted = past.length === 0 ? [] : await countPast(has ?? EVERY, past, exchange);
    // Nothing was known before the first domain that had it.
    const first = counted.findIndex((domains) => domains > 0);
    const earlier = first === -1 ? [] : past.slice(first);
    const items: TechnologyStats['items'] = earlier.map((date, index) => ({
      ...STATS_ITEM,
      date,
      domains_count: counted[first + index] ?? 0,
    }));
    if (past.length === days.length) return items;
    const facets = [
      byLabel('country', ALL),
      byLabel('language', ALL),
      { kind: 'ranks', ...ALL_VALUES } as const,
    ];
    const { total, facets: now = [] } = await within(exchange, (find) => find({ limit: 1 }, has, facets));
    const [countries, languages, ranks] = now.map(numbers);
    const steps = Object.entries(ranks ?? {}).map(([step, n]) => [step.replace('..', '-'), n]);
    return [
      ...items,
      {
        ...STATS_ITEM,
        date: today,
        domains_count: total,
        countries: countries ?? {},
        languages: languages ?? {},
        domains_rank: Object.fromEntries(steps),
      },
    ];
  }

  async function countPast(
    has: Expression,
    days: readonly string[],
    { request, reply }: TaskExchange,
  ): Promise<readonly number[]> {
    const from = { kind: 'offset', offset: 0 } as const;
    const query = { ...domainsMatching(simplify(has, 'domain')), limit: 1, from };
    const ends = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1_000 + DAY_SECONDS);
    const { domains } = await searches.withinTime(reply, (signal) =>
      searches.trend(request, query, ends, { signal }),
    );
    return domains;
  }
}

const STATS_ITEM = {
  type: 'technology_stats_item',
  countries: null,
  languages: null,
  domains_rank: null,
} as const;

/** Counts the domains that match, of each group, category and technology. */
async function countTechnologies(
  find: DomainSearch,
  input: SearchInput,
  required: Expression | null,
): Promise<TechnologyCounts> {
  const facets = [byLabel('category', ALL), byLabel('tech', ALL)];
  const { facets: counted = [] } = await find(input, required, facets);
  const [categories = NOTHING, technologies = NOTHING] = counted.map(byValue);
  const groups = new Map<string, number>();
  for (const [group, paths] of Map.groupBy(categories.keys(), groupOf)) {
    const [first = ''] = paths;
    // A domain counts once in a group, in however many of its categories.
    const total =
      paths.length === 1 ? categories.get(first) : (await find(input, inGroup(paths, required))).total;
    groups.set(group, total ?? 0);
  }
  return { groups, categories, technologies };
}

const NOTHING: ReadonlyMap<string, number> = new Map();

type LabelFacet = Extract<Facet, { readonly kind: 'label' }>;

function byLabel(label: LabelFacet['label'], limit: number): Facet {
  return { kind: 'label', label, ...ALL_VALUES, limit };
}

/** Numbers of domains by value, the most frequent first. */
function numbers({ values }: FacetCounts): Readonly<Record<string, number>> {
  return Object.fromEntries(values.map(({ value, domains }) => [value, domains]));
}

function byValue({ values }: FacetCounts): ReadonlyMap<string, number> {
  return new Map(values.map(({ value, domains }) => [value, domains]));
}

/** `content.cms` → `content` */
function groupOf(path: string): string {
  return path.slice(0, path.indexOf('.'));
}

/** First and last day of a task. @throws Failure bad_request */
function daysOf(
  { date_from: from, date_to: to }: StatsTask,
  today: string,
): { readonly from: string; readonly to: string } {
  if (from === undefined && to === undefined) return { from: today, to: today };
  if (from === undefined || to === undefined) {
    const [field, other] = to === undefined ? ['date_from', 'date_to'] : ['date_to', 'date_from'];
    throw badRequest({ field, problem: `is given without ${other}`, remedy: 'give both, or neither' });
  }
  for (const [field, day] of [
    ['date_from', from],
    ['date_to', to],
  ] as const) {
    if (!isDay(day))
      throw badRequest({ field, problem: `is ${day}, which is not a day`, remedy: 'write it as 2026-03-31' });
  }
  if (from > to)
    throw badRequest({
      field: 'date_from',
      problem: `is ${from}, after date_to`,
      remedy: 'give the earlier day first',
    });
  return { from, to };
}

/** The days of a span until today. @throws Failure bad_request if there are too many */
function knownDays(from: string, to: string, today: string): readonly string[] {
  const [start, end] = [from, to < today ? to : today].map((day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  if (start === undefined || end === undefined || start > end) return [];
  if (end - start >= MAX_STATS_DAYS) {
    const problem = `is ${from}, and until ${shownDay(end * DAY_SECONDS)} there are ${end - start + 1} days`;
    throw badRequest({ field: 'date_from', problem, remedy: `give at most ${MAX_STATS_DAYS} days` });
  }
  return Array.from({ length: end - start + 1 }, (_, index) => shownDay((start + index) * DAY_SECONDS));
}

const DAY_SECONDS = 86_400;
const DAY_MS = 1_000 * DAY_SECONDS;

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
