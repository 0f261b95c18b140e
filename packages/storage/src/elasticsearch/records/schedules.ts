import type { Client } from '@elastic/elasticsearch';
import {
  type ListedSchedule,
  NO_RUNS,
  type Schedule,
  type ScheduleRuns,
  type ScheduleStore,
  textOfRuns,
} from '../../records.ts';
import { StorageUnavailable } from '../../errors.ts';
import { asStorageErrors } from '../failure.ts';
import type { ScheduleDocument } from './mappings.ts';
import { changeDocument, readDocument, searchAll } from '../documents.ts';

const PUT = `
  def body = new HashMap(params.body);
  body.created_at = ctx._source.schedule_body.created_at;
  body.runs = ctx._source.schedule_body.runs;
  ctx._source.schedule_body = body;
  ctx._source.schedule_source = params.source`;

const SET_RUNS = `
  def runs = ctx._source.schedule_body.runs;
  if (runs == params.seen) { ctx._source.schedule_body.runs = params.runs }
  else { ctx.op = 'none' }`;

export interface ScheduleParts {
  readonly client: Client;
  /** Alias of the index of crawls, which also holds the schedules. */
  readonly crawls: string;
  readonly refreshCrawls: () => Promise<void>;
}

export function createSchedules({ client, crawls, refreshCrawls }: ScheduleParts): ScheduleStore {
  return {
    async put({ id, timing, spec, enabled, source }) {
      const now = Date.now();
      const runs = textOfRuns(NO_RUNS);
      const body = { timing, spec, enabled, created_at: now, updated_at: now, runs };
      const document = await changeDocument<ScheduleDocument>(client, {
        index: crawls,
        id: documentIdOf(id),
        script: PUT,
        params: { body, source },
        upsert: { schedule: id, schedule_body: body, schedule_source: source },
      });
      if (document === null) throw new StorageUnavailable(`schedule ${id} was removed meanwhile`);
      return scheduleOf(document);
    },
    async get(id) {
      const document = await readDocument<ScheduleDocument>(client, crawls, documentIdOf(id));
      return document === null ? null : scheduleOf(document);
    },
    async list({ limit, after = '' }) {
      await refreshCrawls();
      const { hits } = await searchAll<Omit<ScheduleDocument, 'schedule_source'>>(client, {
        index: crawls,
        query: { range: { schedule: { gt: after } } },
        sort: [{ schedule: 'asc' }],
        size: limit + 1,
        track_total_hits: false,
        _source: ['schedule', 'schedule_body'],
      });
      const found = hits.hits.flatMap(({ _source: one }) => (one === undefined ? [] : [listedOf(one)]));
      const items = found.slice(0, limit);
      return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
    async remove(id) {
      const { result } = await asStorageErrors(
        client.delete({ index: crawls, id: documentIdOf(id) }, { ignore: [404] }),
      );
      return result === 'deleted';
    },
    async setRuns(id, seen, runs) {
      const document = await changeDocument<ScheduleDocument>(client, {
        index: crawls,
        id: documentIdOf(id),
        script: SET_RUNS,
        params: { seen: textOfRuns(seen), runs: textOfRuns(runs) },
      });
      // True also if the first answer was lost and the second try changed nothing.
      return document?.schedule_body.runs === textOfRuns(runs);
    },
  };
}

const documentIdOf = (id: string): string => `schedule:${id}`;

function listedOf({
  schedule,
  schedule_body: body,
}: Omit<ScheduleDocument, 'schedule_source'>): ListedSchedule {
  const { timing, spec, enabled, created_at: createdAt, updated_at: updatedAt, runs } = body;
  return {
    id: schedule,
    timing,
    spec,
    enabled,
    createdAt,
    updatedAt,
    // As stored by this program, see `parseFacts` in ../domains/stored.ts.
    runs: JSON.parse(runs) as ScheduleRuns,
  };
}

function scheduleOf(document: ScheduleDocument): Schedule {
  return { ...listedOf(document), source: document.schedule_source };
}
