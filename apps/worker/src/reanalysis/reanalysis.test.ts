import { openEmptyStorage } from '../../../../packages/intake/test/empty-storage.ts';
import { describeReanalysing } from '../../test/reanalysis-suite.ts';

describeReanalysing('sqlite', openEmptyStorage);
