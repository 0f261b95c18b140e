import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Search, searchAt } from '../../support/search-at.ts';
import { startChild } from '../harness/child.ts';
import type { Corpus } from './corpus.ts';
import type { Rounds } from './judge.ts';
import type { ReplaceRequest } from './server.ts';

export interface ChangingServer {
  readonly pid: number;
  readonly search: Search;
  /** Resolves when the documents are durable. Requests are served one after the other. */
  replace(request: ReplaceRequest): Promise<void>;
}

/** Has server.ts serve a data folder while a work is done. @param capturesDir where documents are taken from */
export async function whileServed<T>(
  dataDir: string,
  capturesDir: string,
  work: (server: ChangingServer) => Promise<T>,
): Promise<T> {
  const key = `sg_${randomBytes(24).toString('hex')}`;
  const settings = {
    SITEGREP_DATA_DIR: dataDir,
    SITEGREP_PORT: '0',
    SITEGREP_ADMIN_KEY: key,
    SITEGREP_RATE_LIMIT_PER_MINUTE: '1000000',
    SITEGREP_LOG_LEVEL: 'warn',
  };
  await using child = startChild(new URL('./server.ts', import.meta.url), {
    args: [capturesDir],
    env: { ...process.env, ...settings },
  });
  const search = searchAt(String(await child.told()), key);
  const replace = async (request: ReplaceRequest): Promise<void> => {
    child.process.send(request);
    await child.told();
  };
  const result = await work({ pid: child.pid, search, replace });
  child.process.disconnect();
  await child.ended;
  return result;
}

/** Sources that are put at once, in characters: as a crawl does. */
const BATCH_CHARACTERS = 4 * 2 ** 20;
/** Requests under way: one is written while the next is read. */
const REQUESTS_AT_ONCE = 2;

/** Puts every document as it is in a round. @param perSecond documents a second at most. @returns seconds */
export async function replaceAll(
  server: ChangingServer,
  { domains, characters }: Corpus,
  rounds: Rounds,
  round: number,
  perSecond = Infinity,
): Promise<number> {
  const startedAt = performance.now();
  const underWay: Promise<void>[] = [];
  for (let first = 0, next = 0; first < domains.length; first = next) {
    for (let size = 0; next < domains.length && size < BATCH_CHARACTERS; next++)
      size += characters[next] ?? 0;
    if (underWay.length >= REQUESTS_AT_ONCE) await underWay.shift();
    const early = startedAt + (1000 * first) / perSecond - performance.now();
    if (early > 0) await delay(early);
    const numbers = Array.from({ length: next - first }, (_, at) => first + at);
    rounds.begin(numbers, round);
    const request = { round, domains: numbers.map((number) => ({ domain: domains[number] ?? '', number })) };
    const done = server.replace(request).then(() => rounds.finish(numbers, round));
    done.catch(() => undefined);
    underWay.push(done);
  }
  await Promise.all(underWay);
  return (performance.now() - startedAt) / 1000;
}
