// The archive of Common Crawl, or a mirror of it, with the configured settings. Loaded only in processes that crawl.
import { COMMON_CRAWL } from '@sitegrep/commoncrawl';
import type { Config } from '@sitegrep/config';
import { userAgent } from '@sitegrep/crawl';
import { openRemoteFiles, type RemoteFiles } from '@sitegrep/remote';
import type { Archive } from '@sitegrep/worker';
import { openGuarded } from './guarded.ts';
import { VERSION } from './version.ts';

/** Opens the archive. @param onWait called with the time until which it is waited for, and with null when no longer */
export function openArchive(config: Config, onWait: (until: number | null) => void): Archive {
  const { commoncrawlUrl: base } = config;
  const open = (at: string): RemoteFiles =>
    openRemoteFiles({
      requests: openGuarded(config),
      userAgent: userAgent({ version: VERSION, contact: config.contact }),
      base: at,
      environment: process.env,
      throttlesBy403: true,
      onWait: (wait) => onWait(wait?.until ?? null),
    });
  const files = open(base);
  // Common Crawl has its list on another host; a mirror has it beside the files.
  const list = base === COMMON_CRAWL.files ? open(COMMON_CRAWL.crawls) : files;
  return {
    files,
    list,
    counts: () => ({
      requests: files.counts.requests + (list === files ? 0 : list.counts.requests),
      bytes: files.counts.bytes + (list === files ? 0 : list.counts.bytes),
    }),
    close: async () => {
      await files.close();
      if (list !== files) await list.close();
    },
  };
}
