import { describeVideoInfo } from '../../conformance/video-info.ts';
import { describeVideoSerp } from '../../conformance/video-serp.ts';
import { youtubeDataApiVideoInfo } from './video-info.fixture.ts';
import { youtubeDataApiVideoSerp } from './video-serp.fixture.ts';

describeVideoInfo(youtubeDataApiVideoInfo);
describeVideoSerp(youtubeDataApiVideoSerp);
