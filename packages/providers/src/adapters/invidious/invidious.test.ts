import { describeVideoInfo } from '../../conformance/video-info.ts';
import { describeVideoSerp } from '../../conformance/video-serp.ts';
import { invidiousVideoInfo } from './video-info.fixture.ts';
import { invidiousVideoSerp } from './video-serp.fixture.ts';

describeVideoInfo(invidiousVideoInfo);
describeVideoSerp(invidiousVideoSerp);
