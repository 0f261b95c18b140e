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
import type { ScheduleDocument } from './mappings.ts';
import { changeDocument, deleteDocument, listDocuments, readDocument } from '../documents.ts';

const PUT = `
  def body = new HashMap(params.body);
  body.createdAt = ctx._source.schedule_body.createdAt;
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
      const body = { timing, spec, enabled, createdAt: now, updatedAt: now, runs };
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
    async list(page) {
      await refreshCrawls();
      return listDocuments(
        client,
        {
          index: crawls,
          query: { exists: { field: 'schedule' } },
          sort: [{ schedule: 'asc' }],
          _source: ['schedule', 'schedule_body'],
        },
        page,
        ({ schedule }: ListedDocument) => schedule,
        listedOf,
      );
    },
    remove: (id) => deleteDocument(client, crawls, documentIdOf(id)),
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

type ListedDocument = Omit<ScheduleDocument, 'schedule_source'>;

function listedOf({ schedule, schedule_body: { runs, ...body } }: ListedDocument): ListedSchedule {
  // As stored by this program, see `parseFacts` in ../domains/stored.ts.
  return { id: schedule, ...body, runs: JSON.parse(runs) as ScheduleRuns };
}

function scheduleOf(document: ScheduleDocument): Schedule {
  return { ...listedOf(document), source: document.schedule_source };
}
