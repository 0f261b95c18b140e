import { expect, test } from 'vitest';
import { rootField } from '../field.ts';
import { saysVideoIsMissing, widestImage } from './videos.ts';

const widestOf = (images: readonly unknown[]): string | null => widestImage(rootField(images).list());

test('the widest image is taken, of equal ones the first', () => {
  expect(
    widestOf([
      { url: 'https://images.example/plain.jpg' },
      { url: 'https://images.example/small.jpg', width: 120 },
      { url: 'https://images.example/large.jpg', width: 640, height: 480 },
      { url: 'https://images.example/as-large.jpg', width: 640 },
    ]),
  ).toBe('https://images.example/large.jpg');
  expect(widestOf([{ url: 'https://images.example/only.jpg' }])).toBe('https://images.example/only.jpg');
});

test('an address may leave its scheme to the page', () => {
  expect(widestOf([{ url: '//images.example/logo.jpg', width: 88 }])).toBe('https://images.example/logo.jpg');
});

test('what does not lead to the web is not an image', () => {
  expect(
    widestOf([{ url: '/vi/otter.jpg', width: 9 }, { url: 'data:image/gif;base64,R0', width: 8 }, {}]),
  ).toBeNull();
  expect(widestOf([])).toBeNull();
});

test('an image of another form is refused with its path', () => {
  expect(() => widestOf([{ url: 7 }])).toThrow(expect.objectContaining({ kind: 'bad_answer' }));
  expect(() => widestOf([{ url: 'https://images.example/a.jpg', width: '88' }])).toThrow(/width/);
});

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
