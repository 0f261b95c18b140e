import { randomBytes } from 'node:crypto';
import { addVariants } from '../query/corpus.ts';
import type { TemporaryIndex } from '../../support/temporary-index.ts';
import { runCommand, startServer, type RunningServer } from '../../support/server-process.ts';
import { postRequest, runLoad } from '../api/run-load.ts';
import type { LoadFigures } from '../api/load.ts';
import type { KnownItem } from './known-items.ts';
import { DEPTH, type SearchSystem } from './search-system.ts';

const PATH = '/web-serp';
/** Answers of the index itself, none from a cache, however long they take. */
const SETTINGS = {
  SITEGREP_LOG_LEVEL: 'warn',
  SITEGREP_WEB_SERP_PROVIDERS: 'local',
  SITEGREP_WEB_SERP_TTL: '0s',
  SITEGREP_SEARCH_DEADLINE: '2m',
  SITEGREP_PROVIDER_TIMEOUT: '2m',
  SITEGREP_PROVIDER_DEADLINE: '2m',
} as const;

export interface SitegrepSystem extends SearchSystem {
  /** Sends keywords in turn for some seconds, from so many clients at the same time. */
  load(items: readonly KnownItem[], clients: number, seconds: number): Promise<LoadFigures>;
}

interface Answer {
  readonly data: { readonly result: readonly { readonly type: string; readonly url: string }[] };
}

/** Settings of a queue in Redis that shares nothing with others. */
export function redisSettings(url: string): Readonly<Record<string, string>> {
  return {
    SITEGREP_QUEUE: 'redis',
    SITEGREP_REDIS_URL: url,
    SITEGREP_REDIS_PREFIX: `bench-${randomBytes(4).toString('hex')}`,
  };
}

/** Imports captures with the real command. @returns seconds, the start of the process included */
export async function importInto(
  index: TemporaryIndex,
  files: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<number> {
  const startedAt = performance.now();
  await runCommand(['import', ...files], index.settings.SITEGREP_DATA_DIR, {
    ...index.settings,
    ...settings,
  });
  return (performance.now() - startedAt) / 1_000;
}

/** The real server over an index, asked by POST /web-serp. @param further settings */
export function openSitegrep(
  name: string,
  index: TemporaryIndex,
  further: Readonly<Record<string, string>> = {},
): SitegrepSystem {
  let server: RunningServer | null = null;
  const running = (): RunningServer => {
    if (server === null) throw new Error(`${name} was not prepared`);
    return server;
  };
  const stop = async (): Promise<void> => {
    await server?.stop();
    server = null;
  };
  return {
    name,
    calledBy: 'HTTP',
    prepare: async (copies) => {
      await stop();
      if (copies > 1) {
        const storage = await index.openStorage();
        try {
          await addVariants(storage, copies);
        } finally {
          await storage.close();
        }
      }
      server = await startServer(index.settings.SITEGREP_DATA_DIR, {
        ...index.settings,
        ...SETTINGS,
        ...further,
      });
    },
    search: async (item) => {
      const response = await running().ask(PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf(item)),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${item.keyword}: ${response.status} ${text.slice(0, 500)}`);
      const { data } = JSON.parse(text) as Answer;
      return data.result.flatMap(({ type, url }) => (type === 'organic' ? [url] : []));
    },
    load: (items, clients, seconds) => {
      const { url, key } = running();
      const requests = items.map((item) => postRequest(PATH, url, bodyOf(item), { 'x-api-key': key }));
      return runLoad({ url, requests, clients, seconds });
    },
    close: stop,
  };
}

function bodyOf({ keyword, language }: KnownItem): object {
  return { keyword, language_code: language, depth: DEPTH };
}
