import { expect } from 'vitest';
import type { VideoSerpAnswer, VideoSerpRequest } from '../ports.ts';
import { clockSeconds, clockText } from '../text/durations.ts';
import { expectCount, expectDay, expectPlain, expectRising, expectWebUrl } from './expectations.ts';
import type { Subject } from './subject.ts';
import { describeProvider } from './suite.ts';

export function describeVideoSerp(subject: Subject<'video-serp'>): void {
  describeProvider(subject, expectVideoSerp);
}

function expectVideoSerp({ results }: VideoSerpAnswer, { depth }: VideoSerpRequest): void {
  expect(results.length).toBeLessThanOrEqual(depth);
  expectRising(results);
  for (const [index, result] of results.entries()) {
    expect(result.rankGroup).toBe(index + 1);
    for (const url of [result.url, result.channelUrl, result.channelImage, result.thumbnailUrl])
      if (url !== null) expectWebUrl(url);
    for (const text of [result.title, result.channelTitle, result.description]) expectPlain(text);
    if (result.duration !== null)
      expect(result.duration).toBe(clockText(clockSeconds(result.duration) ?? Number.NaN));
    expectCount(result.views);
    expectDay(result.uploadedDate);
  }
}
