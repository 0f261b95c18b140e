import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SitegrepClient } from '@sitegrep/client';
import { serveSampleWeb } from '@sitegrep/sample-web';
import { type RunningServer, startServer } from '../support/server-process.ts';

/** Sites with `wp-content/plugins` in their source. */
export const CRAWLED = ['bakery-lyon.example', 'daily-invention.example', 'knitting-circle.example'];

export interface SampleServer extends RunningServer {
  /** Folder that is empty at first, and is removed with the server. */
  readonly folder: string;
}

/** Starts `sitegrep up` after a crawl of three sites of the sample web; the others can be crawled, too. */
export async function startSampleServer(): Promise<SampleServer> {
  const root = await mkdtemp(join(tmpdir(), 'sitegrep-documentation-'));
  const web = await serveSampleWeb();
  const server = await startServer(join(root, 'data'), {
    SITEGREP_HTTP_PROXY: web.proxyUrl,
    SITEGREP_HTTP_PROXY_GUARD: 'proxy',
    SITEGREP_CRAWL_DELAY: '20ms',
    SITEGREP_LOG_LEVEL: 'error',
    SITEGREP_MAX_LOOP_DELAY: '1m',
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    await web.close();
    await rm(root, { recursive: true });
  };
  try {
    await crawlSome(server);
    return { ...server, folder: await mkdtemp(join(root, 'user-')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function crawlSome({ url, key }: RunningServer): Promise<void> {
  const { crawls } = new SitegrepClient({ baseUrl: url, key }).admin;
  const { id } = await crawls.create({ domains: CRAWLED, max_pages: 5 });
  for await (const event of crawls.events(id)) {
    if (event.type === 'site' && event.data.outcome !== 'indexed') {
      throw new Error(`${event.data.domain} ended as ${String(event.data.outcome)}`);
    }
  }
}
