import { describeSearchRuns } from '../../../../test/conformance/saved-search-runs.ts';
import { inNewFolder } from '../../../../test/new-folders.ts';
import { openDomainIndex } from '../domain-index.ts';

/** Each has 20 searches or more. */
const RUNS = 60;

describeSearchRuns(
  inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 2 })),
  RUNS,
);
