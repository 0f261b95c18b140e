import { plainVideoInfo, plainVideoSerp, plainWebSerp } from './plain-adapters.fixture.ts';
import { describeVideoInfo } from './video-info.ts';
import { describeVideoSerp } from './video-serp.ts';
import { describeWebSerp } from './web-serp.ts';

describeWebSerp(plainWebSerp);
describeVideoInfo(plainVideoInfo);
describeVideoSerp(plainVideoSerp);
