import { describeDomainIndex } from '../../../test/conformance/domains.ts';
import { describeFoundChanges } from '../../../test/conformance/found-changes.ts';
import { inNewFolder } from '../../../test/new-folders.ts';
import { openDomainIndex } from './domain-index.ts';

const emptyStore = inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 2 }));

/** How often random searches for changes are compared with a model. */
const CHANGE_RUNS = 200;

describeDomainIndex('sqlite', emptyStore);
describeFoundChanges(emptyStore, CHANGE_RUNS);
