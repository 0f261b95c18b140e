import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@sitegrep/config';
import { counted, formatBytes, formatCount } from '../terminal.ts';
import { checksOf, type Check } from './check.ts';

/** Oldest major version of Node.js whose module loader fits this project. */
const MIN_NODE = 24;

/** Files and sockets that a crawl may have open for each site, and those that a process has open anyway. */
const FILES_PER_SITE = 4;
const OTHER_FILES = 256;

/** Minimum memory of a process with all parts, in bytes; measured in docs/internals/benchmarks. */
const MIN_MEMORY = 512 * 2 ** 20;

/** Minimum size of V8's old generation for a crawl or a large answer, in MiB. */
const MIN_HEAP_MB = 512;

/** Checks the process: Node.js, memory and limits. @param config null if the settings are wrong */
export function checkProcess(config: Config | null): readonly Check[] {
  return [...checkNode(), ...checkMemory(config), ...checkFiles(config)];
}

const { ok, warn, fail } = checksOf('process');

function checkNode(): readonly Check[] {
  const [major] = process.versions.node.split('.');
  const node =
    Number(major) < MIN_NODE
      ? fail(`Node.js ${process.version} is too old`, `install Node.js ${MIN_NODE} or newer`)
      : ok(`Node.js ${process.version} on ${counted(availableParallelism(), 'core')}`);
  const heap = /--max[-_]old[-_]space[-_]size=(\d+)/.exec(process.env['NODE_OPTIONS'] ?? '')?.[1];
  if (heap === undefined || Number(heap) >= MIN_HEAP_MB) return [node];
  return [
    node,
    warn(
      `NODE_OPTIONS limits the heap to ${heap} MiB; a process that needs more will crash`,
      `remove --max-old-space-size, or set it to ${MIN_HEAP_MB} or more`,
    ),
  ];
}

function checkMemory(config: Config | null): readonly Check[] {
  const bound = process.constrainedMemory();
  const isBound = bound > 0 && bound < totalmem();
  const memory = isBound ? bound : totalmem();
  const finding = `${formatBytes(memory)} of memory${isBound ? ' (the limit of the container)' : ''}, ${formatBytes(process.availableMemory())} available`;
  if (memory < MIN_MEMORY) {
    return [fail(finding, `provide ${formatBytes(MIN_MEMORY)} or more`)];
  }
  if (config !== null && config.memory > memory) {
    return [
      fail(
        `SITEGREP_MEMORY is ${formatBytes(config.memory)}, but only ${formatBytes(memory)} exist`,
        'lower it, or remove it: the default is half of the memory',
      ),
    ];
  }
  return [ok(finding)];
}

function checkFiles(config: Config | null): readonly Check[] {
  const limit = openFilesLimit();
  if (limit === null) return [];
  const wanted = OTHER_FILES + FILES_PER_SITE * (config?.sitesInFlight ?? 0);
  const finding = `${limit === Infinity ? 'any number of' : formatCount(limit)} files may be open`;
  if (limit >= wanted) return [ok(finding)];
  return [
    warn(
      `${finding}, but SITEGREP_SITES_IN_FLIGHT=${config?.sitesInFlight ?? 0} may need ${formatCount(wanted)}`,
      'raise the limit (ulimit -n, LimitNOFILE= of systemd, nofile of the container), or lower SITEGREP_SITES_IN_FLIGHT',
    ),
  ];
}

/** Limit of open files of this process; null where the system does not tell. */
function openFilesLimit(): number | null {
  if (process.platform !== 'linux') return null;
  const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  if (soft === undefined) return null;
  return soft === 'unlimited' ? Infinity : Number(soft);
}

/** A time before this version was written; a clock that shows an earlier one is wrong. */
const EARLIEST = Date.UTC(2026, 0, 1);
const WATCHED_MS = 200;
/** Maximum difference between wall clock and monotonic clock in that time; slewing by NTP is far below. */
const MAX_STEP_MS = 50;

/** Watches the clock of this machine for a moment. */
export async function checkClock(): Promise<readonly Check[]> {
  const { ok: fine, warn: odd, fail: wrong } = checksOf('clock');
  const [day, steady] = [Date.now(), performance.now()];
  await delay(WATCHED_MS);
  const step = Date.now() - day - (performance.now() - steady);
  const now = new Date().toISOString();
  if (Date.now() < EARLIEST) {
    return [wrong(`the clock shows ${now}, which is impossible`, 'set the clock; run NTP')];
  }
  if (Math.abs(step) > MAX_STEP_MS) {
    return [
      odd(
        `the clock jumped by ${Math.round(step)} ms while it was watched`,
        'find out what sets it; run NTP',
      ),
    ];
  }
  return [fine(`the clock shows ${now} and runs evenly`)];
}

/** Differences between clocks beyond these bounds are reported: leases and the ends of keys are wrong by as much. */
const WARN_MS = 2_000;
const FAIL_MS = 60_000;

/** @param aheadMs milliseconds that the service's clock is ahead of this one */
export function checkClockOf(service: string, aheadMs: number): Check {
  const { ok: fine, warn: odd, fail: wrong } = checksOf('clock');
  const size = Math.abs(aheadMs);
  if (size < WARN_MS) return fine(`${service} has the same time`);
  const finding = `the clock of ${service} is ${(size / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  return (size < FAIL_MS ? odd : wrong)(finding, 'run NTP on both');
}
