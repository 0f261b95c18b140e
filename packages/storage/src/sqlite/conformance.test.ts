import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeAuditLog } from '../../test/conformance/audit.ts';
import { describeCrawlRecords } from '../../test/conformance/crawls.ts';
import { describeDomainIndex } from '../../test/conformance/domains.ts';
import { describeKeyStore } from '../../test/conformance/keys.ts';
import { describeScheduleStore } from '../../test/conformance/schedules.ts';
import { describeSizeLog } from '../../test/conformance/sizes.ts';
import { openDomainIndex } from './domains/domain-index.ts';
import { openCrawlRecords } from './records/crawl-records.ts';
import { openKeyStore } from './records/key-store.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A way to open a store in a new folder, again and again. */
function inNewFolder<T>(open: (dataDir: string) => Promise<T>): () => Promise<() => Promise<T>> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sitegrep-'));
    folders.push(folder);
    return () => open(folder);
  };
}

describeDomainIndex(
  'sqlite',
  inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 2 })),
);
describeDomainIndex(
  'sqlite with many small segments',
  inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 2, logBytes: 2_000 })),
);
describeCrawlRecords('sqlite', inNewFolder(openCrawlRecords));
describeScheduleStore('sqlite', inNewFolder(openCrawlRecords));
describeKeyStore('sqlite', inNewFolder(openKeyStore));
describeAuditLog('sqlite', inNewFolder(openKeyStore));
describeSizeLog('sqlite', inNewFolder(openKeyStore));
