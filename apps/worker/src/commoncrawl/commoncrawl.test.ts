import { openEmptyStorage } from '../../../../packages/intake/test/empty-storage.ts';
import { describeCommonCrawlWork } from '../../test/commoncrawl-suite.ts';

describeCommonCrawlWork('sqlite', openEmptyStorage);
