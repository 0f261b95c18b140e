// The order of records: numbers that rise with every write of one, so that a consumer continues behind the last that it has seen.
// Readers give them, see numbering.ts; searches find records that have one.
import type { Client } from '@elastic/elasticsearch';
import type { Bulk, GuardedWrite } from '../bulk.ts';
import { IDEMPOTENT } from '../client.ts';
import { sharedRefresh } from '../concurrent-calls.ts';
import { foundOf, refreshIndex, searchAll, sourceOf } from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { createNumbering, type Decision, endOf } from '../numbering.ts';
import type { IndexForm, ServedIndex } from '../versioned-index.ts';
import { writeInForm } from './changes.ts';
import { removal } from './histories.ts';
import {
  bodyBeside,
  type EventSource,
  historyId,
  type HistoryState,
  type NumberedRecord,
  type NumberedSource,
  type RecordSource,
  recordVersion,
} from './history-documents.ts';
import { routeOf } from './routing.ts';

/** Records that get their numbers in one step. */
const NUMBERED_AT_A_TIME = 1_000;

/** A kind of documents that gets numbers in a row of its own. */
interface NumberedKind {
  /** Id of the document with those that got their numbers last. No name of a domain has a colon. */
  readonly last: string;
  /** Which of the documents beside those of domains they are. */
  readonly part: string;
  /** The property that has the number. */
  readonly field: 'recorded' | 'told';
}

/** Records of changes. */
export const RECORDS: NumberedKind = { last: 'recorded:last', part: 'change', field: 'recorded' };

/** Events of saved searches. */
export const EVENTS: NumberedKind = { last: 'told:last', part: 'event', field: 'told' };

/** Row of numbers: there is one. */
const ROW = '';

export interface RecordedParts {
  readonly client: Client;
  readonly index: ServedIndex;
  /** Writers of documents of a form, and by `true` over the same version; searches see what they have written. */
  readonly bulkOf: (form: IndexForm, overwriteSame: boolean) => Bulk;
}

/**
 * Gives numbers to the records, or events, that searches see and that have none.
 *
 * @returns the highest number that was given: searches see all records up to it
 */
export type NumberRecords = () => Promise<number>;

export function createRecorded(
  { client, index, bulkOf }: RecordedParts,
  { last: lastId, part, field }: NumberedKind,
): NumberRecords {
  const numbering = createNumbering<NumberedRecord>({
    async read() {
      const { docs } = await asStorageErrors(
        client.mget<NumberedSource>(
          { index: index.alias, docs: [{ _id: lastId, routing: lastId }] },
          IDEMPOTENT,
        ),
      );
      const { _source: source, _version: version } = docs[0] === undefined ? {} : foundOf(docs[0]);
      if (source === undefined) return null;
      const { before, records: items } = source.numbered;
      return { before, items, mark: String(version) };
    },
    async decide(_, last, { before, items: records }) {
      const body: NumberedSource = { numbered: { before, records } };
      const version = Number(last?.mark ?? 0) + 1;
      await write([{ id: lastId, routing: lastId, version, body: Buffer.from(JSON.stringify(body)) }], false);
    },
    assign: (_, decision) => assign(decision),
    async waiting() {
      const { hits } = await searchAll<Pick<NumberedRecord, 'domain' | 'write'>>(client, {
        index: index.alias,
        query: {
          bool: { filter: [{ term: { part } }], must_not: [{ exists: { field } }] },
        },
        sort: [{ written: 'asc' }, { at: 'asc' }, { domain: 'asc' }],
        size: NUMBERED_AT_A_TIME,
        track_total_hits: false,
        _source: ['domain', 'write'],
      });
      return hits.hits.map((hit) => ({ id: hit._id ?? '', ...sourceOf(hit) }));
    },
  });

  function write(writes: readonly GuardedWrite[], overwriteSame: boolean): Promise<void> {
    return writeInForm(index, (form) => bulkOf(form, overwriteSame), writes);
  }

  /** Numbers records that are still of the write that was decided on. Those of a domain that was deleted since are removed. */
  async function assign({ before, items }: Decision<NumberedRecord>): Promise<void> {
    const { docs } = await asStorageErrors(
      client.mget<RecordSource | EventSource | HistoryState>(
        {
          index: index.alias,
          docs: items.flatMap(({ id, domain }) => [
            { _id: id, routing: routeOf(domain) },
            { _id: historyId(domain), routing: routeOf(domain), _source: ['deleted'] },
          ]),
        },
        IDEMPOTENT,
      ),
    );
    const numbered: GuardedWrite[] = [];
    const removed: GuardedWrite[] = [];
    for (const [position, { id, domain, write: by }] of items.entries()) {
      const [record, history] = docs.slice(2 * position, 2 * position + 2).map((doc) => foundOf(doc)._source);
      if (record === undefined || !('write' in record) || record.write !== by) continue;
      const deleted = history !== undefined && 'deleted' in history ? history.deleted : 0;
      if (by < deleted) removed.push(removal(id, domain, deleted));
      else if (!(field in record)) {
        const at = { id, routing: routeOf(domain), version: recordVersion(by) };
        numbered.push({ ...at, body: bodyBeside({ ...record, [field]: before + position + 1 }) });
      }
    }
    await Promise.all([write(numbered, true), write(removed, false)]);
    // Searches still see others as they were.
    if (numbered.length + removed.length < items.length) await refreshIndex(client, index.alias);
  }

  async function numberAll(): Promise<number> {
    for (;;) {
      const last = await numbering.settle(ROW);
      if (!(await numbering.advance(ROW, last))) return endOf(last);
    }
  }
  // Callers that come meanwhile share the next pass.
  let end = 0;
  const pass = sharedRefresh(async () => {
    end = await numberAll();
  });
  return async () => {
    await pass();
    return end;
  };
}
