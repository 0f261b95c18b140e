import type { DomainItem } from '@sitegrep/client';
import { expect, test } from 'vitest';
import { matchLines } from './match-lines.ts';

test('a match is one line without control characters, and shows where the page continues', () => {
  const item: DomainItem = {
    type: 'domain_technology_item',
    description: null,
    meta_keywords: [],
    last_visited: null,
    country_iso_code: null,
    language_code: null,
    content_language_code: null,
    emails: [],
    social_graph_urls: [],
    technologies: {},
    domain: 'a.example',
    domain_rank: 7,
    title: 'Tea \u001b[31m',
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
  expect(matchLines(item).split('\n')).toEqual([
    'a.example  7  Tea  [31m',
    '  gtag(   https://a.example/  at 80',
    `     gtag(  ]0;title ${'😀'.repeat(70)}`,
    '  x  https://a.example/b  at 900',
    `    …${'.'.repeat(80)}X${'😀'.repeat(80)}…`,
  ]);
});
