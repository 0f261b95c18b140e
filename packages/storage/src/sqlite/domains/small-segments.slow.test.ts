import { describeDomainIndex } from '../../../test/conformance/domains.ts';
import { inNewFolder } from '../../../test/new-folders.ts';
import { openDomainIndex } from './domain-index.ts';

// Facts, counts and full text have no part in segments.
describeDomainIndex(
  'sqlite with many small segments',
  inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 2, logBytes: 2_000 })),
  { parts: ['terms', 'queries', 'changes'] },
);
