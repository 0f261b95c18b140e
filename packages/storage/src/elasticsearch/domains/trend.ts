// Trends on a cluster: what matches now, walked back through the records of changes.
import type { estypes } from '@elastic/elasticsearch';
import { type ChangeChoice, type Query, trendPlan, type TrendPlan } from '@sitegrep/search';
import { type KindedLabel, type Label, LABELS, partsOfKinded } from '@sitegrep/site';
import type { SearchOptions } from '../../domains.ts';
import { type Trend, type TrendCounter, trendCounter, type TrendEvent } from '../../trends.ts';
import { IDEMPOTENT } from '../client.ts';
import { sourceOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { FOUND_DOMAINS } from './found-domains.ts';
import type { SearchParts, Task } from './found-items.ts';
import type { HistoryState, RecordSource } from './history-documents.ts';
import { countLabels, labelPath } from './label-counts.ts';
import { atPointInTime, type PointInTime } from './stored-pages.ts';
import type { DomainSource } from './stored.ts';
import { anyOfValues } from './value-query.ts';

/** Documents that are read at a time. */
const DOCUMENTS_AT_A_TIME = 10_000;
/** Domains whose labels are read at a time. */
const DOMAINS_AT_A_TIME = 1_000;

/** The domains that fulfilled a query. @param ends as of `DomainIndex.trend` */
export async function trend(
  parts: SearchParts,
  query: Query<'domain'>,
  ends: readonly number[],
  options: SearchOptions,
): Promise<Trend> {
  const endsAt = performance.now() + (options.budgetMs ?? Infinity);
  const plan = trendPlan(query.where);
  return await atPointInTime(parts.client, parts.alias, options.signal, async (point) => {
    const taskOf = (where: Query['where']): Task<'domain'> => {
      return { parts, point, query: { ...query, where, limit: 1 }, options, endsAt };
    };
    const changes = await changesSince(taskOf(query.where), plan, ends[0] ?? Infinity);
    const held = await heldLabels(taskOf(query.where), plan);
    const affected = new Set([...changes.byDomain.keys(), ...held.keys()]);
    const counter = trendCounter(plan, ends, changes.leafOf);
    await countByFirstVisit(taskOf(query.where), counter);
    const rest = await Promise.all(plan.rest.map((where) => matchingAmong(taskOf(where), affected)));
    const domains = [...affected];
    for (let at = 0; at < domains.length; at += DOMAINS_AT_A_TIME) {
      const some = domains.slice(at, at + DOMAINS_AT_A_TIME);
      for (const { domain, firstVisited, has } of await readLabels(parts, point, plan, some, options)) {
        const own = Uint8Array.from(rest, (matching) => (matching.has(domain) ? 1 : 0));
        counter.correct({
          firstDay: firstVisited === null ? null : secondsOf(firstVisited),
          isCounted: plan.isFulfilled(countsOf(plan, has), own),
          labels: countsOf(plan, new Set([...has, ...(held.get(domain) ?? [])])),
          rest: own,
          events: changes.byDomain.get(domain) ?? [],
        });
      }
    }
    return counter.result();
  });
}

/** Counts the domains that match now, from their first visits on. */
async function countByFirstVisit(task: Task<'domain'>, counter: TrendCounter): Promise<void> {
  const { parts, point, options } = task;
  const { queries } = (await FOUND_DOMAINS.find(task)).documents();
  for (const query of queries) {
    const wish = { query, kind: 'first_visited', prefix: '' } as const;
    const { counts, without } = await countLabels(parts.client, point, wish, options.signal);
    for (const [day, domains] of counts) counter.count(secondsOf(day), domains);
    counter.count(null, without);
  }
}

/** Those of some domains that match. */
async function matchingAmong(task: Task<'domain'>, among: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (among.size === 0) return found;
  for await (const { document } of (await FOUND_DOMAINS.find(task)).documents().matches()) {
    if (among.has(document.domain)) found.add(document.domain);
  }
  return found;
}

interface Changes {
  readonly byDomain: ReadonlyMap<string, TrendEvent[]>;
  readonly leafOf: (label: number) => number;
}

/** The changes of the labels that a plan names. @param since seconds since the epoch */
async function changesSince(task: Task<'domain'>, plan: TrendPlan, since: number): Promise<Changes> {
  const byDomain = new Map<string, TrendEvent[]>();
  const numbers = new Map<string, number>();
  const leaves: number[] = [];
  const labelOf = (leaf: number, label: KindedLabel): number => {
    const key = `${leaf} ${label}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, leaves.length);
    return leaves.push(leaf) - 1;
  };
  for await (const { domain, at, by, added, removed } of recordsOf(task, plan, since)) {
    const events = byDomain.get(domain) ?? [];
    byDomain.set(domain, events);
    for (const [side, labels] of [
      [true, added],
      [false, removed],
    ] as const) {
      for (const [leaf, { choices }] of plan.leaves.entries()) {
        for (const label of chosenOf(choices, labels)) {
          events.push({ at, label: labelOf(leaf, label), isAdded: side, isByDetector: by === 'detector' });
        }
      }
    }
  }
  return { byDomain, leafOf: (label) => leaves[label] ?? 0 };
}

/** Labels that are chosen, each once. */
function chosenOf(choices: readonly ChangeChoice[], labels: readonly KindedLabel[]): readonly KindedLabel[] {
  return labels.filter((kinded) => {
    const { kind, label } = partsOfKinded(kinded);
    return choices.some((choice) => choice.kind === kind && isChosen(choice, label));
  });
}

function isChosen(choice: ChangeChoice, label: string): boolean {
  if ('labels' in choice) return choice.labels.includes(label);
  if ('all' in choice) return true;
  return label.startsWith(choice.prefix) && choice.among([label]).length > 0;
}

/** Records that may have a label which a plan names. */
async function* recordsOf(
  task: Task<'domain'>,
  { leaves }: TrendPlan,
  since: number,
): AsyncGenerator<Pick<RecordSource, 'domain' | 'at' | 'by' | 'added' | 'removed'>> {
  const should = leaves.flatMap(({ choices }) =>
    choices.flatMap((choice) => [queryOf('added', choice), queryOf('removed', choice)]),
  );
  if (should.length === 0) return;
  const filter = [
    { term: { part: 'change' } },
    { range: { at: { gte: since } } },
    { terms: { by: ['visit', 'detector'] } },
    { bool: { should, minimum_should_match: 1 } },
  ];
  yield* sourcesOf<RecordSource>(task, filter, ['domain', 'at', 'by', 'added', 'removed']);
}

/** Labels that domains may hold of those that a plan names, by domain. */
async function heldLabels(
  task: Task<'domain'>,
  { leaves }: TrendPlan,
): Promise<ReadonlyMap<string, readonly KindedLabel[]>> {
  const should = leaves.flatMap(({ choices }) => choices.map((choice) => queryOf('held', choice)));
  const found = new Map<string, readonly KindedLabel[]>();
  if (should.length === 0) return found;
  const filter = [{ bool: { should, minimum_should_match: 1 } }];
  for await (const { domain, held } of sourcesOf<HistoryState>(task, filter, ['domain', 'held']))
    found.set(domain, held);
  return found;
}

/** The sources of all documents that fulfil queries. */
async function* sourcesOf<Source>(
  { parts, point, options: { signal } }: Task<'domain'>,
  filter: readonly estypes.QueryDslQueryContainer[],
  fields: readonly (keyof Source & string)[],
): AsyncGenerator<Source> {
  for (let after: estypes.SortResults | null = null; ;) {
    const answer: estypes.SearchResponse<Source> = await asStorageErrors(
      parts.client.search<Source>(
        {
          ...point,
          query: { bool: { filter: [...filter] } },
          sort: [{ _shard_doc: 'asc' }],
          ...(after === null ? {} : { search_after: after }),
          size: DOCUMENTS_AT_A_TIME,
          track_total_hits: false,
          allow_partial_search_results: false,
          _source: [...fields],
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    const { hits } = answer.hits;
    for (const hit of hits) yield sourceOf(hit);
    after = hits.at(-1)?.sort ?? null;
    if (hits.length < DOCUMENTS_AT_A_TIME || after === null) return;
  }
}

/** Query for documents with a label in a field that may be chosen. */
function queryOf(field: 'added' | 'removed' | 'held', choice: ChangeChoice): estypes.QueryDslQueryContainer {
  if ('labels' in choice)
    return anyOfValues(
      field,
      choice.labels.map((label) => `${choice.kind}\0${label}`),
    );
  const prefix = 'prefix' in choice ? choice.prefix : '';
  return { prefix: { [field]: { value: `${choice.kind}\0${prefix}` } } };
}

/** Labels of a domain that a plan may name. */
interface DomainLabels {
  readonly domain: string;
  readonly firstVisited: string | null;
  /** Those of the kinds that the plan names. */
  readonly has: ReadonlySet<KindedLabel>;
}

/** Numbers of labels of each leaf. */
function countsOf({ leaves }: TrendPlan, labels: ReadonlySet<KindedLabel>): Int32Array {
  const all = [...labels];
  return Int32Array.from(leaves, ({ choices }) => chosenOf(choices, all).length);
}

async function readLabels(
  { client }: SearchParts,
  point: PointInTime,
  { leaves }: TrendPlan,
  domains: readonly string[],
  { signal }: SearchOptions,
): Promise<readonly DomainLabels[]> {
  const named = new Set<string>(leaves.flatMap(({ choices }) => choices.map(({ kind }) => kind)));
  const kinds = LABELS.filter((kind) => named.has(kind));
  const read: readonly Label[] = ['first_visited', ...kinds];
  const answer = await asStorageErrors(
    client.search<Pick<DomainSource, 'domain'>>(
      {
        ...point,
        query: { bool: { filter: [{ term: { live: true } }, { ids: { values: [...domains] } }] } },
        size: domains.length,
        track_total_hits: false,
        allow_partial_search_results: false,
        _source: ['domain'],
        docvalue_fields: read.map(labelPath),
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  return answer.hits.hits.map((hit) => {
    const valuesOf = (kind: Label): readonly string[] => textsIn(hit.fields?.[labelPath(kind)]);
    const has = new Set(kinds.flatMap((kind) => valuesOf(kind).map((label) => `${kind}\0${label}`)));
    return {
      domain: sourceOf(hit).domain,
      firstVisited: valuesOf('first_visited')[0] ?? null,
      has,
    };
  });
}

function textsIn(values: unknown): readonly string[] {
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
}

/** @param day in the form YYYY-MM-DD */
function secondsOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1_000;
}
