import { isDeepStrictEqual } from 'node:util';
import {
  checker,
  formatTimestamp,
  type ListedScheduleItem,
  ListOptions,
  NoParameters,
  parameterChecker,
  PutScheduleRequest,
  type ScheduleItem,
  ScheduleParameters,
} from '@sitegrep/contract';
import { queueSchedule } from '@sitegrep/intake';
import { checkTiming, InvalidTiming, type Queues, timeAfter, type Timing } from '@sitegrep/jobs';
import type { ListedSchedule, Schedule, ScheduleDefinition, ScheduleSource } from '@sitegrep/storage';
import type { FastifyInstance } from 'fastify';
import { readJson, requireValid } from '../../body.ts';
import { crawlSpec } from '../../crawl-items.ts';
import { badRequest, Failure } from '../../failure.ts';
import { openLists } from '../../lists.ts';
import { addOperation } from '../../operation-route.ts';
import type { ApiParts } from '../../settings.ts';

const LIST = '/admin/schedules';

type Body = ReturnType<typeof requireBody>;

const checkBody = checker(PutScheduleRequest);
const checkId = checker(ScheduleParameters);
const checkNothing = parameterChecker(NoParameters);
const checkList = parameterChecker(ListOptions);

/** Schedules of recurring crawls: GET /admin/schedules; GET, PUT and DELETE /admin/schedules/{id}. */
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
        items: items.map((schedule) => listedScheduleItem(schedule, now)),
        next_token: await lists.tokenOf(LIST, next),
      },
    };
  });

  addOperation(app, 'getSchedule', {}, async (request) => {
    requireValid(checkNothing(request.query));
    return { success: true, data: scheduleItem(await requireSchedule(request.params.id), Date.now()) };
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
    return { success: true, data: scheduleItem(schedule, Date.now()) };
  });

  addOperation(app, 'deleteSchedule', {}, async (request) => {
    requireValid(checkNothing(request.query));
    const schedule = await requireSchedule(request.params.id);
    await schedules.remove(schedule.id);
    await queueSchedule(requireQueues().schedules, { ...schedule, enabled: false });
    request.log.info({ scheduleId: schedule.id }, 'schedule removed');
    return { success: true, data: scheduleItem({ ...schedule, enabled: false }, Date.now()) };
  });

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
      timing: timingOf(body),
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

/** @throws Failure bad_request that names the field */
function timingOf({ pattern, time_zone, every_seconds: seconds }: Body): Timing {
  if ((pattern === undefined) === (seconds === undefined)) {
    throw badRequest({
      field: 'The body',
      problem:
        pattern === undefined
          ? 'has neither pattern nor every_seconds'
          : 'has both pattern and every_seconds',
      remedy: 'give one of them',
    });
  }
  if (seconds !== undefined) {
    if (time_zone === undefined) return { kind: 'every', seconds };
    throw badRequest({ field: 'time_zone', problem: 'is given with every_seconds', remedy: 'leave it out' });
  }
  const timing: Timing = { kind: 'cron', pattern: pattern ?? '', timeZone: time_zone ?? 'UTC' };
  try {
    checkTiming(timing);
  } catch (error) {
    if (!(error instanceof InvalidTiming)) throw error;
    const { part, message } = error;
    throw part === 'pattern'
      ? badRequest({
          field: 'pattern',
          problem: message,
          remedy: 'give minute, hour, day of the month, month and day of the week, e.g. 30 4 * * 1',
        })
      : badRequest({
          field: 'time_zone',
          problem: message,
          remedy: 'give the IANA name of a time zone, e.g. Europe/Berlin',
        });
  }
  return timing;
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

/** Schedule as a list of the API returns it. @param now milliseconds since the epoch, from which the next run is computed */
function listedScheduleItem(schedule: ListedSchedule, now: number): ListedScheduleItem {
  const { id, timing, spec, enabled, createdAt, updatedAt, runs } = schedule;
  return {
    id,
    pattern: timing.kind === 'cron' ? timing.pattern : null,
    time_zone: timing.kind === 'cron' ? timing.timeZone : null,
    every_seconds: timing.kind === 'every' ? timing.seconds : null,
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
    last_skipped_at: timestampOrNull(runs.lastSkippedAt),
  };
}

function scheduleItem(schedule: Schedule, now: number): ScheduleItem {
  return { ...listedScheduleItem(schedule, now), source: sourceItem(schedule.source) };
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

function timestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatTimestamp(milliseconds);
}
