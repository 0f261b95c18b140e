import { NO_SITE_FACTS } from '@sitegrep/site/test/facts';
import type { DomainHit } from '@sitegrep/storage';
import { expect, test } from 'vitest';
import { matchLines } from './match-lines.ts';

test('a match is one line, which moves no cursor, and says where the page goes on', () => {
  const hit: DomainHit = {
    domain: 'a.example',
    rank: 7,
    facts: { ...NO_SITE_FACTS, title: 'Tea \u001b[31m' },
    matches: [
      {
        term: 'gtag(\n',
        url: 'https://a.example/',
        offset: 80,
        before: '\t'.repeat(80),
        match: 'gtag(\r',
        after: `\u001b]0;title\u0007\u202e${'😀'.repeat(70)}`,
      },
      {
        term: 'x',
        url: 'https://a.example/b',
        offset: 900,
        before: '.'.repeat(80),
        match: 'X',
        after: '😀'.repeat(80),
      },
    ],
  };
  expect(matchLines(hit).split('\n')).toEqual([
    'a.example  7  Tea  [31m',
    '  gtag(   https://a.example/  at 80',
    `     gtag(  ]0;title ${'😀'.repeat(70)}`,
    '  x  https://a.example/b  at 900',
    `    …${'.'.repeat(80)}X${'😀'.repeat(80)}…`,
  ]);
});
