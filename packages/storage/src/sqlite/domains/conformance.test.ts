import { describeDomainIndex } from '../../../test/conformance/domains.ts';
import { inNewFolder } from '../../../test/new-folders.ts';
import { openDomainIndex } from './domain-index.ts';

describeDomainIndex(
  'sqlite',
  inNewFolder((dataDir) => openDomainIndex({ dataDir, readers: 2 })),
);
