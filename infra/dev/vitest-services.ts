// Vitest setup: starts the services and puts their endpoints into the environment of every test process. The
// services keep running, so that the next run starts at once.
import { elasticsearch } from './elasticsearch.ts';
import { ensureRunning } from './lifecycle.ts';
import { redis } from './redis.ts';

export default async function startServices(): Promise<void> {
  for (const service of [redis, elasticsearch]) {
    process.env[service.variable] = (await ensureRunning(service, null)).endpoint;
  }
}
