import { describeVideoInfo } from '../../conformance/video-info.ts';
import { describeVideoSerp } from '../../conformance/video-serp.ts';
import { ytDlpVideoInfo } from './video-info.fixture.ts';
import { ytDlpVideoSerp } from './video-serp.fixture.ts';

describeVideoInfo(ytDlpVideoInfo);
describeVideoSerp(ytDlpVideoSerp);
