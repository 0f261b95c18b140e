import { expect, test } from 'vitest';
import { rootField } from '../reading/field.ts';
import { widestImage } from './images.ts';

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

test('what does not lead to the web is no image', () => {
  expect(
    widestOf([{ url: '/vi/otter.jpg', width: 9 }, { url: 'data:image/gif;base64,R0', width: 8 }, {}]),
  ).toBeNull();
  expect(widestOf([])).toBeNull();
});

test('an image of another form is refused with its path', () => {
  expect(() => widestOf([{ url: 7 }])).toThrow(expect.objectContaining({ kind: 'bad_answer' }));
  expect(() => widestOf([{ url: 'https://images.example/a.jpg', width: '88' }])).toThrow(/width/);
});
