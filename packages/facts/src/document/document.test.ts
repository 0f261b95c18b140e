import { readPageText, scopeRanges, ZONE_SCOPES } from '@sitegrep/html';
import { describe, expect, test } from 'vitest';
import { readDocument, readWholePage } from './document.ts';

describe('the title', () => {
  test.each([
    ['<title>A &amp; B</title><title>C</title>', 'A & B'],
    ['<svg><title>no</title></svg><title>yes</title>', 'yes'],
    ['<template><title>no</title></template><title>yes</title>', 'yes'],
    ['<title>a <b>not a tag</b></title>', 'a <b>not a tag</b>'],
    ['<body><TITLE>late</TITLE>', 'late'],
    ['<title>never closed', 'never closed'],
    ['<title></title><title>second</title>', 'second'],
    ['<title> </title>', ' '],
    ['<title>&nbsp;&shy;</title><title>second</title>', 'second'],
    ['<title>&amp;nbsp;</title><title>second</title>', 'second'],
    ['<noscript><title>no</title></noscript><title>yes</title>', 'yes'],
    ['<noscript><title>no</title></noscript>', null],
    ['<!-- <title>no</title> --><script>"<title>no</title>"</script>', null],
    ['<svg><title>no</title></svg>', null],
  ])('%s', (html, title) => {
    expect(readDocument(html).title).toBe(title);
  });
});

describe('text', () => {
  test('only what a visitor reads is sampled', () => {
    const html =
      '<title>t</title><p>seen &eacute;</p><script>a</script><style>b</style><noscript>c</noscript><template>d</template>' +
      '<textarea>e</textarea><select><option>f</option></select><svg><text>g</text></svg><iframe>h</iframe><!-- i --><b>too</b>';
    expect(readDocument(html).sample.trim()).toBe('seen é too');
  });

  test('a page that shows nothing with scripts is sampled without them, unless it only asks for scripts', () => {
    const post = `<p>${'The forum shows its posts to readers without scripts, too. '.repeat(10)}</p>`;
    const html = `<script>start()</script><noscript>${post}</noscript>`;
    expect(readDocument(html).sample).toContain('posts to readers');
    expect(readDocument(`${html}<p>Seen</p>`).sample.trim()).toBe('Seen');
    expect(readDocument('<noscript>Please turn scripts on to run this app.</noscript>').sample).toBe('');
  });

  test('prose is preferred to menu entries once there is enough of it', () => {
    const prose = 'This sentence is a good deal longer than any entry of a menu would be. ';
    const html = `<li>Home</li><li>Shop</li>${`<p>${prose}</p>`.repeat(10)}`;
    expect(readDocument(html).sample).not.toContain('Home');
    expect(readDocument(`<li>Home</li><p>${prose}</p>`).sample).toContain('Home');
  });

  test('the sample is bounded', () => {
    expect(readDocument(`<p>${'word '.repeat(50)}</p>`.repeat(1_000)).sample.length).toBeLessThanOrEqual(
      10_000,
    );
    expect(readDocument('<i>ab</i>'.repeat(20_000)).sample.length).toBeLessThanOrEqual(6_000);
  });

  test('the complete text has one blank where tags separate it', () => {
    const html =
      '<title>t</title> <h1> Big\n  News </h1><p>of&nbsp;<b>today</b>!<br>more</p>\n<!-- i -->\n<script>s</script><ul> <li>&lt;a&gt;</ul>';
    expect(readDocument(html).text).toBe('Big\n  News of today ! more <a>');
    expect(readDocument('<p> <b>\n</b>').text).toBe('');
    expect(readDocument(`${'<li>menu</li>'.repeat(5_000)}<p>end`).text).toMatch(/^menu menu .* menu end$/);
  });

  test('the complete text is bounded', () => {
    expect(readDocument('<p>words</p>'.repeat(300_000)).text).toHaveLength(1_048_576);
    expect(readDocument('word '.repeat(300_000)).text).toHaveLength(1_048_576);
  });
});

describe('css', () => {
  test.each([
    [
      '<style>a{}</style><p>x<STYLE media=print>\nb > c{}</STYLE><style></style><style>d{}',
      'a{}\n\nb > c{}\nd{}',
    ],
    ['<style>"<b>&amp;</b>"</style>', '"<b>&amp;</b>"'],
    ['<svg><style>a{}<![CDATA[b{}]]><i>c{}</i></style></svg><style>d{}</style>', 'a{}b{}c{}\nd{}'],
    ['<svg><style>a{}<style>b{}</style>c{}</style></svg>', 'a{}\nb{}\nc{}'],
    ['<svg><style>a{}<script>b()</script></style></svg>', 'a{}'],
    ['<p style="a:b">style</p><link rel=stylesheet href=x><!-- <style>a{}</style> -->', ''],
  ])('%j', (html, css) => {
    expect(readDocument(html).css).toBe(css);
  });

  test('is bounded', () => {
    expect(readDocument(`<style>${'a{}'.repeat(500_000)}</style>`).css).toHaveLength(1_048_576);
    expect(readDocument('<style>a{b:c}</style>'.repeat(200_000)).css).toHaveLength(1_048_576);
  });
});

describe('addresses', () => {
  test.each([
    ['<p>info@firm.org</p>', ['info@firm.org']],
    ['<p>info&#64;firm.org or sales&commat;firm&period;org</p>', ['info@firm.org', 'sales@firm.org']],
    ['info<!-- no spam -->@firm.org and sales@<wbr>firm.org', ['info@firm.org', 'sales@firm.org']],
    ['<td>info@firm.org</td><td>Phone</td>', ['info@firm.org']],
    ['<a href="mailto:info@firm.org?subject=x">write</a>', ['info@firm.org']],
    ['<a href="MAILTO:&#105;nfo&#x40;firm.org">write</a>', ['info@firm.org']],
    ['<area href=mailto:info@firm.org>', ['info@firm.org']],
    ['<a href="/cdn-cgi/l/email-protection" data-cfemail="5a3b1a38743935">x</a>', ['a@b.co']],
    ['<span class=__cf_email__ data-cfemail=5a3b1a38743935>[email&#160;protected]</span>', ['a@b.co']],
    ['<a href="/cdn-cgi/l/email-protection#5a3b1a38743935">x</a>', ['a@b.co']],
    ['<script>"info@firm.org"</script><style>a@firm.org</style><!-- b@firm.org -->', []],
    ['<img src="logo@2x.png" alt="x@firm.org">', []],
    ['<noscript><p>info@firm.org</noscript>', ['info@firm.org']],
  ])('%s', (html, emails) => {
    expect([...readDocument(html).emails.keys()]).toEqual(emails);
  });

  test('an address far into a very long text without tags is found', () => {
    expect([
      ...readDocument(`${'word '.repeat(100_000)}info@firm.org ${'word '.repeat(100_000)}`).emails.keys(),
    ]).toEqual(['info@firm.org']);
  });
});

describe('links', () => {
  test('links marked nofollow are not to be followed; fragments, mail and protected addresses are not links', () => {
    const parts = readDocument(
      '<a href=/a>1</a><a rel="external NoFollow" href=/b>2</a><a rel=UGC href=/u>u</a><a rel="sponsored me" href=/s>s</a><a href="#c">3</a><a href="">4</a><a>5</a><area href="/d&amp;e">' +
        '<a href=mailto:a@firm.org>6</a><a href=/cdn-cgi/l/email-protection#5a3b1a38743935>7</a><a href=/a>8</a><a rel=me href=/f>9</a>',
    );
    expect([...parts.linkHrefs]).toEqual(['/a', '/d&e', '/f']);
    expect([...parts.anchorHrefs]).toEqual(['/a', '/b', '/u', '/s', '/d&e', '/f']);
    expect([...parts.meHrefs]).toEqual(['/s', '/f']);
  });

  test('the first of two attributes with one name counts', () => {
    expect([...readDocument('<a href=/a href=/b>').linkHrefs]).toEqual(['/a']);
  });

  test('attributes of one element do not reach the next', () => {
    const parts = readDocument('<a href=/a rel=nofollow><a href=/b></a><link rel=canonical><link href=/c>');
    expect([...parts.linkHrefs]).toEqual(['/b']);
    expect(parts.headLinks).toEqual([
      { rel: [], href: '/c', hreflang: null, as: null, type: null, title: null },
    ]);
  });
});

describe('head', () => {
  test('metas are keyed by name, else by property', () => {
    const parts = readDocument(
      '<meta name=Description content="a &amp; b"><meta property="OG:Title" content=c><meta name="" property=d content="">' +
        '<meta http-equiv=Content-Language content=de><meta name=nothing><meta charset=utf-8>',
    );
    expect(parts.metas).toEqual([
      { key: 'description', httpEquiv: '', content: 'a & b' },
      { key: 'og:title', httpEquiv: '', content: 'c' },
      { key: 'd', httpEquiv: '', content: '' },
      { key: '', httpEquiv: 'content-language', content: 'de' },
    ]);
  });

  test('the first html and base elements with the attribute count', () => {
    const parts = readDocument(
      '<html><html lang=de xml:lang=fr><html lang=en><base target=_top><base href=/a/><base href=/b/>',
    );
    expect([parts.htmlLang, parts.htmlXmlLang, parts.baseHref]).toEqual(['de', 'fr', '/a/']);
  });
});

describe('scripts', () => {
  test('texts are exactly the characters between the tags', () => {
    const parts = readDocument(
      '<script> a &amp; b < c </script><script src="/x.js?a=1&amp;b=2">fallback</script><script src=></script><SCRIPT\n>"<\\/script>"</SCRIPT >' +
        '<script type="application/LD+JSON; charset=utf-8">{}</script><script>open',
    );
    expect(parts.scripts.map(({ text }) => text)).toEqual([
      ' a &amp; b < c ',
      'fallback',
      '"<\\/script>"',
      '{}',
      'open',
    ]);
    expect(parts.scriptSrc).toEqual(['/x.js?a=1&b=2']);
    expect(parts.scripts.map(({ isJsonLd }) => isJsonLd)).toEqual([false, false, false, true, false]);
  });

  test('the address of one that is loaded later counts, unless it has its own', () => {
    const { scriptSrc } = readDocument(
      '<script type="text/plain" data-src="/a.js?x=1&amp;y=2"></script><script data-rocket-src=/b.js></script>' +
        '<script src=/c.js data-src=/d.js></script><script data-litespeed-src="/e.js"></script>' +
        '<script data-cmp-src=/f.js data-suppressedsrc=/g.js></script><img data-src=/h.js>',
    );
    expect(scriptSrc).toEqual(['/a.js?x=1&y=2', '/b.js', '/c.js', '/e.js', '/f.js']);
  });
});

test('hostile amounts are bounded', () => {
  const many = (count: number, piece: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => piece(index)).join('');
  expect(readDocument(many(30_000, (index) => `<a href=/${index}>`)).linkHrefs.size).toBe(20_000);
  expect(readDocument(many(10_000, (index) => `<script src=/${index}>x</script>`)).scripts).toHaveLength(
    5_000,
  );
  expect(readDocument(many(10_000, (index) => `<script src=/${index}>x</script>`)).scriptSrc).toHaveLength(
    5_000,
  );
  expect(readDocument(many(5_000, (index) => `<meta name=n${index} content=x>`)).metas).toHaveLength(2_000);
  expect(readDocument(many(5_000, () => '<link rel=canonical href=/x>')).headLinks).toHaveLength(1_000);
  // Of attributes only those are kept that say something.
  expect(readDocument(`<a ${many(50_000, (index) => `a${index}=1 `)} href=/x>`).linkHrefs.size).toBe(1);
});

test('one pass reads the document, its text and its scopes as each alone does', () => {
  const source =
    '<title>Tea & more</title><!--é--><meta name=a content=b><script src="/a.js" src=/b.js></script>' +
    '<template><a href=/c>in</a></template><svg><title>drawn</title></svg><script>1</script><p>Kettles <a href="/d">here</a>' +
    '<noscript>off</noscript><iframe>no</iframe>';
  const { parts, text, scopes } = readWholePage(source, true);
  const alone = readDocument(source, true);
  expect([parts.text, parts.linkHrefs, parts.scriptSrc]).toEqual([
    alone.text,
    alone.linkHrefs,
    alone.scriptSrc,
  ]);
  expect(text).toEqual(readPageText(source));
  expect(scopes).toEqual(scopeRanges(source, ZONE_SCOPES));
});
