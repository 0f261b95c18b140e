// Set up for vitest: the services run, and their endpoints are in the environment of every test process. They are left
// running, so that the next run begins at once.
import { elasticsearch } from './elasticsearch.ts';
import { ensureRunning } from './lifecycle.ts';
import { redis } from './redis.ts';

export default async function startServices(): Promise<void> {
  for (const service of [redis, elasticsearch]) {
    process.env[service.variable] = (await ensureRunning(service, null)).endpoint;
  }
}
