import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@sitegrep/config';
import { formatBytes, formatCount } from '../terminal.ts';
import { checksOf, type Check } from './check.ts';

/** Below this, modules of ours don't even load as they are meant to. */
const OLDEST_NODE = 24;

/** What a crawl may have open for each site: a socket or two, and files beside them. */
const FILES_A_SITE = 4;
const FILES_BESIDES = 256;

/** Memory that one process of all parts needs, in bytes; docs/benchmarks. */
const LEAST_MEMORY = 512 * 2 ** 20;

/** An old generation that is smaller does not hold what a crawl or a large answer needs, in MiB. */
const LEAST_HEAP_MB = 512;

/** Looks at the process: its Node.js, memory and limits. @param config null if the settings are wrong */
export function checkProcess(config: Config | null): readonly Check[] {
  return [...checkNode(), ...checkMemory(config), ...checkFiles(config)];
}

const { ok, warn, fail } = checksOf('process');

function checkNode(): readonly Check[] {
  const [major] = process.versions.node.split('.');
  const node =
    Number(major) < OLDEST_NODE
      ? fail(`Node.js ${process.version} is too old`, `install Node.js ${OLDEST_NODE} or newer`)
      : ok(`Node.js ${process.version} on ${formatCount(availableParallelism())} cores`);
  const heap = /--max[-_]old[-_]space[-_]size=(\d+)/.exec(process.env['NODE_OPTIONS'] ?? '')?.[1];
  if (heap === undefined || Number(heap) >= LEAST_HEAP_MB) return [node];
  return [
    node,
    warn(
      `NODE_OPTIONS bounds the heap to ${heap} MiB, which ends a process that needs more`,
      `leave --max-old-space-size out, or give it ${LEAST_HEAP_MB} or more`,
    ),
  ];
}

function checkMemory(config: Config | null): readonly Check[] {
  const bound = process.constrainedMemory();
  const isBound = bound > 0 && bound < totalmem();
  const memory = isBound ? bound : totalmem();
  const told = `${formatBytes(memory)} of memory${isBound ? ' (the bound of the container)' : ''}, ${formatBytes(process.availableMemory())} available`;
  if (memory < LEAST_MEMORY) {
    return [fail(told, `give it ${formatBytes(LEAST_MEMORY)} or more`)];
  }
  if (config !== null && config.memory > memory) {
    return [
      fail(
        `SITEGREP_MEMORY is ${formatBytes(config.memory)}, and there are ${formatBytes(memory)}`,
        'lower it, or leave it out: half of what there is is the default',
      ),
    ];
  }
  return [ok(told)];
}

function checkFiles(config: Config | null): readonly Check[] {
  const limit = openFilesLimit();
  if (limit === null) return [];
  const wanted = FILES_BESIDES + FILES_A_SITE * (config?.sitesInFlight ?? 0);
  const told = `${limit === Infinity ? 'any number of' : formatCount(limit)} files may be open`;
  if (limit >= wanted) return [ok(told)];
  return [
    warn(
      `${told}, and ${formatCount(wanted)} may be needed by SITEGREP_SITES_IN_FLIGHT=${config?.sitesInFlight ?? 0}`,
      'raise the limit (ulimit -n, LimitNOFILE= of systemd, nofile of the container), or lower SITEGREP_SITES_IN_FLIGHT',
    ),
  ];
}

/** Of this process; null where the system doesn't tell. */
function openFilesLimit(): number | null {
  if (process.platform !== 'linux') return null;
  const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  if (soft === undefined) return null;
  return soft === 'unlimited' ? Infinity : Number(soft);
}

/** Sources of this version are no older. */
const BEGUN = Date.UTC(2026, 0, 1);
const LOOKED_AT_MS = 200;
/** By how much the clock of the day and the one that only goes forward may differ in that time: slewing by NTP is far below. */
const MOST_STEP_MS = 50;

/** Looks at this machine's own clock for a moment. */
export async function checkClock(): Promise<readonly Check[]> {
  const { ok: fine, warn: odd, fail: wrong } = checksOf('clock');
  const [day, steady] = [Date.now(), performance.now()];
  await delay(LOOKED_AT_MS);
  const step = Date.now() - day - (performance.now() - steady);
  const now = new Date().toISOString();
  if (Date.now() < BEGUN) {
    return [wrong(`it is ${now} by this machine's clock, which can't be`, 'set the clock; run NTP')];
  }
  if (Math.abs(step) > MOST_STEP_MS) {
    return [
      odd(`the clock jumped by ${Math.round(step)} ms while it was looked at`, 'see what sets it; run NTP'),
    ];
  }
  return [fine(`it is ${now}, and time goes on evenly`)];
}

/** Beyond these, leases and ends of keys are off by as much. */
const WARN_MS = 2_000;
const FAIL_MS = 60_000;

/** @param aheadMs of the service's clock against this one */
export function checkClockOf(service: string, aheadMs: number): Check {
  const { ok: fine, warn: odd, fail: wrong } = checksOf('clock');
  const size = Math.abs(aheadMs);
  if (size < WARN_MS) return fine(`${service} has the same time`);
  const told = `the clock of ${service} is ${(size / 1_000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  return (size < FAIL_MS ? odd : wrong)(told, 'run NTP on both');
}
