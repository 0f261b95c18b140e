import { describeDomainIndex } from '../../../test/conformance/domains.ts';
import { describeFoundChanges } from '../../../test/conformance/found-changes.ts';
import { inNewFolder } from '../../../test/new-folders.ts';
import { openDomainIndex } from './domain-index.ts';

const emptyStore = inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 2 }));

/** How often random searches for changes are compared with a model. */
const CHANGE_RUNS = 60;

// conformance.slow.test.ts does more of what is random.
describeDomainIndex('sqlite', emptyStore, { runs: 40, historyRuns: 12 });
describeFoundChanges(emptyStore, CHANGE_RUNS);
