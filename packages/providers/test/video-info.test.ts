import { describeProvider } from './conformance/suite.ts';
import { subjectsOf } from './providers.ts';

for (const subject of subjectsOf('video-info')) describeProvider(subject);
