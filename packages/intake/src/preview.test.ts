import { expect, test } from 'vitest';
import { previewSeeds } from './preview.ts';
import { readSeeds } from './seeds.ts';

test('counts the sites of a list as a crawl of it has them, repeated and refused lines', async () => {
  const lines = [
    'a.example',
    '# a comment',
    'https://www.A.example/shop',
    '',
    'b.example',
    'co.uk',
    '42',
    'b.example.',
    'https://user:secret@c.example/',
  ];
  expect(await previewSeeds(readSeeds(lines, 'text'))).toEqual({
    sites: 2,
    repeated: 2,
    rejected: {
      count: 3,
      reasons: {
        'a public suffix: name a site under it, or www. before it': 1,
        'a number, not a domain': 1,
        'a URL with a password': 1,
      },
      samples: [
        { line: 6, text: 'co.uk', reason: 'a public suffix: name a site under it, or www. before it' },
        { line: 7, text: '42', reason: 'a number, not a domain' },
        { line: 9, text: 'https://…@c.example/', reason: 'a URL with a password' },
      ],
    },
  });
});

test('of an empty list has nothing', async () => {
  expect(await previewSeeds(readSeeds([], 'csv'))).toEqual({
    sites: 0,
    repeated: 0,
    rejected: { count: 0, reasons: {}, samples: [] },
  });
});
