import { afterAll } from 'vitest';
import { describeAuditLog } from '../../../test/conformance/audit.ts';
import { describeCommonCrawl } from '../../../test/conformance/commoncrawl.ts';
import { describeCrawlRecords } from '../../../test/conformance/crawls.ts';
import { describeDeliveries } from '../../../test/conformance/deliveries.ts';
import { describeKeyStore } from '../../../test/conformance/keys.ts';
import { describeFingerprints } from '../../../test/conformance/fingerprints.ts';
import { describeMeasurements } from '../../../test/conformance/measurements.ts';
import { describeReanalysis } from '../../../test/conformance/reanalysis.ts';
import { describeReports } from '../../../test/conformance/reports.ts';
import { describeScheduleStore } from '../../../test/conformance/schedules.ts';
import { describeSizeLog } from '../../../test/conformance/sizes.ts';
import { openAuditLog } from './audit-log.ts';
import { openTestIndexes } from '../../../test/elasticsearch/test-indexes.ts';
import { openCommonCrawl } from './commoncrawl.ts';
import { openCrawlRecords } from './crawl-records.ts';
import { openDeliveries } from './deliveries.ts';
import { openFingerprints } from './fingerprints.ts';
import { openKeyStore } from './key-store.ts';
import { openReanalysis } from './reanalysis.ts';
import { openReports } from './reports.ts';
import { openMeasurementLog } from './measurement-log.ts';
import { openSizeLog } from './size-log.ts';

const indexes = await openTestIndexes();
afterAll(() => indexes.close());

describeCrawlRecords('elasticsearch', async () => {
  const options = indexes.options();
  return () => openCrawlRecords(indexes.client, options);
});
describeScheduleStore('elasticsearch', async () => {
  const options = indexes.options();
  return () => openCrawlRecords(indexes.client, options);
});
describeKeyStore('elasticsearch', async () => {
  const options = indexes.options();
  return () => openKeyStore(indexes.client, options);
});
describeAuditLog('elasticsearch', async () => {
  const options = indexes.options();
  return async () => ({
    audit: await openAuditLog(indexes.client, options),
    close: () => Promise.resolve(),
  });
});
describeSizeLog('elasticsearch', async () => {
  const options = indexes.options();
  return async () => ({
    sizes: await openSizeLog(indexes.client, options),
    close: () => Promise.resolve(),
  });
});
describeMeasurements('elasticsearch', async () => {
  const options = indexes.options();
  return async () => ({
    measurements: await openMeasurementLog(indexes.client, options),
    close: () => Promise.resolve(),
  });
});
describeDeliveries('elasticsearch', async () => {
  const options = indexes.options();
  return async () => ({
    deliveries: await openDeliveries(indexes.client, options),
    close: () => Promise.resolve(),
  });
});
describeReports('elasticsearch', async () => {
  const options = indexes.options();
  return async () => ({
    reports: await openReports(indexes.client, options),
    close: () => Promise.resolve(),
  });
});
describeReanalysis('elasticsearch', async () => {
  const options = indexes.options();
  return async () => ({
    reanalysis: await openReanalysis(indexes.client, options),
    close: () => Promise.resolve(),
  });
});
describeCommonCrawl('elasticsearch', async () => {
  const options = indexes.options();
  return async () => ({
    commoncrawl: await openCommonCrawl(indexes.client, options),
    close: () => Promise.resolve(),
  });
});
describeFingerprints('elasticsearch', async () => {
  const options = indexes.options();
  return async () => ({
    fingerprints: await openFingerprints(indexes.client, options),
    close: () => Promise.resolve(),
  });
});
