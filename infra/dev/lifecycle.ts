// Start, stop and status of a service, by the record that its start left.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { freePort } from './free-port.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { endProcess, isRunning } from './process-identity.ts';
import type { Service } from './service.ts';
import { forgetStarted, readStarted, writeStarted } from './started-record.ts';

/** State of a service; `pid` is null if the environment names the service, which then is not ours. */
export type Standing =
  | {
      readonly state: 'running';
      readonly endpoint: string;
      readonly version: string;
      readonly pid: number | null;
    }
  | {
      readonly state: 'ailing';
      readonly endpoint: string;
      readonly reason: string;
      readonly pid: number | null;
    }
  | { readonly state: 'stopped' };

export type Running = Extract<Standing, { state: 'running' }>;

/** Maximum time for a service to answer. */
const PROBE_MS = 10_000;
const END_MS = 30_000;
/** Longer than a first start with its downloads. */
const MAX_WAIT_MS = 30 * 60_000;

export async function standing(service: Service): Promise<Standing> {
  const named = process.env[service.variable];
  if (named !== undefined && named !== '') return probed(service, named, null);
  const started = await readStarted(cache(), service);
  if (started === null || !(await isRunning(started.process))) return { state: 'stopped' };
  return probed(service, started.endpoint, started.process.pid);
}

/**
 * Starts a service on `port` (a free one if null), unless it is running or the environment names one. Throws if a
 * running service does not work, or uses another port.
 */
export async function ensureRunning(service: Service, port: number | null): Promise<Running> {
  await mkdir(cache(), { recursive: true });
  return oneAtATime(cache(), MAX_WAIT_MS, async () => {
    const now = await standing(service);
    switch (now.state) {
      case 'running':
        if (port !== null && new URL(now.endpoint).port !== String(port)) {
          throw new Error(`${service.name} runs at ${now.endpoint} already: stop it, or leave out its port.`);
        }
        return now;
      case 'ailing': {
        const remedy =
          now.pid === null ? `mend it or unset ${service.variable}` : 'stop it and start it again';
        throw new Error(`${service.name} at ${now.endpoint} does not work: ${remedy}. ${now.reason}`);
      }
      case 'stopped':
        return started(service, await freePort(port));
    }
  });
}

/** Ends the service if it was started here. Returns the number of the ended process; null if there was none. */
export async function stop(service: Service): Promise<number | null> {
  return oneAtATime(cache(), MAX_WAIT_MS, async () => {
    const started = await readStarted(cache(), service);
    if (started === null) return null;
    const wasRunning = await isRunning(started.process);
    await endProcess(started.process, END_MS);
    await service.discard?.(join(cache(), service.name));
    await forgetStarted(cache(), service);
    return wasRunning ? started.process.pid : null;
  });
}

async function started(service: Service, port: number): Promise<Running> {
  console.error(`Starting ${service.name}…`);
  const { endpoint, process } = await service.start({ folder: join(cache(), service.name), port });
  await writeStarted(cache(), service, { endpoint, process });
  return { state: 'running', endpoint, version: await service.probe(endpoint, PROBE_MS), pid: process.pid };
}

async function probed(service: Service, endpoint: string, pid: number | null): Promise<Standing> {
  try {
    return { state: 'running', endpoint, version: await service.probe(endpoint, PROBE_MS), pid };
  } catch (error) {
    return { state: 'ailing', endpoint, reason: error instanceof Error ? error.message : String(error), pid };
  }
}

function cache(): string {
  return cacheFolder(process.env, process.getuid?.());
}
