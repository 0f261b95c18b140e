import { expect } from 'vitest';
import type { Operation } from '../../src/operations.ts';
import type {
  AnswerOf,
  RequestOf,
  AutocompleteAnswer,
  VideoInfoAnswer,
  VideoInfoRequest,
  VideoSerpAnswer,
  VideoSerpRequest,
  WebSerpAnswer,
  WebSerpRequest,
} from '../../src/ports.ts';
import { clockSeconds, clockText } from '../../src/text/durations.ts';

/** No tag, no entity, no white space at the ends; or null. */
function expectPlain(text: string | null): void {
  if (text === null) return;
  expect(text).not.toMatch(/<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);/i);
  expect(text).toBe(text.trim());
}

function expectWebUrl(url: string): void {
  expect(url).toMatch(/^https?:\/\/[^\s/]+/);
  expect(URL.canParse(url)).toBe(true);
}

/** An integer ≥ 0, or null. */
function expectCount(count: number | null): void {
  if (count === null) return;
  expect(Number.isSafeInteger(count)).toBe(true);
  expect(count).toBeGreaterThanOrEqual(0);
}

/** A day of the calendar, or null. */
function expectDay(day: string | null): void {
  if (day !== null) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
}

function expectRising(results: readonly { readonly rankAbsolute: number }[]): void {
  let last = 0;
  for (const { rankAbsolute } of results) {
    expect(rankAbsolute).toBeGreaterThan(last);
    last = rankAbsolute;
  }
}

function expectWebSerp({ results }: WebSerpAnswer, { depth }: WebSerpRequest): void {
  expectRising(results);
  const groups = new Map<string, number>();
  for (const result of results) {
    const group = (groups.get(result.type) ?? 0) + 1;
    groups.set(result.type, group);
    expect(result.rankGroup).toBe(group);
    expectWebUrl(result.url);
    expect(result.domain).toBe(new URL(result.url).hostname);
    for (const text of [result.title, result.description, result.breadcrumb]) expectPlain(text);
    if (result.type === 'featured_snippet') expect(result.breadcrumb).toBeNull();
  }
  expect(groups.get('organic') ?? 0).toBeLessThanOrEqual(depth);
}

function expectAutocomplete({ suggestions, checkUrl }: AutocompleteAnswer): void {
  if (checkUrl !== null) expectWebUrl(checkUrl);
  const texts = suggestions.map(({ text }) => text);
  expect(new Set(texts).size).toBe(texts.length);
  for (const { text, highlighted, searchUrl, thumbnailUrl } of suggestions) {
    for (const part of [text, ...highlighted]) {
      expect(part).not.toBe('');
      expectPlain(part);
    }
    for (const url of [searchUrl, thumbnailUrl]) if (url !== null) expectWebUrl(url);
  }
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

/** Throws if an answer is not as the port of its operation requires. */
export const CHECKS: {
  readonly [Name in Operation]: (answer: AnswerOf<Name>, request: RequestOf<Name>) => void;
} = {
  'web-serp': expectWebSerp,
  'web-autocomplete': expectAutocomplete,
  'video-info': expectVideoInfo,
  'video-serp': expectVideoSerp,
};
