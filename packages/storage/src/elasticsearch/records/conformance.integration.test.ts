import { afterAll } from 'vitest';
import { describeAuditLog } from '../../../test/conformance/audit.ts';
import { describeCrawlRecords } from '../../../test/conformance/crawls.ts';
import { describeKeyStore } from '../../../test/conformance/keys.ts';
import { describeScheduleStore } from '../../../test/conformance/schedules.ts';
import { openAuditLog } from './audit-log.ts';
import { connectForTest } from '../../../test/elasticsearch/test-indexes.ts';
import { openCrawlRecords } from './crawl-records.ts';
import { openKeyStore } from './key-store.ts';

const indices = await connectForTest();
afterAll(() => indices.close());

describeCrawlRecords('elasticsearch', async () => {
  const options = indices.options();
  return () => openCrawlRecords(indices.client, options);
});
describeScheduleStore('elasticsearch', async () => {
  const options = indices.options();
  return () => openCrawlRecords(indices.client, options);
});
describeKeyStore('elasticsearch', async () => {
  const options = indices.options();
  return () => openKeyStore(indices.client, options);
});
describeAuditLog('elasticsearch', async () => {
  const options = indices.options();
  return async () => ({
    audit: await openAuditLog(indices.client, options),
    close: () => Promise.resolve(),
  });
});
