import { expect, test } from 'vitest';
import { saysVideoIsMissing } from './missing-videos.ts';

test.each([
  'Video unavailable',
  'This video is unavailable',
  'This video is not available',
  "This video isn't available anymore",
  'This video is no longer available because the YouTube account associated with it has been terminated.',
  'Video unavailable. This video has been removed by the uploader',
  'Private video. Sign in if you’ve been granted access to this video',
  'If the owner of this video has granted you access, please sign in.',
  'This video is private',
  'This video does not exist.',
])('"%s" means that there is no such video', (reason) => {
  expect(saysVideoIsMissing(reason)).toBe(true);
});

test.each([
  '',
  'Sign in to confirm you’re not a bot. This helps protect our community. Learn more',
  "Video unavailable. This content isn't available, try again later. The current session has been rate-limited",
  'Video unavailable. The uploader has not made this video available in your country',
  'Sign in to confirm your age. This video may be inappropriate for some users.',
  'Join this channel to get access to members-only content like this video, and other exclusive perks.',
  'Premieres in 3 hours',
  'This live event will begin in 2 days.',
  'Invidious companion is not available. Video playback cannot continue.',
  'Missing JSON element "videoDetails"',
])('"%s" does not', (reason) => {
  expect(saysVideoIsMissing(reason)).toBe(false);
});
