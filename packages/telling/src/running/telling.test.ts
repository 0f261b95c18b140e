import { openKeyStore } from '../../../storage/src/sqlite/records/key-store.ts';
import { inNewFolder } from '../../../storage/test/new-folders.ts';
import { describeTelling } from '../../test/telling-suite.ts';

describeTelling('sqlite', inNewFolder(openKeyStore), { searches: 200, events: 1_000 });
