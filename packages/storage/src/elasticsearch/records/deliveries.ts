import type { Client, estypes } from '@elastic/elasticsearch';
import {
  afterAnswer,
  ALL_TOLD,
  type Deliveries,
  type Delivery,
  givenUp,
  isFailing,
  madeDelivery,
  replayed,
  type TellingStanding,
} from '../../deliveries.ts';
import { IDEMPOTENT } from '../client.ts';
import { StorageUnavailable } from '../../errors.ts';
import {
  createDocument,
  createSequence,
  everyHit,
  listDocuments,
  readDocument,
  refreshIndex,
  searchAll,
  sourceOf,
  totalOf,
  tryChange,
} from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { type LeaseTiming, openLeases } from '../leases.ts';
import { openIndex } from '../versioned-index.ts';
import { type DeliveryDocument, type RecordOptions, smallIndexes, type ToldDocument } from './mappings.ts';

/** Numbers of documents by search. */
interface CountedSearches {
  readonly searches: {
    readonly buckets: readonly { readonly key: string; readonly doc_count: number }[];
  };
}

/** Name of the lease of the process that sends. */
const WORK = 'telling';

/**
 * Signs of life of the process that sends: others look every five seconds, so that one of them goes on a quarter of a minute after it
 * was killed. Should it only have been silent for that long, a message may be sent twice, under the same id.
 */
const TIMING: LeaseTiming = { beatMs: 2_000, silentMs: 9_000 };

/** Replaces a delivery, unless another process changed it since it was read. */
const SET = `
  if (ctx._source.delivery != params.seen) { ctx.op = 'none' }
  else {
    ctx._source.putAll(params.changed);
    if (params.changed.ended_at == null) { ctx._source.remove('ended_at') }
  }`;

/**
 * Opens the deliveries: one document for each, and one for each destination that was told.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openDeliveries(
  client: Client,
  options: Omit<RecordOptions, 'recordShards'>,
): Promise<Deliveries> {
  const index = await openIndex(client, smallIndexes(options).deliveries);
  const nextNumber = createSequence(client, index);
  const leases = await openLeases(client, options, TIMING);

  async function get(id: string): Promise<Delivery | null> {
    const document = await readDocument<DeliveryDocument>(client, index, documentIdOf(id));
    return document === null ? null : deliveryOf(document);
  }

  /**
   * Changes a delivery as it is stored, and again if another process changed it meanwhile.
   *
   * @param change null: it stays as it is. @returns null if it stayed, or there is none
   */
  async function change(
    id: string,
    changed: (delivery: Delivery) => Delivery | null,
  ): Promise<Delivery | null> {
    for (;;) {
      const delivery = await get(id);
      const next = delivery === null ? null : changed(delivery);
      if (delivery === null || next === null) return null;
      const params = { seen: JSON.stringify(delivery), changed: fieldsOf(next) };
      const done = await tryChange<DeliveryDocument>(client, {
        index,
        id: documentIdOf(id),
        script: SET,
        params,
      });
      // A script that ran again after a lost answer finds its own change.
      if (done?.document.delivery === params.changed.delivery) return next;
    }
  }

  async function waitingFor(destination: string): Promise<readonly Delivery[]> {
    await refreshIndex(client, index);
    const filter = [{ term: { state: 'waiting' } }, { term: { destination } }];
    const hits = everyHit<DeliveryDocument>(client, {
      index,
      query: { bool: { filter } },
      sort: [{ number: 'asc' }],
    });
    return (await Array.fromAsync(hits)).map((hit) => deliveryOf(sourceOf(hit)));
  }

  async function changeWaiting(
    destination: string,
    changed: (delivery: Delivery) => Delivery | null,
  ): Promise<void> {
    for (const { id } of await waitingFor(destination)) {
      await change(id, (delivery) => (delivery.state === 'waiting' ? changed(delivery) : null));
    }
  }

  /** Removes the first of the ended deliveries that fulfil a condition. */
  async function removeEnded(filter: object, limit: number): Promise<number> {
    const { deleted = 0 } = await asStorageErrors(
      client.deleteByQuery({
        index,
        query: filter,
        sort: [{ ended_at: 'asc' }, { number: 'asc' }],
        max_docs: limit,
        // Another process may be pruning, too.
        conflicts: 'proceed',
        refresh: true,
      }),
    );
    return deleted;
  }

  return {
    async add(delivery) {
      const made = madeDelivery(delivery);
      const document = { number: await nextNumber(), ...fieldsOf(made) };
      if (await createDocument(client, index, documentIdOf(made.id), document)) return made;
      const other = await get(made.id);
      if (other === null) throw new StorageUnavailable(`delivery ${made.id} was removed meanwhile`);
      return other;
    },
    get,
    async list({ limit, after, search, destination, state }) {
      await refreshIndex(client, index);
      const filter = [
        { exists: { field: 'number' } },
        ...(search === undefined ? [] : [{ term: { search } }]),
        ...(destination === undefined ? [] : [{ term: { destination } }]),
        ...(state === undefined ? [] : [{ term: { state } }]),
      ];
      return listDocuments<DeliveryDocument, Delivery>(
        client,
        { index, query: { bool: { filter } }, sort: [{ number: 'desc' }] },
        { limit, after: after === undefined ? undefined : Number(after) },
        ({ number }) => number,
        deliveryOf,
      );
    },
    async due(at, limit) {
      await refreshIndex(client, index);
      const filter = [{ term: { state: 'waiting' } }, { range: { due: { lte: at } } }];
      const { hits } = await searchAll<DeliveryDocument>(client, {
        index,
        query: { bool: { filter } },
        sort: [{ due: 'asc' }, { number: 'asc' }],
        size: limit,
        track_total_hits: false,
      });
      return hits.hits.map((hit) => deliveryOf(sourceOf(hit)));
    },
    async waiting(destination) {
      const answer = await searchAll<never, { readonly own: estypes.AggregationsFilterAggregate }>(client, {
        index,
        size: 0,
        track_total_hits: true,
        query: { term: { state: 'waiting' } },
        aggs: { own: { filter: { term: { destination } } } },
      });
      return { own: answer.aggregations?.own.doc_count ?? 0, all: totalOf(answer) };
    },
    async standings(searches) {
      if (searches.length === 0) return new Map();
      await refreshIndex(client, index);
      const names = { include: [...searches], size: searches.length };
      const count = (field: string, query: object): object => ({
        filter: query,
        aggs: { searches: { terms: { field, ...names } } },
      });
      const answer = await searchAll<never, Record<'waiting' | 'dead' | 'failing', CountedSearches>>(client, {
        index,
        size: 0,
        track_total_hits: false,
        aggs: {
          waiting: count('search', { term: { state: 'waiting' } }),
          dead: count('search', { term: { state: 'dead' } }),
          failing: count('told_search', { term: { failing: true } }),
        },
      });
      const found = new Map<string, TellingStanding>();
      for (const kind of ['waiting', 'dead', 'failing'] as const) {
        for (const { key, doc_count: number } of answer.aggregations?.[kind].searches.buckets ?? [])
          found.set(key, { ...(found.get(key) ?? ALL_TOLD), [kind]: number });
      }
      return found;
    },
    async answered(id, answer, next) {
      const done = await change(id, (delivery) =>
        delivery.state === 'waiting' ? afterAnswer(delivery, answer, next) : null,
      );
      return done !== null;
    },
    reschedule: (destination, due, which) =>
      changeWaiting(destination, (delivery) =>
        which === 'all' || delivery.due < due ? { ...delivery, due } : null,
      ),
    giveUp: (destination, reason) => changeWaiting(destination, (delivery) => givenUp(delivery, reason)),
    replay: (id, at) => change(id, (delivery) => (delivery.state === 'dead' ? replayed(delivery, at) : null)),
    async told(destination) {
      const document = await readDocument<ToldDocument>(client, index, toldIdOf(destination));
      return document?.told ?? null;
    },
    async setTold(told) {
      const { destination, search, position, isBehind } = told;
      const document: ToldDocument = {
        told_search: search,
        position,
        behind: isBehind,
        failing: isFailing(told),
        told,
      };
      await asStorageErrors(
        client.index({ index, id: toldIdOf(destination), document, require_alias: true }, IDEMPOTENT),
      );
    },
    async behind(limit) {
      await refreshIndex(client, index);
      const { hits } = await searchAll<ToldDocument>(client, {
        index,
        query: { term: { behind: true } },
        sort: [{ position: 'asc' }],
        size: limit,
        track_total_hits: false,
      });
      return hits.hits.map((hit) => sourceOf(hit).told);
    },
    async forget(search) {
      await refreshIndex(client, index);
      const should = [{ term: { search } }, { term: { told_search: search } }];
      await asStorageErrors(
        client.deleteByQuery({ index, query: { bool: { should } }, conflicts: 'proceed', refresh: true }),
      );
    },
    async prune({ deliveredBefore, deadBefore, keep, limit }) {
      await refreshIndex(client, index);
      const before = (state: Delivery['state'], time: number): object => ({
        bool: { filter: [{ term: { state } }, { range: { ended_at: { lt: time } } }] },
      });
      const should = [before('delivered', deliveredBefore), before('dead', deadBefore)];
      const old = await removeEnded({ bool: { should } }, limit);
      const query = { exists: { field: 'ended_at' } };
      const ended = totalOf(await searchAll(client, { index, size: 0, track_total_hits: true, query }));
      const rest = Math.min(ended - keep, limit - old);
      return old + (rest > 0 ? await removeEnded(query, rest) : 0);
    },
    alone: (work) => leases.alone(WORK, work),
  };
}

const documentIdOf = (id: string): string => `delivery:${id}`;
const toldIdOf = (destination: string): string => `told:${destination}`;

function fieldsOf(delivery: Delivery): Omit<DeliveryDocument, 'number'> {
  const { search, destination, state, due, endedAt } = delivery;
  return {
    search,
    destination,
    state,
    due,
    ...(endedAt === null ? {} : { ended_at: endedAt }),
    delivery: JSON.stringify(delivery),
  };
}

/** The delivery of a document, as this program stored it. */
function deliveryOf({ delivery }: Pick<DeliveryDocument, 'delivery'>): Delivery {
  return JSON.parse(delivery) as Delivery;
}
