import { expect } from 'vitest';
import type { VideoInfoAnswer, VideoInfoRequest } from '../ports.ts';
import { expectCount, expectDay, expectPlain, expectWebUrl } from './expectations.ts';
import type { Subject } from './subject.ts';
import { describeProvider } from './suite.ts';

export function describeVideoInfo(subject: Subject<'video-info'>): void {
  describeProvider(subject, expectVideoInfo);
}

function expectVideoInfo({ video }: VideoInfoAnswer, { videoId }: VideoInfoRequest): void {
  expect(video.videoId).toBe(videoId);
  for (const url of [video.url, video.thumbnailUrl, video.channelUrl, video.channelLogo])
    if (url !== null) expectWebUrl(url);
  for (const text of [video.title, video.channelName, video.category, ...video.keywords]) expectPlain(text);
  for (const count of [
    video.viewsCount,
    video.likesCount,
    video.commentsCount,
    video.channelSubscribers.count,
    video.durationSeconds,
  ])
    expectCount(count);
  expectDay(video.publicationDate);
  if (video.publishedAt !== null) {
    expect(new Date(video.publishedAt).toISOString().slice(0, 10)).toBe(video.publicationDate);
  }
  for (const { width, height, bitrate, fps } of video.streamingQuality)
    for (const count of [width, height, bitrate, fps]) expectCount(count);
}
