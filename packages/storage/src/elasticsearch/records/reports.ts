import type { Client, estypes } from '@elastic/elasticsearch';
import { StorageUnavailable } from '../../errors.ts';
import type { ReportPart, ReportState, SearchReport, SearchReports } from '../../search-reports.ts';
import { IDEMPOTENT } from '../client.ts';
import {
  createDocument,
  listDocuments,
  readDocument,
  refreshIndex,
  searchAll,
  sourceOf,
  tryChange,
} from '../documents.ts';
import { asStorageErrors } from '../failure.ts';
import { openIndex } from '../versioned-index.ts';
import {
  type RecordOptions,
  type ReportDocument,
  type ReportPartDocument,
  type ReportStateDocument,
  smallIndexes,
} from './mappings.ts';

/** Replaces the state of a search, unless it is another one. */
const SET = `
  if (ctx._source.report_state != params.before) { ctx.op = 'none' }
  else { ctx._source.putAll(params.changed) }`;

/**
 * Opens the reports of saved searches, which are kept beside their deliveries: a document for what is to be made of each search, one
 * for each report, and one for each part of a file.
 *
 * @param client stays open: its owner closes it
 * @throws StorageMisconfigured, StorageUnavailable
 */
export async function openReports(
  client: Client,
  options: Omit<RecordOptions, 'recordShards'>,
): Promise<SearchReports> {
  const index = await openIndex(client, smallIndexes(options).deliveries);

  const get: SearchReports['get'] = async (search, number) => {
    const document = await readDocument<ReportDocument>(client, index, reportIdOf(search, number));
    return document === null ? null : reportOf(document);
  };

  async function found<D>(request: estypes.SearchRequest): Promise<readonly D[]> {
    await refreshIndex(client, index);
    const { hits } = await searchAll<D>(client, { index, track_total_hits: false, ...request });
    return hits.hits.map(sourceOf);
  }

  async function removeAll(query: object): Promise<void> {
    await refreshIndex(client, index);
    await asStorageErrors(client.deleteByQuery({ index, query, conflicts: 'proceed', refresh: true }));
  }

  return {
    async state(search) {
      const document = await readDocument<ReportStateDocument>(client, index, stateIdOf(search));
      return document === null ? null : stateOf(document);
    },
    async setState(before, state) {
      const document: ReportStateDocument = {
        report_search: state.search,
        report_waits: state.wanted !== null,
        report_state: JSON.stringify(state),
      };
      const done = await tryChange<ReportStateDocument>(client, {
        index,
        id: stateIdOf(state.search),
        script: SET,
        params: { before: before === null ? null : JSON.stringify(before), changed: document },
        ...(before === null ? { upsert: document } : {}),
      });
      // True also if the first answer was lost and the second try changed nothing.
      return done?.document.report_state === document.report_state;
    },
    async waiting(limit) {
      const documents = await found<ReportStateDocument>({
        query: { term: { report_waits: true } },
        sort: [{ report_search: 'asc' }],
        size: limit,
      });
      return documents.map(stateOf);
    },
    async addPart(part, bytes) {
      const document: ReportPartDocument = {
        report_part_of: partsOf(part),
        report_search: part.search,
        report_attempt: part.attempt,
        report_part: Buffer.from(bytes).toString('base64'),
      };
      await asStorageErrors(
        client.index({ index, id: partIdOf(part), document, require_alias: true }, IDEMPOTENT),
      );
    },
    async add(report) {
      const { search, number, endedAt, bytes } = report;
      const document: ReportDocument = {
        report_search: search,
        report_number: number,
        report_ended: endedAt,
        report_bytes: bytes,
        report: JSON.stringify(report),
      };
      const isNew = await createDocument(client, index, reportIdOf(search, number), document);
      const kept = isNew ? report : await get(search, number);
      if (kept === null) throw new StorageUnavailable(`report ${number} of ${search} was removed meanwhile`);
      await removeAll({
        bool: {
          filter: [{ term: { report_part_of: partsOf(report) } }],
          must_not: [{ term: { report_attempt: kept.attempt } }],
        },
      });
      return kept;
    },
    get,
    async list({ search, limit, after }) {
      await refreshIndex(client, index);
      const filter = [{ term: { report_search: search } }, { exists: { field: 'report_number' } }];
      return listDocuments<ReportDocument, SearchReport>(
        client,
        { index, query: { bool: { filter } }, sort: [{ report_number: 'desc' }] },
        { limit, after: after === undefined ? undefined : Number(after) },
        ({ report_number: number }) => number,
        reportOf,
      );
    },
    async part(part) {
      const document = await readDocument<ReportPartDocument>(client, index, partIdOf(part));
      return document === null ? null : Buffer.from(document.report_part, 'base64');
    },
    async oldest(limit) {
      const documents = await found<ReportDocument>({
        query: { exists: { field: 'report_number' } },
        sort: [{ report_ended: 'asc' }, { report_search: 'asc' }, { report_number: 'asc' }],
        size: limit,
      });
      return documents.map(reportOf);
    },
    async bytes() {
      await refreshIndex(client, index);
      const answer = await searchAll<never, { readonly bytes: estypes.AggregationsSumAggregate }>(client, {
        index,
        size: 0,
        track_total_hits: false,
        aggs: { bytes: { sum: { field: 'report_bytes' } } },
      });
      return answer.aggregations?.bytes.value ?? 0;
    },
    async remove(search, number) {
      const filter = [{ term: { report_search: search } }, { term: { report_number: number } }];
      const should = [{ bool: { filter } }, { term: { report_part_of: partsOf({ search, number }) } }];
      await removeAll({ bool: { should } });
    },
    forget: (search) => removeAll({ term: { report_search: search } }),
  };
}

/** The ids; names of searches have no colon. */
const stateIdOf = (search: string): string => `reports:${search}`;
const reportIdOf = (search: string, number: number): string => `report:${search}:${number}`;
const partIdOf = ({ attempt, part, ...of }: ReportPart): string => `part:${partsOf(of)}:${attempt}:${part}`;
const partsOf = ({ search, number }: Pick<ReportPart, 'search' | 'number'>): string => `${search}:${number}`;

/** The state of a document, as this program stored it. */
function stateOf({ report_state: state }: ReportStateDocument): ReportState {
  return JSON.parse(state) as ReportState;
}

function reportOf({ report }: ReportDocument): SearchReport {
  return JSON.parse(report) as SearchReport;
}
