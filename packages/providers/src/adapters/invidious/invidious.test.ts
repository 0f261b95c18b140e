import { describeVideoInfo } from '../../conformance/video-info.ts';
import { describeVideoSerp } from '../../conformance/video-serp.ts';
import { invidiousVideoInfo, invidiousVideoSerp } from './subject.fixture.ts';

describeVideoInfo(invidiousVideoInfo);
describeVideoSerp(invidiousVideoSerp);
