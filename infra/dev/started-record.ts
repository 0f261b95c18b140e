// Record of a started service: <cache folder>/<service>.json, written completely or not at all.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from './if-there.ts';
import type { ProcessIdentity, Service, StartedService } from './service.ts';

/** The record; null if there is none. Throws an error that names the file if it holds something else. */
export async function readStarted(cache: string, service: Service): Promise<StartedService | null> {
  const path = recordPath(cache, service);
  const text = await ifThere(readFile(path, 'utf8'));
  if (text === null) return null;
  try {
    return started(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${path} is not the record of a started service: delete it.`, { cause });
  }
}

export async function writeStarted(cache: string, service: Service, value: StartedService): Promise<void> {
  const path = recordPath(cache, service);
  await writeFile(`${path}.new`, `${JSON.stringify(value)}\n`);
  await rename(`${path}.new`, path);
}

export async function forgetStarted(cache: string, service: Service): Promise<void> {
  await rm(recordPath(cache, service), { force: true });
}

function recordPath(cache: string, service: Service): string {
  return join(cache, `${service.name}.json`);
}

function started(value: unknown): StartedService {
  return { endpoint: text(value, 'endpoint'), process: identity(property(value, 'process')) };
}

function identity(value: unknown): ProcessIdentity {
  const pid = property(value, 'pid');
  // Signals to 0, 1 or a negative number would reach other processes.
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 2)
    throw new Error('pid is not a process number');
  return { pid, startTicks: text(value, 'startTicks'), bootId: text(value, 'bootId') };
}

function text(value: unknown, name: string): string {
  const found = property(value, name);
  if (typeof found !== 'string') throw new Error(`${name} is not a string`);
  return found;
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new Error(`the object with ${name} is missing`);
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
