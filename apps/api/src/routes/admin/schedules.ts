import { isDeepStrictEqual } from 'node:util';
import {
  checker,
  formatTimestamp,
  type ListedScheduleItem,
  ListOptions,
  NoParameters,
  parameterChecker,
  PreviewScheduleRequest,
  PutScheduleRequest,
  type ScheduleItem,
  ScheduleParameters,
} from '@sitegrep/contract';
import { queueSchedule } from '@sitegrep/intake';
import { type Queues, timeAfter, type Timing } from '@sitegrep/jobs';
import type { ListedSchedule, Schedule, ScheduleDefinition, ScheduleSource } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../../body.ts';
import { crawlSpec } from '../../crawl-items.ts';
import { badRequest, Failure } from '../../failure.ts';
import { openLists } from '../../lists.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';
import { shownTiming, timingOf } from '../../timing.ts';

const LIST = '/admin/schedules';

type Body = ReturnType<typeof requireBody>;

const checkBody = checker(PutScheduleRequest);
const checkPreview = checker(PreviewScheduleRequest);
const checkId = checker(ScheduleParameters);
const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);

/** Crawls of last runs that are read at a time. */
const CRAWLS_AT_A_TIME = 50;

/** Number of runs that a preview shows. */
const PREVIEWED_RUNS = 5;

/** Schedules of recurring crawls: GET /admin/schedules; GET, PUT and DELETE /admin/schedules/{id}; POST /admin/schedules/preview. */
export function addScheduleRoutes(app: FastifyInstance, { storage, queues, settings }: ApiParts): void {
  const { schedules } = storage.crawls;
  const { lists: domainLists } = storage.domains;
  const lists = openLists(storage.keys);

  addOperation(app, 'listSchedules', {}, async (request) => {
    const page = await lists.pageOf(LIST, requireValid(checkList(request.query)));
    const { items, next } = await schedules.list(page);
    const now = Date.now();
    return {
      success: true,
      data: {
        items: await listedScheduleItems(items, now),
        next_token: await lists.tokenOf(LIST, next),
      },
    };
  });

  addOperation(app, 'getSchedule', {}, async (request) => {
    requireValid(checkNothing(request.query));
    return { success: true, data: await scheduleItem(await requireSchedule(request.params.id), Date.now()) };
  });

  addOperation(app, 'previewSchedule', { preParsing: readJson }, async (request) => {
    requireValid(checkNothing(request.query));
    const timing = timingOf(requireValid(checkPreview(request.json)), null);
    return { success: true, data: { runs: timesAfter(timing, Date.now()).map(formatTimestamp) } };
  });

  addOperation(app, 'putSchedule', { preParsing: readJson }, async (request) => {
    requireValid(checkNothing(request.query));
    const { id } = requireValid(checkId(request.params));
    const definition = { id, ...definitionOf(requireBody(request.json)) };
    await requireList(definition.source);
    const known = await schedules.get(id);
    // A schedule that is put unchanged is not stored again, which would skip a run that is due but has not begun.
    const schedule = known !== null && isSame(known, definition) ? known : await schedules.put(definition);
    // If this fails, the queue is brought up to date from the records later: nothing is lost, and the client may repeat it.
    await queueSchedule(requireQueues().schedules, schedule);
    request.log.info({ scheduleId: id }, 'schedule put');
    return { success: true, data: await scheduleItem(schedule, Date.now()) };
  });

  addOperation(app, 'deleteSchedule', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const schedule = await requireSchedule(request.params.id);
    await schedules.remove(schedule.id);
    await queueSchedule(requireQueues().schedules, { ...schedule, enabled: false });
    request.log.info({ scheduleId: schedule.id }, 'schedule removed');
    return { success: true, data: await scheduleItem({ ...schedule, enabled: false }, Date.now()) };
  });

  async function listedScheduleItems(
    items: readonly ListedSchedule[],
    now: number,
  ): Promise<readonly ListedScheduleItem[]> {
    const listed: ListedScheduleItem[] = [];
    for (let at = 0; at < items.length; at += CRAWLS_AT_A_TIME) {
      const some = items.slice(at, at + CRAWLS_AT_A_TIME);
      listed.push(...(await Promise.all(some.map((schedule) => listedScheduleItem(schedule, now)))));
    }
    return listed;
  }

  /** Schedule as a list of the API returns it. @param now milliseconds since the epoch, from which the next run is computed */
  async function listedScheduleItem(schedule: ListedSchedule, now: number): Promise<ListedScheduleItem> {
    const { id, timing, spec, enabled, createdAt, updatedAt, runs } = schedule;
    return {
      id,
      ...shownTiming(timing),
      enabled,
      max_pages: spec.maxPages,
      max_depth: spec.maxDepth,
      priority: spec.priority,
      revisit_after_days: spec.revisitAfterDays ?? 0,
      render: spec.render ?? 'never',
      created_at: formatTimestamp(createdAt),
      updated_at: formatTimestamp(updatedAt),
      next_run_at: timestampOrNull(enabled ? timeAfter(timing, now) : null),
      last_run_at: timestampOrNull(runs.lastRunAt),
      last_crawl_id: runs.lastCrawlId,
      last_crawl: runs.lastCrawlId === null ? null : await crawlCounts(runs.lastCrawlId),
      last_skipped_at: timestampOrNull(runs.lastSkippedAt),
    };
  }

  async function scheduleItem(schedule: Schedule, now: number): Promise<ScheduleItem> {
    return { ...(await listedScheduleItem(schedule, now)), source: sourceItem(schedule.source) };
  }

  async function crawlCounts(crawlId: string): Promise<ListedScheduleItem['last_crawl']> {
    const crawl = await storage.crawls.get(crawlId);
    if (crawl === null) return null;
    const { state, sites, outcomes, pages } = crawl;
    return { state, sites, outcomes, pages };
  }

  function requireQueues(): Queues {
    if (queues !== undefined) return queues;
    throw new Failure('unavailable', 'This process only reads; send the request to one that crawls.');
  }

  async function requireList(source: ScheduleSource): Promise<void> {
    if (source.kind !== 'listed' || (await domainLists.get(source.list)) !== null) return;
    throw badRequest({
      field: 'source.list',
      problem: `is ${source.list}, and there is no list of this name`,
      remedy: `make it with PUT /lists/${source.list}, or name one that GET /lists shows`,
    });
  }

  async function requireSchedule(id: string): Promise<Schedule> {
    const schedule = await schedules.get(id);
    if (schedule !== null) return schedule;
    throw new Failure('not_found', 'There is no schedule with this id; GET /admin/schedules lists them.');
  }

  function definitionOf(body: Body): Omit<ScheduleDefinition, 'id'> {
    return {
      timing: timingOf(body, null),
      source: sourceOf(body.source),
      enabled: body.enabled ?? true,
      spec: crawlSpec(body, settings),
    };
  }
}

function isSame(known: Schedule, { timing, spec, source, enabled }: ScheduleDefinition): boolean {
  return isDeepStrictEqual(
    [known.timing, known.spec, known.source, known.enabled],
    [timing, spec, source, enabled],
  );
}

function requireBody(json: unknown) {
  return requireValid(checkBody(json));
}

function sourceOf({ domains, urls, index, list }: Body['source']): ScheduleSource {
  const given = [domains, urls, index, list].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw badRequest({
      field: 'source',
      problem:
        given.length === 0
          ? 'has none of domains, urls, index and list'
          : 'has more than one of domains, urls, index and list',
      remedy: 'give one of them',
    });
  }
  if (domains !== undefined) return { kind: 'domains', entries: domains };
  if (list !== undefined) return { kind: 'listed', list };
  return urls === undefined ? { kind: 'index' } : { kind: 'urls', entries: urls };
}

function sourceItem(source: ScheduleSource): ScheduleItem['source'] {
  switch (source.kind) {
    case 'domains':
      return { domains: source.entries };
    case 'urls':
      return { urls: source.entries };
    case 'index':
      return { index: true };
    case 'listed':
      return { list: source.list };
  }
}

/** The first times after a time, in milliseconds since the epoch. */
function timesAfter(timing: Timing, ms: number): readonly number[] {
  const times: number[] = [];
  for (
    let at = timeAfter(timing, ms);
    at !== null && times.length < PREVIEWED_RUNS;
    at = timeAfter(timing, at)
  )
    times.push(at);
  return times;
}

function timestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatTimestamp(milliseconds);
}
