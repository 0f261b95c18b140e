import { describeDomainFacets } from '../../../test/conformance/domain-facets.ts';
import { describeFoundChanges } from '../../../test/conformance/found-changes.ts';
import { describeHistories } from '../../../test/conformance/histories.ts';
import { describeTrends } from '../../../test/conformance/trends.ts';
import { inNewFolder } from '../../../test/new-folders.ts';
import { openDomainIndex } from './domain-index.ts';

const emptyStore = inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 2 }));

// What is random of the conformance suite, more often than in `npm test`; queries are in many-queries.slow.test.ts and
// small-segments.slow.test.ts, saved searches in searches/searches.slow.test.ts.
describeDomainFacets(emptyStore, 100);
describeHistories(emptyStore, 30);
describeTrends(emptyStore, 15);
describeFoundChanges(emptyStore, 200);
