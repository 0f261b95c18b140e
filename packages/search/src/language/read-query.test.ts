import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simplify } from '../expression/simplify.ts';
import { readTree, treeOf } from '../expression/tree.ts';
import { otherWords, type KnownValues } from '../known-values.ts';
import { readQuery } from './read-query.ts';

const known: KnownValues = {
  country: {
    values: new Map([
      ['de', ['DE']],
      ['at', ['AT']],
    ]),
    words: otherWords([
      ['Germany', 'DE'],
      ['DEU', 'DE'],
    ]),
  },
  category: {
    values: new Map([
      ['content.cms', ['content.cms']],
      ['cms', ['content.cms']],
      ['web_development.javascript_libraries', ['web_development.javascript_libraries']],
      ['javascript_libraries', ['web_development.javascript_libraries']],
      ['message boards', ['communication.message_boards', 'content.message_boards']],
    ]),
  },
  tech: {
    values: new Map([
      ['wordpress', ['WordPress']],
      ['google analytics', ['Google Analytics']],
      ['vue.js', ['Vue.js']],
    ]),
  },
};

/** The tree of a query as it is written. */
function tree(q: string): unknown {
  const read = readQuery(q, known);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return treeOf(read.value);
}

function refusal(q: string): string {
  const read = readQuery(q, known);
  return read.ok ? 'accepted' : `${read.error.field} ${read.error.problem}; ${read.error.remedy}`;
}

const text = (of: string, look: object = {}) => ({ text: of, ...look });

describe('a query', () => {
  test.each([
    ['', { all: true }],
    [' \n\t', { all: true }],
    ['jQuery', text('jquery')],
    ['a b', { and: [text('a'), text('b')] }],
    ['a AND b', { and: [text('a'), text('b')] }],
    ['"brevo.com" | "sibforms.com"', { or: [text('brevo.com'), text('sibforms.com')] }],
    ['"a"|"b"', { or: [text('a'), text('b')] }],
    ['a b OR c d', { or: [{ and: [text('a'), text('b')] }, { and: [text('c'), text('d')] }] }],
    ['a (b OR c)', { and: [text('a'), { or: [text('b'), text('c')] }] }],
    ['a -b', { and: [text('a'), { not: text('b') }] }],
    ['NOT NOT a', { not: { not: text('a') } }],
    ['-(a b)', { not: { and: [text('a'), text('b')] } }],
    ['a - b', { and: [text('a'), text('-'), text('b')] }],
    ['or and not', { and: [text('or'), text('and'), text('not')] }],
    ['UA-1234', text('ua-1234')],
    ['id="main', text('id="main')],
    ['https://cdn.example/x.js', text('https://cdn.example/x.js')],
    [String.raw`"\"\\\n\t\r\u{1F600}"`, text('"\\\n\t\r😀')],
    [`'it\\'s "so"'`, text('it\'s "so"')],
  ])('%j is read', (q, expected) => {
    expect(tree(q)).toEqual(expected);
  });

  test.each([
    [String.raw`/UA-\d+-\d/`, { pattern: String.raw`UA-\d+-\d` }],
    [String.raw`/a\/b+/`, { pattern: String.raw`a\/b+` }],
    ['/a b+/', { pattern: 'a b+' }],
    ['/a+/|/b+/', { or: [{ pattern: 'a+' }, { pattern: 'b+' }] }],
    ['re:"a+"', { pattern: 'a+' }],
    // Without any character of a pattern, slashes are those of a path.
    ['/wp-content/', text('/wp-content/')],
    ['/a/b/', text('/a/b/')],
    ['/wp-content/plugins', text('/wp-content/plugins')],
    ['/jquery.min.js', text('/jquery.min.js')],
    // A pattern that is a mere text is one.
    [String.raw`/a\.b/`, text('a.b')],
  ])('%j is a pattern, or a path', (q, expected) => {
    expect(tree(q)).toEqual(expected);
  });

  test('looks by case and scope for all that follows in its group', () => {
    const cased = { case_sensitive: true };
    expect(tree('a case:yes B OR C (D case:no E) F')).toEqual({
      or: [
        { and: [text('a'), text('B', cased)] },
        { and: [text('C', cased), { and: [text('D', cased), text('e')] }, text('F', cased)] },
      ],
    });
    expect(tree('in:comment a case:yes in:title B')).toEqual({
      and: [text('a', { in: 'comment' }), text('B', { case_sensitive: true, in: 'title' })],
    });
    expect(tree('link:"x y" script:(a OR /b+/) url:mailto:c')).toEqual({
      and: [
        text('x y', { in: 'link' }),
        { or: [text('a', { in: 'script' }), { pattern: 'b+', in: 'script' }] },
        text('mailto:c', { in: 'url' }),
      ],
    });
  });

  test('joins what must be near, or on one page', () => {
    expect(tree('a near/200 /b+/')).toEqual({ near: [text('a'), { pattern: 'b+' }], within: 200 });
    expect(tree('(a OR b) near/1 title:c')).toEqual({
      near: [{ or: [text('a'), text('b')] }, text('c', { in: 'title' })],
      within: 1,
    });
    expect(tree('same:page(a -b) c')).toEqual({
      and: [{ same_page: { and: [text('a'), { not: text('b') }] } }, text('c')],
    });
  });

  test('says what is known of the domain', () => {
    const filter = (...condition: readonly unknown[]) => ({ filter: condition });
    expect(tree('site:WWW.Example.com')).toEqual({
      or: [filter('domain', 'in', ['example.com']), filter('domain', 'like', '%.example.com')],
    });
    expect(tree('tld:de,.co.uk')).toEqual({
      or: [filter('domain', 'like', '%.de'), filter('domain', 'like', '%.co.uk')],
    });
    expect(tree('country:de,AT')).toEqual(filter('country', 'in', ['AT', 'DE']));
    expect(tree('country:germany,deu,At')).toEqual(filter('country', 'in', ['AT', 'DE']));
    expect(tree('category:cms,JavaScript_Libraries')).toEqual(
      filter('tech', 'in', ['content.cms', 'web_development.javascript_libraries']),
    );
    expect(tree('category:"Message Boards"')).toEqual(
      filter('tech', 'in', ['communication.message_boards', 'content.message_boards']),
    );
    expect(tree('tech:"google analytics"@seen')).toEqual(filter('tech_seen', 'in', ['Google Analytics']));
    expect(tree('tech:"google analytics@SEEN"')).toEqual(filter('tech_seen', 'in', ['Google Analytics']));
    expect(tree('category:cms@seen,javascript_libraries')).toEqual({
      or: [
        filter('tech', 'in', ['web_development.javascript_libraries']),
        filter('tech_seen', 'in', ['content.cms']),
      ],
    });
    expect(tree('tech:"google analytics"')).toEqual(filter('tech', 'in', ['Google Analytics']));
    expect(tree('plugin:Contact-Form-7')).toEqual(filter('plugin', 'in', ['contact-form-7']));
    expect(tree('plugin:contact-form-7@<5.3.2')).toEqual(
      filter('plugin', 'version', 'contact-form-7@<5.3.2'),
    );
    expect(tree('theme:Astra@4')).toEqual(filter('theme', 'version', 'astra@>=4.0.0 <5.0.0-0'));
    expect(tree('kind:parked,Soft_404')).toEqual(filter('kind', 'in', ['parked', 'soft_404']));
    expect(tree('-kind:challenge')).toEqual({ not: filter('kind', 'in', ['challenge']) });
    expect(tree('rank:>=300')).toEqual(filter('rank', '>=', 300));
    expect(tree('rank:7')).toEqual(filter('rank', 'in', [7]));
    expect(tree('rank:100..300')).toEqual({
      and: [filter('rank', '>=', 100), filter('rank', '<=', 300)],
    });
    expect(tree('visited:>2026-06-01')).toEqual(filter('visited', '>', '2026-06-01T00:00:00.000Z'));
    expect(tree('-lang:de')).toEqual({
      not: {
        or: [filter('language', 'in', ['de']), filter('content_language', 'in', ['de'])],
      },
    });
  });

  test.each([
    ['title:""', 'at column 7, the text is empty; give at least 1 character'],
    ['title:"  "', 'at column 7, the text is only white space; add a character that is not'],
    ['a near/0 b', 'at column 3, near/0 says no distance; write near/1 to near/10000, in characters'],
    [
      'a near/5 b near/5 c',
      'at column 12, near/5 joins more than two; put two of them into parentheses, or write AND',
    ],
    [
      'a near/5 rank:>3',
      'at column 10, near joins something that has no position in a text; write a text, a pattern, or a group of them with OR on either side',
    ],
    [
      'case:maybe a',
      'at column 6, case: is followed by maybe; write case:yes, case:no, or case:auto for yes where a text has capitals',
    ],
    [
      'a OR case:yes',
      'at column 6, case: applies to nothing here; write it before what it applies to, or at the end of the group, not after OR, NOT or near',
    ],
    [
      'in:style a',
      'at column 4, in:style cannot be searched: style sheets are not stored apart from pages; use one of body, text, comment, inline, script, link, meta, title, url, rendered, dns, headers, cookies, file, any',
    ],
    [
      'in:titl a',
      'at column 4, titl is not a scope; did you mean title? If not, use one of body, text, comment, inline, script, link, meta, title, url, rendered, dns, headers, cookies, file, any',
    ],
    [
      'rank:high',
      'at column 6, rank: is followed by "high"; write a number from 0 to 1000, for instance rank:>=300 or rank:100..300',
    ],
    // The comma ends the first plugin.
    [
      'plugin:woocommerce@>=8,<9',
      'at column 8, plugin: is followed by "woocommerce@>=8,<9"; write names of the folders of plugins, for instance plugin:contact-form-7, or plugin:"contact-form-7@>=5 <6" with versions',
    ],
    [
      'kind:parkde',
      'at column 6, kind: is "parkde", which is not a known value; the nearest are parked, challenge, soft_404',
    ],
    [
      'category:js',
      'at column 10, category: is "js", which is not a known value; the nearest are content.cms, communication.message_boards, content.message_boards',
    ],
    [
      'category:,',
      'at column 10, category: is followed by ","; write categories of technologies, for instance category:cms or category:content.cms',
    ],
    [
      'country:Germani',
      'at column 9, country: is "Germani", which is not a known value; the nearest are DE (Germany), AT',
    ],
    [
      'tech:/x+/',
      'at column 6, tech: takes a value; write it right after the colon, in quotes if it has spaces',
    ],
  ])('%j is refused', (q, expected) => {
    expect(refusal(q)).toBe(`q cannot be read: ${expected}`);
  });

  test('names line and column, in characters, where there are several lines', () => {
    expect(refusal('a\n😀 rank:high')).toContain('in line 2, column 8, rank: is followed by "high"');
  });

  test('has bounds', () => {
    expect(refusal('a'.repeat(10_001))).toBe('q has 10001 characters; give at most 10000');
    expect(refusal('a '.repeat(5_000))).toContain(
      'there are 5000 texts, patterns and conditions; give at most 500',
    );
    expect(refusal(Array(500).fill('a').join(' OR '))).toBe('accepted');
    const tooDeep = 'this is inside of 50 groups and negations; nest less deeply';
    expect(refusal('('.repeat(51) + 'a' + ')'.repeat(51))).toContain(tooDeep);
    expect(refusal('NOT '.repeat(51) + 'a')).toContain(tooDeep);
    expect(refusal('('.repeat(50) + 'a' + ')'.repeat(50))).toBe('accepted');
    expect(refusal('a\ud800')).toBe(
      'q has half of a surrogate pair; write characters beyond U+FFFF as whole pairs',
    );
  });

  test('is read or refused, whatever it is, with a column within it', () => {
    const piece = fc.constantFrom(
      'a',
      '"',
      "'",
      '(',
      ')',
      '|',
      ' OR ',
      ' ',
      '-',
      '/',
      '\\',
      'near/3',
      ':',
      'text:',
      'same:page(',
      'case:yes ',
      'NOT ',
      '+',
      '[',
      '😀',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const q = pieces.join('');
        const read = readQuery(q);
        const column = read.ok ? 1 : Number(/column (\d+)/.exec(read.error.problem)?.[1]);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual(Array.from(q).length + 1);
        // Its tree is the same query again, unless it is constant, which a tree can't say.
        const isConstant = read.ok && simplify(read.value, 'domain').kind === 'constant';
        const again = read.ok && !isConstant ? readTree(treeOf(read.value)) : read;
        expect(again).toEqual(read);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('NUL, line breaks and quotes', () => {
  test.each([
    ['a\nb', { and: [{ text: 'a' }, { text: 'b' }] }],
    ['a\r\nb', { and: [{ text: 'a' }, { text: 'b' }] }],
    ['a\u00a0b', { and: [{ text: 'a' }, { text: 'b' }] }],
    ['"a\nb"', { text: 'a\nb' }],
    ['"a\r\nb"', { text: 'a\r\nb' }],
    [String.raw`"a\nb"`, { text: 'a\nb' }],
    [String.raw`'a\r\nb'`, { text: 'a\r\nb' }],
    [String.raw`lit:"a\nb"`, { text: String.raw`a\nb` }],
    ['lit:"a\nb"', { text: 'a\nb' }],
    [String.raw`re:"a\nb"`, { text: 'a\nb' }],
    [String.raw`/a\r?\nb/`, { pattern: String.raw`a\r?\nb` }],
    [`"it's"`, { text: "it's" }],
    [`'say "hi"'`, { text: 'say "hi"' }],
    [String.raw`"say \"hi\""`, { text: 'say "hi"' }],
    [String.raw`lit:"say \"hi\""`, { text: 'say "hi"' }],
    ["it's", { text: "it's" }],
    ['class="x"', { text: 'class="x"' }],
    ['“say hi”', { text: 'say hi' }],
    ['"a “b” c"', { text: 'a “b” c' }],
  ])('%j is read as docs/search.md says', (q, tree) => {
    const result = readQuery(q);
    expect(result.ok ? treeOf(result.value) : result.error).toEqual(tree);
  });

  test.each(['a\0b', '"a\0b"', String.raw`"a\u{0}b"`, 'lit:"a\0"', 'title:a\0'])('%j is refused', (q) => {
    expect(readQuery(q)).toMatchObject({
      ok: false,
      error: {
        problem: expect.stringContaining('has a NUL character'),
        remedy: 'leave it out, no page has one',
      },
    });
  });
});

describe('hosts', () => {
  test.each([
    ['host:CDN.Example.com', 'host', 'cdn.example.com'],
    ['host:cdn.example.com.', 'host', 'cdn.example.com'],
    ['host:*.example.com', 'host', '*.example.com'],
    ['script_host:straße.example', 'script_host', 'xn--strae-oqa.example'],
    ['style_host:my_cdn.example', 'style_host', 'my_cdn.example'],
    ['image_host:192.0.2.1', 'image_host', '192.0.2.1'],
    ['frame_host:"[2001:DB8::1]"', 'frame_host', '2001:db8::1'],
    ['request_host:www.example.com', 'request_host', 'www.example.com'],
  ])('%s', (written, field, value) => {
    expect(tree(written)).toEqual({ filter: [field, 'matches', value] });
  });

  test.each([
    'host:https://cdn.example.com/a.js',
    'host:cdn.example.com:80',
    'host:a*b.example',
    'host:a..b',
  ])('%s is refused, and the form of a host is told', (written) => {
    expect(readQuery(written, {})).toMatchObject({
      ok: false,
      error: {
        problem: expect.stringContaining(written.slice('host:'.length)),
        remedy: expect.stringMatching(/^write a host, for instance cdn\.example\.com/),
      },
    });
  });
});
