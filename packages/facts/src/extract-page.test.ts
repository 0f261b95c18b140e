import type { Page, TechnologySignals } from '@sitegrep/site';
import { NO_PAGE_FACTS } from '@sitegrep/site/test/facts';
import * as fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import { hasChildren, isDocument, isTag, isText, type ChildNode, type Element } from 'domhandler';
import { describe, expect, test } from 'vitest';
import { mayDeviate } from '@sitegrep/html/test/htmlparser2-deviations';
import { loadLanguages } from './data.ts';
import { extractPage, type ExtractedPage, type ExtractOptions } from './extract-page.ts';
import { languageDetector } from './language-model/detector.ts';
import { loadOwnerDetails } from './owner-details.ts';

/** Facts that are not read from the page. */
const NOT_DETECTED = { technologies: [], plugins: [], themes: [], version: NO_PAGE_FACTS.version };

const ownerDetails = await loadOwnerDetails();
const read = (given: Page, options: ExtractOptions = {}): ExtractedPage =>
  extractPage(given, { ownerDetails, ...options });
const page = (body: string | Uint8Array, headers: Page['headers'] = []): Page => ({
  url: 'https://firm.test/shop/',
  status: 200,
  headers,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  truncated: false,
  fetchedAt: 0,
});
const facts = (html: string, headers: Page['headers'] = []): ExtractedPage['facts'] =>
  read(page(html, headers)).facts;

const SHOP = `<!doctype html>
<html lang="de-AT">
<head>
  <meta charset="windows-1252">
  <base href="/laden/">
  <title> Fahrrad\n &amp; Söhne </title>
  <meta name="description" content="Wir reparieren&nbsp;Räder.">
  <meta name="Keywords" content="Rad, rad, Reparatur">
  <meta name="generator" content="WordPress 6.5">
  <meta name="Generator" content=" WooCommerce&#32;9.3 ">
  <meta name="generator" content="WordPress 6.5"><meta name="generator" content=" ">
  <meta property="og:title" content="Anderer Titel">
  <style>h1 { color: red }</style>
  <meta name="twitter:site" content="@FahrradSoehne">
  <link rel="canonical" href="start">
  <script src="/js/jquery.js?ver=3.7&amp;x"></script>
  <script type="application/ld+json">{"sameAs":["https:\\/\\/www.instagram.com\\/Fahrrad.Soehne\\/"]}</script>
</head>
<body>
  <p>Willkommen in unserem kleinen Laden in der Altstadt. Wir reparieren Fahrräder und beraten Sie gern.</p>
  <p>Schreiben Sie an <a href="mailto:laden@fahrrad.at">laden@fahrrad.at</a> oder buero@fahrrad.at.</p>
  <a href="https://www.facebook.com/FahrradSoehne/">f</a>
  <a href="https://www.facebook.com/sharer.php?u=x">teilen</a>
  <a href="preise#rad">Preise</a> <a href="intern" rel="nofollow">intern</a>
</body></html>`;

describe('a page', () => {
  test('keeps the DNS records that came with it, and gives them to detection by type', () => {
    const dns = ['MX 10 mail.test', 'MX 20 b.test', 'TXT v=spf1 -all'];
    const { facts: found, signals } = read({ ...page('<p>'), dns });
    expect(found.dns).toEqual(dns);
    expect(signals.dns).toEqual({ mx: ['10 mail.test', '20 b.test'], txt: ['v=spf1 -all'] });
  });

  test('has what came with it as texts, those that its scripts set too, and as facts', () => {
    const sent = page('<p>', [
      ['Server', 'nginx'],
      ['Set-Cookie', 'id=1; Path=/'],
    ]);
    const { answers, facts: found } = extractPage(sent, { scriptCookies: ['id', '_ga'] });
    expect(answers).toEqual({
      headers: 'HTTP 200\nserver: nginx\nset-cookie: id; path=/\n',
      cookies: '\nid; path=/\n_ga; script\n',
      file: '',
    });
    expect(found).toMatchObject({
      headers: ['server', 'server=nginx', 'set-cookie'],
      cookies: ['id', '_ga'],
    });
  });

  test('has what its host sent, not what was fitted to its body, and nothing where that is not known', () => {
    const fitted = page('<p>', [['content-type', 'text/html; charset=utf-8']]);
    const { answers } = extractPage({ ...fitted, received: [['content-encoding', 'br']] });
    expect(answers?.headers).toBe('HTTP 200\ncontent-encoding: br\n');
    const unknown = extractPage({ ...fitted, received: null });
    expect(unknown.answers).toBeNull();
    expect(unknown.facts).toMatchObject({ headers: [], cookies: [] });
  });

  test('is read into facts, links and signals', () => {
    const extracted = read(
      page(Buffer.from(SHOP, 'latin1'), [
        ['Content-Type', 'text/html'],
        ['Set-Cookie', 'wp=1; path=/'],
        ['X-Robots-Tag', 'nofollow'],
      ]),
      { languageOf: languageDetector(loadLanguages()) },
    );
    expect(extracted.charset).toBe('windows-1252');
    expect(extracted.source).toBe(SHOP);
    expect(extracted.truncated).toBe(false);
    expect({ ...extracted.facts, ...NOT_DETECTED }).toEqual({
      ...NO_PAGE_FACTS,
      title: 'Fahrrad & Söhne',
      description: 'Wir reparieren Räder.',
      metaKeywords: ['Rad', 'Reparatur'],
      emails: [
        { email: 'laden@fahrrad.at', source: 'link', written: 'laden@fahrrad.at' },
        { email: 'buero@fahrrad.at', source: 'text', written: 'buero@fahrrad.at' },
      ],
      profiles: [
        {
          profile: 'https://facebook.com/fahrradsoehne',
          source: 'link',
          written: 'https://www.facebook.com/FahrradSoehne/',
        },
        { profile: 'https://x.com/fahrradsoehne', source: 'structured_data', written: '@FahrradSoehne' },
        {
          profile: 'https://instagram.com/fahrrad.soehne',
          source: 'structured_data',
          written: 'https://www.instagram.com/Fahrrad.Soehne/',
        },
      ],
      declaredLanguage: 'de',
      contentLanguage: 'de',
      canonicalUrl: 'https://firm.test/laden/start',
      generators: ['WordPress 6.5', 'WooCommerce 9.3'],
      headers: [
        'content-type',
        'content-type=text/html',
        'set-cookie',
        'x-robots-tag',
        'x-robots-tag=nofollow',
      ],
      cookies: ['wp'],
      countryEvidence: [
        { source: 'region', value: 'de-AT', country: 'AT' },
        { source: 'shared_language', value: 'de', country: 'DE' },
      ],
      hosts: [{ host: 'www.facebook.com', kinds: 'l' }],
      // X-Robots-Tag says nofollow, so there are no linkedDomains.
    });
    expect(extracted.links).toEqual([
      'https://www.facebook.com/FahrradSoehne/',
      'https://www.facebook.com/sharer.php?u=x',
      'https://firm.test/laden/preise',
    ]);
    expect(extracted.nofollowLinks).toEqual(['https://firm.test/laden/intern']);
    expect(extracted.robots).toEqual({ noindex: false, nofollow: true, expires: false, maxSnippet: null });
    const { layout, ...signals } = extracted.signals;
    expect(signals).toEqual({
      url: 'https://firm.test/shop/',
      html: SHOP,
      headers: {
        'content-type': ['text/html'],
        'set-cookie': ['wp=1; path=/'],
        'x-robots-tag': ['nofollow'],
      },
      cookies: { wp: ['1'] },
      scriptSrc: ['/js/jquery.js?ver=3.7&x'],
      scripts: ['{"sameAs":["https:\\/\\/www.instagram.com\\/Fahrrad.Soehne\\/"]}'],
      loaded: [],
      meta: {
        description: ['Wir reparieren\u00A0Räder.'],
        keywords: ['Rad, rad, Reparatur'],
        generator: ['WordPress 6.5', ' WooCommerce 9.3 ', 'WordPress 6.5', ' '],
        'og:title': ['Anderer Titel'],
        'twitter:site': ['@FahrradSoehne'],
      },
      text:
        'Willkommen in unserem kleinen Laden in der Altstadt. Wir reparieren Fahrräder und beraten Sie gern. ' +
        'Schreiben Sie an laden@fahrrad.at oder buero@fahrrad.at. f teilen Preise intern',
      css: 'h1 { color: red }',
      robots: '',
      certIssuer: '',
      dns: {},
      js: {},
      xhr: [],
    });
    expect(layout?.scripts).toEqual([SHOP.indexOf('{"sameAs"')]);
    expect(layout?.startTags).toHaveLength(2 * SHOP.split(/<[a-z]/).slice(1).length);
    expect(layout?.depth).toBe(4);
  });

  test('passes the data about its host to detection', () => {
    const { signals } = read({ ...page('<p>'), certIssuer: 'Trust R1', robotsTxt: '# robots' });
    expect(signals).toMatchObject({ certIssuer: 'Trust R1', robots: '# robots' });
  });

  test('without anything in it has no facts', () => {
    for (const body of ['', ' ', '<', 'plain', '\0\0']) {
      expect({ ...facts(body), ...NOT_DETECTED }).toEqual(NO_PAGE_FACTS);
    }
  });

  test('og:title replaces a missing or empty title', () => {
    const og = '<meta property=og:title content=" Other ">';
    expect(facts(og).title).toBe('Other');
    expect(facts(`<title> </title>${og}`).title).toBe('Other');
    expect(facts('<title> </title>').title).toBeNull();
    expect(facts(`<title>Own</title>${og}`).title).toBe('Own');
  });

  test('og:description replaces a missing or empty description', () => {
    const og = '<meta property=og:description content=Other>';
    expect(facts(og).description).toBe('Other');
    expect(facts(`${og}<meta name=description content=" ">`).description).toBe('Other');
    expect(
      facts(`${og}<meta name=description content=Own><meta name=description content=Late>`).description,
    ).toBe('Own');
  });

  test('profiles come from links, rel=me, metas and JSON-LD', () => {
    expect(
      facts(
        '<a href=//twitter.com/acme>x</a><link rel=me href=https://fosstodon.org/@acme><link rel=me href=https://github.com/acme>' +
          '<a rel="me nofollow" href=https://toot.test/@acme>m</a><meta property=og:see_also content=https://www.youtube.com/@acme>' +
          '<meta property=article:publisher content=https://www.facebook.com/acme><meta name=twitter:creator content=@author>' +
          '<script type=application/ld+json>{"sameAs":"https://www.linkedin.com/company/acme"}</script><script>{"sameAs":"https://t.me/acme"}</script>',
      ).profiles.map(({ profile }) => profile),
    ).toEqual([
      'https://x.com/acme',
      'https://github.com/acme',
      'https://toot.test/@acme',
      'https://fosstodon.org/@acme',
      'https://youtube.com/@acme',
      'https://facebook.com/acme',
      'https://linkedin.com/company/acme',
    ]);
  });

  test('at most 100 profiles are returned', () => {
    const links = Array.from({ length: 150 }, (_, index) => `<a href=https://x.com/acme${index}>`).join('');
    expect(facts(links).profiles).toHaveLength(100);
  });

  test('profiles on its own site are found if that is a network', () => {
    const html = '<a href=https://www.facebook.com/acme>Us</a><a href=https://firm.test/acme>Us</a>';
    const own = { ...page(html), url: 'https://www.facebook.com/groups' };
    const found = [{ profile: 'https://facebook.com/acme' }];
    expect(read(own).facts.profiles).toMatchObject(found);
    expect(facts(html).profiles).toMatchObject(found);
  });

  test('its language may be declared by the alternate link to itself', () => {
    const alternates =
      '<link rel=alternate hreflang=en href=/en/><link rel=alternate hreflang=de-CH href=/shop/>';
    expect(facts(alternates).declaredLanguage).toBe('de');
    expect(facts(`<html lang=fr>${alternates}`).declaredLanguage).toBe('fr');
    expect(
      facts('<meta property=og:locale content=nl_BE>', [['Content-Language', 'it']]).declaredLanguage,
    ).toBe('it');
  });

  test('JSON-LD declares the language of a page that declares none otherwise', () => {
    const script = '<script type="application/ld+json">{"@type":"WebPage","inLanguage":"fi-FI"}</script>';
    expect(facts(script).declaredLanguage).toBe('fi');
    expect(facts(`<meta property=og:locale content=sv_SE>${script}`).declaredLanguage).toBe('sv');
  });

  test('phone numbers come from links and JSON-LD; a calling code, address or language shows the country', () => {
    const { phoneNumbers, countryEvidence } = facts(
      '<html lang=en-US><meta property=og:locale content=de_CH><link rel=alternate hreflang=de-ch href=/>' +
        '<a href="tel:+41%2044%20668%2018%2000">call</a> <a href="TEL:+41 (0)44 668 18 00">again</a>' +
        '<a href="tel:+49&nbsp;30&nbsp;23125&nbsp;000" rel=nofollow>Berlin</a> <a href="tel:12">short</a>' +
        '<script type=application/ld+json>{"@type":"Organization","telephone":"044 668 18 01",' +
        '"address":{"@type":"PostalAddress","addressCountry":{"name":"Schweiz"}}}</script>' +
        '<script>{"telephone":"+43 1 58858 0","addressCountry":"AT"}</script>',
    );
    expect(phoneNumbers).toEqual([
      {
        number: '+41446681800',
        kind: 'phone',
        source: 'link',
        written: 'tel:+41%2044%20668%2018%2000',
      },
      {
        number: '+493023125000',
        kind: 'phone',
        source: 'link',
        written: 'tel:+49\u00a030\u00a023125\u00a0000',
      },
      { number: '+41446681801', kind: 'phone', source: 'structured_data', written: '044 668 18 01' },
    ]);
    expect(countryEvidence).toEqual([
      { source: 'address', value: 'Schweiz', country: 'CH' },
      { source: 'phone', value: '+41446681800', country: 'CH' },
      { source: 'phone', value: '+493023125000', country: 'DE' },
      { source: 'region', value: 'en-US', country: 'US' },
      { source: 'region', value: 'de_CH', country: 'CH' },
    ]);
  });

  test('a phone number without a calling code is one of the country of the address, else of the domain', () => {
    const call = '<a href="tel:030 23125 000">call</a>';
    const addressed = (...countries: string[]): string =>
      `<script type=application/ld+json>${JSON.stringify(countries.map((addressCountry) => ({ addressCountry })))}</script>`;
    const at = (url: string, html: string): unknown =>
      read({ ...page(html), url }).facts.phoneNumbers.map(({ number }) => number);
    expect(at('https://firm.test/', call)).toEqual([]);
    expect(at('https://www.firm.de/', call)).toEqual(['+493023125000']);
    expect(at('https://firm.test/', call + addressed('DE'))).toEqual(['+493023125000']);
    expect(at('https://firm.test/', call + addressed('DE', 'AT'))).toEqual([]);
    expect(at('https://firm.de/', call + addressed('AT', 'CH'))).toEqual(['+493023125000']);
    expect(at('nonsense', call)).toEqual([]);
  });

  test('at most 100 phone numbers are returned', () => {
    const links = Array.from({ length: 250 }, (_, index) => `<a href=tel:+49302312${5000 + index}>`).join('');
    const home = (html: string) => read({ ...page(html), url: 'https://firm.test/' }).facts.phoneNumbers;
    expect(home(links)).toHaveLength(100);
    expect(home(`<a href=/x></a>${links}`.repeat(3)).at(-1)?.number).toBe('+493023125099');
    // Elsewhere so many are the numbers of others.
    expect(facts(links).phoneNumbers).toEqual([]);
  });

  test('a canonical link that is not an http(s) URL is ignored', () => {
    expect(facts('<link rel="canonical" href="javascript:x">').canonicalUrl).toBeNull();
    expect(facts('<link rel="Alternate CANONICAL" href="//other.test/x">').canonicalUrl).toBe(
      'https://other.test/x',
    );
  });

  test('links whose complete text names a page about the owner are recognised, whatever their URL', () => {
    const html =
      '<a href=/p/1#x><b>Impr</b>essum</a> <a href=/p/2>About&nbsp;us</a> <a href=/p/3 rel=nofollow>Kontakt</a>' +
      '<a href=/p/4>Contact lenses</a> <a href=/p/5><svg><title>Contact</title></svg></a> <a href=/p/6>x</a>Contact' +
      '<area href=/p/7>Contact<a href=mailto:a@firm.org>Contact</a>';
    expect(read(page(html)).ownerLinks).toEqual([
      { url: 'https://firm.test/p/1', kind: 'imprint' },
      { url: 'https://firm.test/p/2', kind: 'about' },
      { url: 'https://firm.test/p/3', kind: 'contact' },
    ]);
    const many = Array.from({ length: 30 }, (_, index) => `<a href=/${index}>Contact</a>`).join('');
    expect(read(page(many)).ownerLinks).toHaveLength(20);
  });

  test('is the same without links, except for the lists of links', () => {
    const shop = page(`${SHOP}<a href="/impressum">Impressum</a>`);
    const whole = read(shop);
    expect([whole.links.length, whole.nofollowLinks.length, whole.ownerLinks.length]).toEqual([4, 1, 1]);
    const alone = read(shop, { links: false });
    expect(alone).toEqual({ ...whole, links: [], nofollowLinks: [], ownerLinks: [] });
  });

  test('robots directives come from metas for all or for us, and from X-Robots-Tag', () => {
    expect(read(page('<meta name=SiteGrep content=none>')).robots).toEqual({
      noindex: true,
      nofollow: true,
      expires: false,
      maxSnippet: null,
    });
    expect(read(page('<meta name=ROBOTS content=NoIndex>')).robots).toEqual({
      noindex: true,
      nofollow: false,
      expires: false,
      maxSnippet: null,
    });
    expect(read(page('<meta name=googlebot content=noindex>')).robots).toEqual({
      noindex: false,
      nofollow: false,
      expires: false,
      maxSnippet: null,
    });
  });

  test('is cut at the cap, and what was cut off has no facts', () => {
    const cut = read(page('<title>é</title><meta name=description content=x>'), { maxSourceBytes: 8 });
    expect(cut.source).toBe('<title>');
    expect(cut.truncated).toBe(true);
    expect(cut.facts.description).toBeNull();
    expect(read({ ...page('<p>'), truncated: true }).truncated).toBe(true);
  });

  test('with an invalid URL is still read', () => {
    const extracted = read({
      ...page('<a href=/a>x</a><a href=https://other.test/>y</a>'),
      url: 'nonsense',
    });
    expect(extracted.links).toEqual([]);
    expect(extracted.source).toContain('other.test');
  });
});

describe('on hostile pages', () => {
  test('any bytes give some page', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const { source, facts } = read(page(bytes));
        expect(source.isWellFormed()).toBe(true);
        expect(facts.title).not.toBe('');
      }),
    );
  });

  test('a script within a script is part of its text and has no signals', () => {
    const html =
      '<script><!--<script src=a></script><meta name=A content=1>--></script><meta name=B content=2>';
    const { scriptSrc, scripts, meta } = read(page(html)).signals;
    expect(scripts).toEqual(['<!--<script src=a></script><meta name=A content=1>-->']);
    expect([scriptSrc, meta]).toEqual([[], { b: ['2'] }]);
  });

  test('signals are those of a document tree, whatever the markup', () => {
    const pieces = [
      '<script>',
      '</script>',
      '<script src=a>',
      '<script src="b&amp;c">',
      '<meta name=A content=1>',
      '<meta property=b content="2&lt;">',
      '<meta content=x>',
      '<svg>',
      '</svg>',
      '<title>',
      '</title>',
      '<template>',
      '</template>',
      '<p>',
      '</p>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      'text',
      ' & ',
      '&amp;',
      '"',
      "'",
      '<',
      '>',
      '/>',
      '<textarea>',
      '</textarea>',
      '<foreignObject>',
      '</foreignObject>',
      '<a href=',
      '<div ',
      '</div>',
      '<noscript>',
      '</noscript>',
      '<style>',
      '</style>',
      '<br>',
      '</br>',
      '<math>',
      '</math>',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
        const html = parts.join('');
        fc.pre(!mayDeviate(html));
        const { scriptSrc, scripts, meta } = read(page(html)).signals;
        expect({ scriptSrc, scripts, meta }).toEqual(signalsOfTree(html));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['unclosed elements', '<div>'.repeat(100_000)],
    ['end tags that imply an element, in open elements', '<div></p>'.repeat(100_000)],
    ['unopened elements', `<i>${'</b>'.repeat(100_000)}`],
    ['nothing but less-than signs', '<'.repeat(500_000)],
    ['nothing but ampersands', '&'.repeat(500_000)],
    ['character references', '&amp;'.repeat(200_000)],
    ['a@a@a', 'a@'.repeat(500_000)],
    ['one long attribute', `<a href="${'x'.repeat(4_000_000)}">`],
    ['one long content', `<meta name=keywords content="${','.repeat(2_000_000)}">`],
    ['nested comments', '<!-- '.repeat(200_000)],
    ['an unclosed title', `<title>${'&amp;<b>'.repeat(100_000)}`],
    ['an unclosed script', `<script>${'</scrip'.repeat(100_000)}`],
    ['foreign elements', '<svg><title><foreignObject>'.repeat(30_000)],
  ])('%s are read to the end', (_, html) => {
    const { source, truncated } = read(page(html));
    expect([source.length, truncated]).toEqual([html.length, false]);
  });
});

/** The same signals read off a whole tree, the plain way. */
function signalsOfTree(html: string): Pick<TechnologySignals, 'scriptSrc' | 'scripts' | 'meta'> {
  const tree = parseDocument(html);
  const scriptsIn = (root: typeof tree): Element[] =>
    DomUtils.getElementsByTagName('script', root).filter((script) => !isInTemplate(script));
  const scripts = scriptsIn(tree);
  // In SVG and MathML a tree has character references of scripts decoded; signals have the characters as written.
  const asWritten = scriptsIn(parseDocument(html, { decodeEntities: false }));
  const meta: Record<string, string[]> = {};
  for (const element of DomUtils.getElementsByTagName('meta', tree)) {
    if (isInTemplate(element)) continue;
    const { attribs } = element;
    const key = (attribs['name'] ?? attribs['property'] ?? '').toLowerCase();
    const content = attribs['content'];
    if (key !== '' && content !== undefined) (meta[key] ??= []).push(content);
  }
  return {
    scriptSrc: scripts.flatMap(({ attribs }) => attribs['src'] ?? []),
    scripts: asWritten.map(ownText).filter((text) => text !== ''),
    meta,
  };
}

function isInTemplate({ parent }: ChildNode): boolean {
  return (
    parent !== null &&
    ((isTag(parent) && parent.name === 'template') || (!isDocument(parent) && isInTemplate(parent)))
  );
}

/** Text in a script that is in no script within it; in SVG scripts can nest. */
function ownText(node: ChildNode): string {
  if (isText(node)) return node.data;
  if (!hasChildren(node)) return '';
  return node.children
    .map((child) => (isTag(child) && child.name === 'script' ? '' : ownText(child)))
    .join('');
}
