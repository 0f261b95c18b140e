import { testSamples } from '../../../test/samples.ts';

testSamples('sqlite');
