import type { CommonCrawlRequest, CommonCrawlRun } from './api.ts';
import type { Operations } from './operations.ts';
import type { CallOptions } from './options.ts';
import type { UploadList } from './request.ts';
import { ClientPart } from './transport.ts';

/** Options of an import of hosts that are uploaded. */
export type CommonCrawlSettings = Omit<CommonCrawlRequest, 'hosts' | 'list' | 'top' | 'tld'>;
/** The last import from Common Crawl, which may go on; null: there was none. */
export type LastCommonCrawl = Operations['getCommonCrawl']['data'];

/** Imports of captures from Common Crawl, as `client.admin.commonCrawl`. One goes on at a time. */
export class CommonCrawl extends ClientPart {
  /** Begins an import of some hosts, of those of a list, of the domains with the highest ranks, or of a top-level domain. */
  start(request: CommonCrawlRequest, options?: CallOptions): Promise<CommonCrawlRun> {
    return this.transport.call('startCommonCrawl', { json: request }, options);
  }

  /** Begins an import of hosts, one a line. */
  upload(
    hosts: UploadList,
    { crawls, languages, ...settings }: CommonCrawlSettings = {},
    options: CallOptions & { /** Whether the list is compressed with gzip. */ readonly gzip?: boolean } = {},
  ): Promise<CommonCrawlRun> {
    const upload = { type: 'text/plain', list: hosts, isGzip: options.gzip ?? false };
    const query = {
      ...settings,
      ...(crawls === undefined ? {} : { crawls: crawls.join(',') }),
      ...(languages === undefined ? {} : { languages: languages.join(',') }),
    };
    return this.transport.call('startCommonCrawl', { query }, options, upload);
  }

  /** Gets the last import. */
  last(options?: CallOptions): Promise<LastCommonCrawl> {
    return this.transport.call('getCommonCrawl', {}, options);
  }

  /** Stops the import. What was imported stays. */
  stop(options?: CallOptions): Promise<CommonCrawlRun> {
    return this.transport.call('stopCommonCrawl', {}, options);
  }
}
