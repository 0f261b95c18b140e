import { timeUpTo } from '@sitegrep/jobs';
import type {
  Crawl,
  CrawlRecords,
  DomainIndex,
  Listed,
  PageRequest,
  Schedule,
  ScheduleRuns,
} from '@sitegrep/storage';
import { readSeeds, type SeedLine } from './seeds.ts';
import { submitCrawl } from './submit.ts';

export interface ScheduleParts {
  readonly crawls: CrawlRecords;
  readonly domains: Pick<DomainIndex, 'names' | 'lists'>;
}

/** Result of a run. */
export type ScheduleRun =
  | { readonly kind: 'started'; readonly dueAt: number; readonly crawl: Crawl }
  /** The run is skipped, since the crawl of an earlier run has not ended. */
  | { readonly kind: 'skipped'; readonly dueAt: number; readonly crawlId: string }
  /** Another process works on it, or began it and is gone; call again later. */
  | { readonly kind: 'wait'; readonly crawlId: string }
  /** There is nothing to do: the run was done, or the schedule has changed. */
  | { readonly kind: 'none' };

class RunTaken extends Error {
  override readonly name = 'RunTaken';
}

/**
 * Runs a schedule that is due: submits a crawl, unless that of an earlier run is unfinished. Any number of processes may call
 * this at once, and repeat it: a due time gives one crawl. If several times have passed, the last one counts.
 *
 * The id of the crawl is stored in the schedule before the crawl gets its sites. So a crawl with an interrupted submission
 * is known, and is submitted anew when upkeep has discarded it.
 *
 * @param at when the run was due, in milliseconds since the epoch
 */
export async function runSchedule(parts: ScheduleParts, id: string, at: number): Promise<ScheduleRun> {
  const { crawls } = parts;
  const schedule = await crawls.schedules.get(id);
  if (schedule === null || !schedule.enabled) return { kind: 'none' };
  // This clock may be slow compared with the one by which it was due.
  const dueAt = timeUpTo(schedule.timing, Math.max(at, Date.now()));
  const { runs } = schedule;
  if (dueAt === null || dueAt < schedule.updatedAt || dueAt <= (runs.lastSkippedAt ?? -1))
    return { kind: 'none' };
  if (dueAt < (runs.lastRunAt ?? -1)) return { kind: 'none' };

  const last = runs.lastCrawlId === null ? null : await crawls.get(runs.lastCrawlId);
  if (dueAt === runs.lastRunAt) {
    if (runs.lastRunComplete) return { kind: 'none' };
    if (last !== null) return complete(parts, schedule, last);
  } else if (last !== null && (last.state === 'queued' || last.state === 'running')) {
    await crawls.schedules.setRuns(id, runs, { ...runs, lastSkippedAt: dueAt });
    return { kind: 'skipped', dueAt, crawlId: last.id };
  }
  return start(parts, schedule, dueAt);
}

/** Marks the run as complete once its crawl has all its sites. */
async function complete(
  { crawls }: ScheduleParts,
  { id, runs }: Schedule,
  crawl: Crawl,
): Promise<ScheduleRun> {
  if (crawl.state === 'queued') return { kind: 'wait', crawlId: crawl.id };
  await crawls.schedules.setRuns(id, runs, { ...runs, lastRunComplete: true });
  return { kind: 'none' };
}

async function start(parts: ScheduleParts, schedule: Schedule, dueAt: number): Promise<ScheduleRun> {
  const { id, runs, spec, source } = schedule;
  const { schedules } = parts.crawls;
  let stored: ScheduleRuns = runs;
  const onCreated = async (crawlId: string): Promise<void> => {
    stored = { ...runs, lastRunAt: dueAt, lastCrawlId: crawlId, lastRunComplete: false };
    if (!(await schedules.setRuns(id, runs, stored))) throw new RunTaken(`another process runs ${id}`);
  };
  try {
    const from = source.kind === 'index' || source.kind === 'listed' ? { source } : {};
    const crawl = await submitCrawl(
      parts.crawls,
      { ...spec, ...from, scheduleId: id },
      seedsOf(parts, schedule),
      { onCreated },
    );
    await schedules.setRuns(id, stored, { ...stored, lastRunComplete: true });
    return { kind: 'started', dueAt, crawl };
  } catch (error) {
    if (!(error instanceof RunTaken)) throw error;
    return { kind: 'none' };
  }
}

function seedsOf({ domains }: ScheduleParts, { source }: Schedule): AsyncIterable<SeedLine> {
  if (source.kind === 'index') return everyDomain(domains);
  if (source.kind === 'listed') return everyListed(domains.lists, source.list);
  // Read like the entries of a crawl in JSON.
  return readSeeds(
    source.entries.map((entry) => JSON.stringify(entry)),
    'ndjson',
  );
}

async function* everyDomain(domains: ScheduleParts['domains']): AsyncGenerator<SeedLine> {
  let line = 0;
  for await (const domain of domains.names()) {
    line += 1;
    yield { kind: 'seed', line, seed: { domain, urls: [] } };
  }
}

/** Names of a list that are read at a time. */
const NAMES_AT_A_TIME = 1_000;

/** The domains of a list; a line that tells why there are none if there is no such list. */
async function* everyListed(lists: DomainIndex['lists'], list: string): AsyncGenerator<SeedLine> {
  let line = 0;
  for (let page: PageRequest | null = { limit: NAMES_AT_A_TIME }; page !== null;) {
    const names: Listed<string> | null = await lists.names(list, page);
    if (names === null) {
      yield { kind: 'rejected', line: line + 1, text: list, reason: 'there is no list of this name' };
      return;
    }
    for (const domain of names.items) {
      line += 1;
      yield { kind: 'seed', line, seed: { domain, urls: [] } };
    }
    page = names.next === null ? null : { limit: NAMES_AT_A_TIME, after: names.next };
  }
}
