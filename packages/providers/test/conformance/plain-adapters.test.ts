import { plainVideoInfo, plainVideoSerp, plainWebSerp } from './plain-adapters.ts';
import { describeProvider } from './suite.ts';

describeProvider(plainWebSerp);
describeProvider(plainVideoInfo);
describeProvider(plainVideoSerp);
