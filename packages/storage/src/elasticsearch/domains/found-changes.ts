// Changes that match: the index finds their records, and sorts them where they are ordered by what these have themselves.
import type { estypes } from '@elastic/elasticsearch';
import { type OrderRule, type SortField } from '@sitegrep/search';
import type { OrderField, SortValue } from '@sitegrep/site';
import type { ChangeHit } from '../../domains.ts';
import { FirstInOrder } from '../../first-in-order.ts';
import { compareValues, isAfter, startOf } from '../../result-order.ts';
import { type ReadOfHit, readsHits, wishOf } from '@sitegrep/texts';
import { IDEMPOTENT } from '../client.ts';
import { sourceOf, totalOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { type Found, type FoundItems, type Task, withinTime } from './found-items.ts';
import type { RecordSource } from './history-documents.ts';
import { MAX_SHARD_POSITION } from './query.ts';
import { type FoundRecords, foundRecords } from './record-query.ts';
import type { DomainSource } from './stored.ts';
import { readRanksAt, readSomeFields } from './stored-pages.ts';

/** Changes that a walk finds in one go. */
const AHEAD = 5_000;

/** Changes that match. */
export const FOUND_CHANGES: FoundItems<'change'> = {
  atOnce: () => null,
  find: (task) => changesOf(task, task.query.limit),
  findAhead: (task) => changesOf(task, Math.max(task.query.limit, AHEAD)),
  valuesOf: ({ sortValues }) => sortValues,
  async show(task, items) {
    const rankOf = await ranksOf(task, items);
    const domains = [...new Set(items.map(({ domain }) => domain))];
    const read = readsHits(task.query) ? await readOf(task, domains) : null;
    return items.map((item) => ({
      ...item,
      rank: rankOf(item.domain),
      ...read?.get(item.domain),
    }));
  },
};

/** Up to `limit` changes from the position of a query on. */
async function changesOf(task: Task<'change'>, limit: number): Promise<Found<ChangeHit>> {
  const found = await foundRecords(task);
  const rules = ownRules(task.query.order);
  const part =
    rules === null
      ? await sortedHere(task, found.query, limit)
      : await sortedByIndex(task, found.query, rules, limit);
  return { ...part, documents: () => found.documents };
}

type OwnField = 'domain' | 'at' | 'recorded';
type ChangeRule = OrderRule<SortField<'change'>>;

/** The rules of an order by what records have themselves, up to the ones that no two have alike; null: it has others. */
function ownRules(order: readonly ChangeRule[]): readonly OrderRule<OwnField>[] | null {
  const rules: OrderRule<OwnField>[] = [];
  for (const { field, direction } of order) {
    if (field !== 'domain' && field !== 'at' && field !== 'recorded') return null;
    rules.push({ field, direction });
  }
  return rules;
}

const READ = ['domain', 'at', 'previous_at', 'by', 'added', 'removed', 'recorded'] as const;

/** Changes of an order by what records have themselves. */
async function sortedByIndex(
  { parts, point, query: { from }, options: { signal } }: Task<'change'>,
  found: FoundRecords['query'],
  rules: readonly OrderRule<OwnField>[],
  limit: number,
): Promise<Omit<Found<ChangeHit>, 'documents'>> {
  const start: Pick<estypes.SearchRequest, 'from' | 'search_after'> =
    from.kind === 'offset'
      ? { from: from.offset }
      : { search_after: [...rules.map((_, index) => from.cursor.values[index] ?? null), MAX_SHARD_POSITION] };
  const answer = await asStorageErrors(
    parts.client.search<RecordSource>(
      {
        ...point,
        query: { bool: { filter: [found] } },
        sort: [...rules.map(({ field, direction }) => ({ [field]: direction })), { _shard_doc: 'asc' }],
        ...start,
        size: limit + 1,
        track_total_hits: true,
        allow_partial_search_results: false,
        _source: [...READ],
      },
      { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
    ),
  );
  const { hits } = answer.hits;
  const items = hits.slice(0, limit).map((hit) => {
    const record = sourceOf(hit);
    return hitOf(
      record,
      rules.map(({ field }) => ownValue(field, record)),
    );
  });
  return { total: totalOf(answer), items, isCut: hits.length > limit };
}

/** Records that are read at a time to be sorted here. */
const SORTED_AT_A_TIME = 10_000;

/** Changes of an order by fields of their domains, as these are now: all are gone through. */
async function sortedHere(
  task: Task<'change'>,
  found: FoundRecords['query'],
  limit: number,
): Promise<Omit<Found<ChangeHit>, 'documents'>> {
  const { order, from } = task.query;
  const { skip, last } = startOf(from);
  const compare = compareValues(order);
  const first = new FirstInOrder<ChangeHit>((a, b) => compare(a.sortValues, b.sortValues), skip + limit + 1);
  let total = 0;
  for await (const records of recordsIn(task, found)) {
    total += records.length;
    const valueOf = await domainValues(task, records);
    for (const record of records) {
      const values = order.map(({ field }) => {
        if (field === 'at' || field === 'recorded' || field === 'domain') return ownValue(field, record);
        return valueOf(record.domain, field);
      });
      if (isAfter(order, values, last)) first.add(hitOf(record, values));
    }
  }
  const items = first.sorted().slice(skip);
  return { total, items: items.slice(0, limit), isCut: items.length > limit };
}

/** All records that a query finds. */
async function* recordsIn(
  { parts, point, options: { signal } }: Task<'change'>,
  found: FoundRecords['query'],
): AsyncGenerator<readonly RecordSource[]> {
  for (let after: estypes.SortResults | null = null; ;) {
    const answer: estypes.SearchResponse<RecordSource> = await asStorageErrors(
      parts.client.search<RecordSource>(
        {
          ...point,
          query: { bool: { filter: [found] } },
          sort: [{ _shard_doc: 'asc' }],
          ...(after === null ? {} : { search_after: after }),
          size: SORTED_AT_A_TIME,
          track_total_hits: false,
          allow_partial_search_results: false,
          _source: [...READ],
        },
        { ...IDEMPOTENT, ...(signal === undefined ? {} : { signal }) },
      ),
    );
    const { hits } = answer.hits;
    if (hits.length > 0) yield hits.map(sourceOf);
    after = hits.at(-1)?.sort ?? null;
    if (hits.length < SORTED_AT_A_TIME || after === null) return;
  }
}

/** Gives the values of the fields by which changes are ordered; null where a domain has no document. */
async function domainValues(
  task: Task<'change'>,
  records: readonly RecordSource[],
): Promise<(domain: string, field: OrderField) => SortValue> {
  const {
    parts: { client },
    point,
    query: { order },
    options: { signal },
  } = task;
  const domains = [...new Set(records.map(({ domain }) => domain))];
  const fields = order.flatMap(({ field }) =>
    field === 'at' || field === 'recorded' || field === 'domain' || field === 'rank' ? [] : [field],
  );
  const isRanked = order.some(({ field }) => field === 'rank');
  const [stored, rankOf] = await Promise.all([
    fields.length === 0
      ? new Map<string, Partial<DomainSource>>()
      : readSomeFields(client, point, { domains, fields }, signal),
    isRanked ? ranksOf(task, records) : () => 0,
  ]);
  return (domain, field) => {
    if (field === 'rank') return rankOf(domain);
    return field === 'domain' ? domain : (stored.get(domain)?.[field] ?? null);
  };
}

/** Ranks of the domains of changes; 0 where there is no document. */
async function ranksOf(
  { parts: { client }, point, options: { signal } }: Task<'change'>,
  changes: readonly Pick<RecordSource, 'domain' | 'by'>[],
): Promise<(domain: string) => number> {
  // Only a deletion may be of a domain without a document.
  const deleted = new Set(changes.flatMap(({ domain, by }) => (by === 'deletion' ? [domain] : [])));
  const wish = { domains: [...deleted], fields: ['live'] as const };
  const [rankOf, stored] = await Promise.all([
    readRanksAt(client, point, [...new Set(changes.map(({ domain }) => domain))], signal),
    readSomeFields(client, point, wish, signal),
  ]);
  return (domain) => (deleted.has(domain) && stored.get(domain)?.live !== true ? 0 : rankOf(domain));
}

function ownValue(field: OwnField, record: RecordSource): SortValue {
  return record[field] ?? null;
}

/** A hit without its rank, which is read with what is shown. */
function hitOf(
  { domain, at, previous_at: previousAt, by, added, removed, recorded = 0 }: RecordSource,
  sortValues: readonly SortValue[],
): ChangeHit {
  return { domain, rank: 0, at, previousAt, by, added, removed, recorded, sortValues };
}

/** Parts of hits that are read out of the sources of domains; those without a document are absent. */
async function readOf(
  task: Task<'change'>,
  domains: readonly string[],
): Promise<ReadonlyMap<string, ReadOfHit>> {
  const { parts, point, query, options } = task;
  const fields = ['compressed_bytes'] as const;
  const stored = await readSomeFields(parts.client, point, { domains, fields }, options.signal);
  const living = domains.flatMap((domain) => {
    const bytes = stored.get(domain)?.compressed_bytes;
    return bytes === undefined ? [] : [{ domain, compressed_bytes: bytes }];
  });
  const read = await parts.sources.ofDomains(point, living, wishOf(query), withinTime(task));
  return new Map(living.map(({ domain }, index) => [domain, read[index] ?? {}]));
}
