import { describeVideoInfo } from '../../conformance/video-info.ts';
import { describeVideoSerp } from '../../conformance/video-serp.ts';
import { ytDlpVideoInfo, ytDlpVideoSerp } from './subjects.fixture.ts';

describeVideoInfo(ytDlpVideoInfo);
describeVideoSerp(ytDlpVideoSerp);
