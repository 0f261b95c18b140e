import { describeAuditLog } from '../../../test/conformance/audit.ts';
import { describeCrawlRecords } from '../../../test/conformance/crawls.ts';
import { describeKeyStore } from '../../../test/conformance/keys.ts';
import { describeFingerprints } from '../../../test/conformance/fingerprints.ts';
import { describeReanalysis } from '../../../test/conformance/reanalysis.ts';
import { describeScheduleStore } from '../../../test/conformance/schedules.ts';
import { describeSizeLog } from '../../../test/conformance/sizes.ts';
import { inNewFolder } from '../../../test/new-folders.ts';
import { openCrawlRecords } from './crawl-records.ts';
import { openKeyStore } from './key-store.ts';

describeCrawlRecords('sqlite', inNewFolder(openCrawlRecords));
describeScheduleStore('sqlite', inNewFolder(openCrawlRecords));
describeKeyStore('sqlite', inNewFolder(openKeyStore));
describeAuditLog('sqlite', inNewFolder(openKeyStore));
describeReanalysis('sqlite', inNewFolder(openKeyStore));
describeFingerprints('sqlite', inNewFolder(openKeyStore));
describeSizeLog('sqlite', inNewFolder(openKeyStore));
