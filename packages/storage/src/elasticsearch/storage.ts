import type { Storage } from '../storage.ts';
import { StorageMisconfigured } from '../errors.ts';
import { connect, type ElasticsearchStorageOptions } from './client.ts';
import { openDomainIndex } from './domains/domain-index.ts';
import { openAuditLog } from './records/audit-log.ts';
import { openCommonCrawl } from './records/commoncrawl.ts';
import { openDeliveries } from './records/deliveries.ts';
import { isFull } from './flood-stage.ts';
import { openCrawlRecords } from './records/crawl-records.ts';
import { openKeyStore } from './records/key-store.ts';
import { openFingerprints } from './records/fingerprints.ts';
import { smallIndexes } from './records/mappings.ts';
import { openReanalysis } from './records/reanalysis.ts';
import { openReports } from './records/reports.ts';
import { openMeasurementLog } from './records/measurement-log.ts';
import { openSizeLog } from './records/size-log.ts';
import { shareSearches } from './search-share.ts';
import { openIndex } from './versioned-index.ts';

/**
 * Opens the indexes of a cluster and creates missing ones. Any number of processes may do so at the same time.
 *
 * @throws StorageMisconfigured if an index has another mapping version, or the options or the credentials are wrong
 * @throws StorageUnavailable, StorageCorrupt
 */
export async function openElasticsearchStorage(options: ElasticsearchStorageOptions): Promise<Storage> {
  if (!INDEX_PREFIX.test(options.indexPrefix)) {
    throw new StorageMisconfigured(
      `"${options.indexPrefix}" is not a valid index prefix: use up to 100 small letters, digits, - and _, starting with a letter`,
    );
  }
  const client = await connect(options);
  const parts: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(parts.map((part) => part.close()));
    await client.close();
  };
  try {
    const domains = await openDomainIndex(client, options);
    parts.push(domains);
    const crawls = await openCrawlRecords(client, options);
    parts.push(crawls);
    const keys = await openKeyStore(client, options);
    parts.push(keys);
    const audit = await openAuditLog(client, options);
    const sizes = await openSizeLog(client, options);
    const measurements = await openMeasurementLog(client, options);
    const reanalysis = await openReanalysis(client, options);
    const commoncrawl = await openCommonCrawl(client, options);
    const deliveries = await openDeliveries(client, options);
    const reports = await openReports(client, options);
    const fingerprints = await openFingerprints(client, options);
    const leases = await openIndex(client, smallIndexes(options).leases);
    return {
      domains,
      crawls,
      keys,
      audit,
      sizes,
      measurements,
      reanalysis,
      commoncrawl,
      deliveries,
      reports,
      fingerprints,
      isFull: () => isFull(client, options.indexPrefix),
      shareSearches: (events) => shareSearches(client, leases, events),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Valid start of an index name, without wildcards. */
const INDEX_PREFIX = /^[a-z][a-z0-9_-]{0,99}$/;
