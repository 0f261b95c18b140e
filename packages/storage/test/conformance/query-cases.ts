import type { Expression } from '@sitegrep/search';
import { and, exact, keyword, near, not, or, pattern, samePage, text, word } from './expressions.ts';
import { piecedDocument, type Site } from './query-oracle.ts';

export const SITES: readonly Site[] = [
  {
    ...piecedDocument(
      'one.test',
      [
        [
          ['title', 'Alpha Shop'],
          ['text', 'Brevo and more'],
          ['comment', 'TODO secret'],
          ['script', 'https://cdn.test/App.js'],
        ],
        [
          ['text', 'alpha beta'],
          ['inline', 'gtag("UA-1234-5")'],
        ],
      ],
      { title: 'Wool Shop', countryIsoCode: 'DE', technologies: { content: { cms: ['WordPress'] } } },
    ),
    rank: 900,
  },
  {
    ...piecedDocument(
      'two.test',
      [
        [
          ['text', 'ALPHA'],
          ['link', '/Contact'],
          ['meta', 'generator Alpha'],
        ],
        [
          ['text', 'beta'],
          ['comment', 'alpha'],
        ],
      ],
      { title: 'Silk', countryIsoCode: 'AT' },
    ),
    rank: 500,
  },
  {
    ...piecedDocument(
      'six.test',
      [
        [
          ['text', 'sibforms 😀😀x'],
          ['inline', 'todo'],
          ['rendered', 'Alpha <i>was</i> written'],
          ['dns', 'Alpha-Verification=7'],
          ['dns', 'v=spf1 include:mail.test -all'],
        ],
        [
          ['text', 'UA-99-1 then ua-77-2'],
          ['text', 'gamma😀delta'],
        ],
      ],
      { title: null, countryIsoCode: null },
    ),
    rank: 0,
  },
];

const IS_RANKED: Expression = {
  kind: 'condition',
  condition: { kind: 'range', field: 'rank', op: '>=', value: 500 },
};
const IS_AUSTRIAN: Expression = {
  kind: 'condition',
  condition: { kind: 'any_of', field: 'country', values: ['AT'], negated: false },
};
const HAS_WORDPRESS: Expression = {
  kind: 'condition',
  condition: { kind: 'any_of', field: 'tech', values: ['WordPress'], negated: false },
};
export const ALL: Expression = { kind: 'constant', value: true };

/** Names of cases, with the domains and the pages that are found: `one/0` is the first page of one.test. */
export const CASES: readonly (readonly [name: string, where: Expression, domains: string, pages: string])[] =
  [
    ['either of two texts', or(text('brevo'), text('sibforms')), 'one six', 'one/0 six/0'],
    [
      'two texts, at the level of pages on one page',
      and(text('alpha'), text('beta')),
      'one two',
      'one/1 two/1',
    ],
    ['a text without another', and(text('alpha'), not(text('brevo'))), 'two', 'one/1 two/0 two/1'],
    ['nothing but a negation', not(text('alpha')), 'six', 'six/0 six/1'],
    ['a double negation', not(not(text('todo'))), 'one six', 'one/0 six/0'],
    [
      'groups in groups',
      or(and(text('brevo'), not(text('beta'))), and(not(text('brevo')), or(text('gamma'), text('contact')))),
      'six two',
      'one/0 six/1 two/0',
    ],
    ['upper case alone', text('ALPHA', exact), 'two', 'two/0'],
    ['one case of several', text('Alpha', exact), 'one two', 'one/0 two/0'],
    ['a case that no page has', text('aLPHA', exact), '', ''],
    ['no page with a text in this case', not(text('Alpha', exact)), 'six', 'one/1 six/0 six/1 two/1'],
    ['titles', text('alpha', { scope: 'title' }), 'one', 'one/0'],
    ['comments', text('alpha', { scope: 'comment' }), 'two', 'two/1'],
    ['scripts within', text('TODO', { scope: 'inline' }), 'six', 'six/0'],
    ['addresses of scripts', text('App', { scope: 'script', ...exact }), 'one', 'one/0'],
    ['addresses of links', text('/contact', { scope: 'link' }), 'two', 'two/0'],
    ['meta tags, whole', text('content="generator a', { scope: 'meta' }), 'two', 'two/0'],
    ['text between tags', text('alpha', { scope: 'text' }), 'one two', 'one/1 two/0'],
    ['addresses of pages', text('TEST/000001', { scope: 'url' }), 'one six two', 'one/1 six/1 two/1'],
    ['what scripts wrote', text('alpha <i>W', { scope: 'rendered' }), 'six', 'six/0'],
    ['DNS records', text('alpha-verif', { scope: 'dns' }), 'six', 'six/0'],
    ['DNS records, in their case', text('alpha-verif', { scope: 'dns', ...exact }), '', ''],
    ['a pattern in DNS records', pattern('^TXT v=spf1 .*mail\\.test', { scope: 'dns' }), '', ''],
    [
      'a pattern in a line of DNS records',
      pattern('TXT v=spf[0-9] .*mail\\.test', { scope: 'dns' }),
      'six',
      'six/0',
    ],
    [
      'no page with DNS records',
      not(text('txt', { scope: 'dns' })),
      'one two',
      'one/0 one/1 six/1 two/0 two/1',
    ],
    ['what scripts wrote, in its case', text('alpha', { scope: 'rendered', ...exact }), '', ''],
    ['a pattern in what scripts wrote', pattern('^<b>a.*n</b>$', { scope: 'rendered' }), 'six', 'six/0'],
    [
      'no page with what scripts wrote',
      not(text('alpha', { scope: 'rendered' })),
      'one two',
      'one/0 one/1 six/1 two/0 two/1',
    ],
    ['no string across the edge of a scope', text('beta</p>', { scope: 'text' }), '', ''],
    ['a pattern', pattern(String.raw`ua-\d+-\d`), 'one six', 'one/1 six/1'],
    ['a pattern in its case', pattern(String.raw`ua-\d+-\d`, exact), 'six', 'six/1'],
    ['a pattern in a scope', pattern(String.raw`ua-\d{4}`, { scope: 'inline' }), 'one', 'one/1'],
    ['a pattern bound to the edges of a scope', pattern('^beta$', { scope: 'text' }), 'two', 'two/1'],
    [
      'a pattern in addresses of pages',
      pattern('/(six|one)[.]test/0+$', { scope: 'url' }),
      'one six',
      'one/0 six/0',
    ],
    ['two patterns on different pages', and(pattern('br.vo'), pattern('b.ta')), 'one', ''],
    ['as near as can be', near(text('gamma'), text('delta'), 1), 'six', 'six/1'],
    ['at the distance, in characters', near(text('sibforms'), text('x'), 3), 'six', 'six/0'],
    ['beyond the distance', near(text('sibforms'), text('x'), 2), '', ''],
    ['near in the other order', near(text('x</p>'), text('sibforms'), 3), 'six', 'six/0'],
    ['near where they overlap', near(text('alp'), text('pha'), 1), 'one two', 'one/0 one/1 two/0 two/1'],
    ['near any of two', near([text('nobody'), text('gamma')], pattern('de.ta'), 5), 'six', 'six/1'],
    ['near in a case', near(text('alpha', exact), text('BETA'), 1), 'one', 'one/1'],
    ['near another match of the same', near(text('ua-'), text('ua-'), 30), 'six', 'six/1'],
    ['never near itself', near(text('beta'), text('beta'), 10_000), '', ''],
    ['a whole word', word('ALPHA'), 'one two', 'one/0 one/1 two/0 two/1'],
    ['not a part of a word', word('alph'), '', ''],
    [
      'a word beside signs, and beside characters beyond U+FFFF',
      or(word('1234'), word('gamma')),
      'one six',
      'one/1 six/1',
    ],
    ['a word in its case and scope', word('Alpha', { ...exact, scope: 'title' }), 'one', 'one/0'],
    ['near on one page only', near(text('brevo'), text('beta'), 10_000), '', ''],
    ['not near', not(near(text('alpha'), text('beta'), 5)), 'six two', 'one/0 six/0 six/1 two/0 two/1'],
    ['on one page', samePage(and(text('alpha'), text('beta'))), 'one two', 'one/1 two/1'],
    ['on any pages', and(text('alpha', { scope: 'title' }), text('beta')), 'one', ''],
    [
      'on one page, where they are on two',
      samePage(and(text('alpha', { scope: 'title' }), text('beta'))),
      '',
      '',
    ],
    [
      'a text on a page without another',
      samePage(and(text('alpha'), not(text('beta')))),
      'one two',
      'one/0 two/0',
    ],
    ['a page without a text', samePage(not(text('beta'))), 'one six two', 'one/0 six/0 six/1 two/0'],
    [
      'no page with both',
      not(samePage(and(text('brevo'), text('alpha')))),
      'six two',
      'one/1 six/0 six/1 two/0 two/1',
    ],
    ['a keyword', keyword('wool'), 'one', 'one/0 one/1'],
    ['a keyword and a pattern', and(keyword('i'), pattern('al.ha', { scope: 'comment' })), 'two', 'two/1'],
    ['a condition', IS_RANKED, 'one two', 'one/0 one/1 two/0 two/1'],
    ['a condition and a pattern', and(IS_RANKED, pattern(String.raw`\d-\d`)), 'one', 'one/1'],
    [
      'a condition or a pattern',
      or(IS_AUSTRIAN, pattern(String.raw`ua-\d+`, exact)),
      'six two',
      'six/1 two/0 two/1',
    ],
    ['no condition but a case', and(not(IS_AUSTRIAN), text('UA', exact)), 'one six', 'one/1 six/1'],
    [
      'a technology or a comment',
      or(HAS_WORDPRESS, text('alpha', { scope: 'comment' })),
      'one two',
      'one/0 one/1 two/1',
    ],
    ['a condition on one page', samePage(and(IS_RANKED, text('beta'), not(text('gtag')))), 'two', 'two/1'],
    ['everything', ALL, 'one six two', 'one/0 one/1 six/0 six/1 two/0 two/1'],
    ['nothing', not(ALL), '', ''],
  ];
