// Reports of a saved search: those that were made, one that is made now, and their files.
import {
  ListOptions,
  NoParameters,
  parameterChecker,
  ReportParameters,
  SavedSearchParameters,
  SearchFeedOptions,
} from '@sitegrep/contract';
import { type ReportState, type SearchReport, wantReport } from '@sitegrep/storage';
import { definitionOf, isOwnerInForce, REPORT_TYPES, reportBytes, reportFileName } from '@sitegrep/telling';
import { create } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireValid } from '../body.ts';
import { Failure } from '../failure.ts';
import { sendBytes } from '../line-stream.ts';
import { openLists } from '../lists.ts';
import { addOperation } from '../operation-route.ts';
import { isFeedKey } from '../saved-searches/feed-key.ts';
import { keyOf, requireOwn, tellsNobody } from '../saved-searches/owners.ts';
import { reportItem, waitingReport } from '../saved-searches/reports.ts';
import type { ApiParts } from '../settings.ts';

const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);
const checkParameters = parameterChecker(SavedSearchParameters);
const checkReport = parameterChecker(ReportParameters);
const checkFeed = parameterChecker(SearchFeedOptions);

export function addSearchReportRoutes(app: FastifyInstance, { storage, telling, onWork }: ApiParts): void {
  const { reports } = storage;
  const { searches } = storage.domains;
  const pages = openLists(storage.keys);

  addOperation(app, 'listSearchReports', {}, async (request) => {
    const options = requireValid(checkList(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const { search, definition } = await requireOwn(searches, keyOf(request), id);
    const list = `/searches/${id}/reports`;
    const page = await pages.pageOf(list, options);
    const { items, next } = await reports.list({ ...page, search: id });
    const state = page.after === undefined ? await stateOf(id, search.createdAt) : null;
    const waiting = state === null ? null : waitingReport(state, definition);
    const made = items.filter(({ born }) => born === search.createdAt);
    return {
      success: true,
      data: {
        items: [
          ...(waiting === null ? [] : [waiting]),
          ...made
            .filter(({ number }) => number !== waiting?.number)
            .map((one) => reportItem(one, definition)),
        ],
        next_token: await pages.tokenOf(list, next),
      },
    };
  });

  addOperation(app, 'makeSearchReport', {}, async (request, reply) => {
    requireValid(checkNothing(request.query));
    const { id } = requireValid(checkParameters(request.params));
    const { search, definition } = await requireOwn(searches, keyOf(request), id);
    if (definition.report === null)
      throw new Failure('conflict', `The saved search ${id} has no report; put it with report.`);
    if (telling === undefined) throw tellsNobody();
    const subject = { search: id, born: search.createdAt };
    const state = await wantReport(reports, subject, { at: Date.now(), by: 'request' });
    onWork?.();
    const data = waitingReport(state, definition);
    if (data === null) throw new TypeError(`no report of ${id} waits although one was wanted`);
    return reply.code(202).send({ success: true, data });
  });

  addOperation(app, 'getSearchReport', {}, async (request, reply) => {
    const report = await fileOf(request);
    reply.header('content-disposition', create(reportFileName(report)));
    return sendBytes(request, reply, REPORT_TYPES[report.format], reportBytes(reports, report));
  });

  async function stateOf(search: string, born: number): Promise<ReportState | null> {
    const state = await reports.state(search);
    return state?.born === born ? state : null;
  }

  /** @throws Failure not_found, the same whatever is wrong */
  async function fileOf(request: FastifyRequest): Promise<SearchReport> {
    const { key } = requireValid(checkFeed(request.query));
    const { id, number } = requireValid(checkReport(request.params));
    const search = await searches.get(id);
    const definition = search === null ? null : definitionOf(search);
    if (search !== null && definition !== null && isFeedKey(definition, key)) {
      const report = await reports.get(id, Number(number));
      const isOpen = report?.born === search.createdAt && report.failure === null;
      if (isOpen && isOwnerInForce(definition.owner, await storage.keys.list(), Date.now())) return report;
    }
    throw new Failure(
      'not_found',
      'There is no such report, it is kept no longer, or its key is another one; GET /searches/{id}/reports lists those that are kept.',
    );
  }
}
