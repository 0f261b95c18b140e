import { openSqliteStorage } from '@sitegrep/storage/sqlite';
import { inNewFolder } from '../../../../packages/storage/test/new-folders.ts';
import { describeReportMaking } from '../../test/reports-suite.ts';

describeReportMaking(
  'sqlite',
  inNewFolder((dataDir) => openSqliteStorage({ dataDir, readers: 1 })),
);
