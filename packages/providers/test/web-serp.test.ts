import { describeProvider } from './conformance/suite.ts';
import { subjectsOf } from './providers.ts';

for (const subject of subjectsOf('web-serp')) describeProvider(subject);
