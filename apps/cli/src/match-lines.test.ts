import type { FoundDomain } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { matchLines } from './match-lines.ts';

test('a match is one line without control characters, and shows where the page continues', () => {
  const item: FoundDomain = {
    type: 'domain_technology_item',
    description: null,
    meta_keywords: [],
    visited: null,
    country: null,
    language: null,
    content_language: null,
    email: [],
    social_graph_urls: [],
    tech: {},
    domain: 'a.example',
    rank: 7,
    title: 'Tea \u001b[31m',
    matches: [
      {
        term: 'gtag(\n',
        scope: 'body',
        url: 'https://a.example/',
        offset: 80,
        line: 1,
        column: 81,
        before: '\t'.repeat(80),
        match: 'gtag(\r',
        after: `\u001b]0;title\u0007\u202e${'😀'.repeat(70)}`,
      },
      {
        term: 'x',
        scope: 'inline',
        url: 'https://a.example/b',
        offset: 900,
        line: 12,
        column: 4,
        captures: ['a\n', null],
        names: {},
        before: '.'.repeat(80),
        match: 'X',
        after: '😀'.repeat(80),
      },
    ],
  };
  expect(matchLines(item).split('\n')).toEqual([
    'a.example  7  Tea  [31m',
    '  gtag(   https://a.example/  line 1, column 81',
    `     gtag(  ]0;title ${'😀'.repeat(70)}`,
    '  x  https://a.example/b  line 12, column 4',
    `    …${'.'.repeat(80)}X${'😀'.repeat(80)}…`,
    '    groups: a   -',
  ]);
});
