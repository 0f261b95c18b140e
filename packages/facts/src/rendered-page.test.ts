import type { Page } from '@sitegrep/site';
import { describe, expect, test } from 'vitest';
import { type ExtractedPage, extractPage, extractRendered, type ExtractOptions } from './extract-page.ts';
import { type RequestedHost, requestedHosts } from './hosts/requested-hosts.ts';
import { withRendered } from './rendered-page.ts';

function pageOf(html: string, headers: Page['headers'] = []): Page {
  return {
    url: 'https://shop.example/',
    status: 200,
    headers: [['content-type', 'text/html; charset=utf-8'], ...headers],
    body: Buffer.from(html),
    truncated: false,
    fetchedAt: 1_772_366_400_000,
  };
}

/** A page whose body and rendered source are given. */
function combined(
  body: string,
  rendered: string,
  options: ExtractOptions = {},
  headers: Page['headers'] = [],
  requested: readonly RequestedHost[] = [],
) {
  const page = pageOf(body, headers);
  const extracted = extractPage(page, options);
  const written = renderedOf(page, rendered, options);
  return { ...extracted, ...withRendered(extracted, written, requestedHosts(requested, page.url)) };
}

function renderedOf(page: Page, html: string, options: ExtractOptions = {}): ExtractedPage {
  return extractRendered(page, html, 'utf-8', options);
}

const SHELL =
  '<!doctype html><html lang="fr-CH"><title>My app</title><div id=root></div><script src=/a.js></script>';
const RENDERED = `<html lang="de"><head><title>Rad und Söhne</title><meta name=description content="Fahrräder">
  <meta name=keywords content="Rad, Laden"><meta name=generator content="Next.js"></head><body><div id=root>
  <p>Schreiben Sie an <a href="mailto:laden@shop.example">laden@shop.example</a>,
  <a href="tel:+43 1 5131234">+43 1 5131234</a></p><a href="https://www.facebook.com/RadUndSoehne">f</a>
  <a href="/preise">Preise</a><a href="https://other.example/">Freunde</a></div></body></html>`;

describe('facts of a rendered page', () => {
  test('are those of the body, and of the rendered source where the body has none or a framework set them', () => {
    const { facts } = combined(SHELL, RENDERED);
    expect(facts).toMatchObject({
      title: 'Rad und Söhne',
      declaredLanguage: 'de',
      description: 'Fahrräder',
      metaKeywords: ['Rad', 'Laden'],
      generators: ['Next.js'],
      emails: [expect.objectContaining({ email: 'laden@shop.example' })],
      phoneNumbers: [expect.objectContaining({ number: '+4315131234' })],
      profiles: [expect.objectContaining({ profile: 'https://facebook.com/radundsoehne' })],
      linkedDomains: ['other.example'],
    });
  });

  test('name the hosts of both sources and of its requests, each with all kinds', () => {
    const { facts } = combined(
      '<img src="//a.example/x"><script src="//b.example/y"></script>',
      '<script src="//a.example/x"></script><a href="https://c.example/">c</a>',
      {},
      [],
      [
        { host: 'shop.example', kind: 'fetch' },
        { host: 'B.example', kind: 'script' },
        { host: 'd.example', kind: 'xhr' },
        { host: 'd.example', kind: 'document' },
        { host: 'localhost', kind: 'image' },
        { host: 'e.example', kind: 'stylesheet' },
        { host: 'f.example', kind: 'font' },
        { host: 'f.example', kind: 'media' },
      ],
    );
    expect(facts.hosts).toEqual([
      { host: 'a.example', kinds: 'si' },
      { host: 'b.example', kinds: 'sr' },
      { host: 'c.example', kinds: 'l' },
      { host: 'd.example', kinds: 'fr' },
      { host: 'e.example', kinds: 'cr' },
      { host: 'f.example', kinds: 'inr' },
    ]);
  });

  test('name all that made it, in its body or in its rendered source', () => {
    const made = (name: string) => `<meta name=generator content="${name}">`;
    const { facts } = combined(made('WordPress 6.5') + made('Shop 2'), made('Shop 2') + made('Next.js'));
    expect(facts.generators).toEqual(['WordPress 6.5', 'Shop 2', 'Next.js']);
  });

  test('of its head are those that scripts set, and stay where they set none', () => {
    const shell = `<html lang=en><title>React App</title><meta name=description content="Web site created using create-react-app">
      <meta name=keywords content="react"><link rel=canonical href="https://shop.example/app"><meta property="og:site_name" content="Werkstatt"><div id=root></div>`;
    const written = `<html lang=de><title>Tee aus Jena</title><meta name=description content="Tee, lose"><meta name=keywords content="Tee">
      <link rel=canonical href="https://shop.example/tee"><meta property="og:site_name" content="Teeladen"><p>Tee</p>`;
    const { facts } = combined(shell, written);
    expect(facts).toMatchObject({
      title: 'Tee aus Jena',
      description: 'Tee, lose',
      metaKeywords: ['Tee'],
      declaredLanguage: 'de',
      canonicalUrl: 'https://shop.example/tee',
      siteName: { value: 'Teeladen', source: 'og:site_name' },
    });
    expect(combined(shell, '<html><title> </title><p>Tee</p>').facts).toMatchObject({
      title: 'React App',
      description: 'Web site created using create-react-app',
      metaKeywords: ['react'],
      declaredLanguage: 'en',
      canonicalUrl: 'https://shop.example/app',
      siteName: { value: 'Werkstatt' },
    });
  });

  test('are taken as a whole: a list of the body is not mixed with another', () => {
    const body = `${SHELL}<a href="mailto:info@shop.example">info@shop.example</a>`;
    expect(combined(body, RENDERED).facts.emails).toMatchObject([{ email: 'info@shop.example' }]);
  });

  test('have the evidence for the country from both, the body first for each source', () => {
    const evidence = combined(SHELL, RENDERED).facts.countryEvidence;
    expect(evidence.map(({ source, country }) => [source, country])).toEqual(
      expect.arrayContaining([
        ['region', 'CH'],
        ['phone', 'AT'],
      ]),
    );
    expect(evidence.filter(({ source }) => source === 'region')).toHaveLength(1);
  });

  test('have the kind of what the browser shows', () => {
    const challenge = `<title>Just a moment...</title><script>window._cf_chl_opt={};
      a.src='/cdn-cgi/challenge-platform/x'</script>`;
    expect(extractPage(pageOf(challenge)).facts.kind).toBe('challenge');
    expect(combined(challenge, RENDERED).facts.kind).toBeNull();
    expect(combined(SHELL, '<title>404 Not Found</title><h1>404 Not Found</h1>').facts.kind).toBe('soft_404');
  });

  test('are those of the body alone if scripts write nothing', () => {
    const body = extractPage(pageOf(SHELL));
    const { facts, links, robots } = combined(SHELL, '');
    expect({ facts, links, robots }).toEqual({ facts: body.facts, links: body.links, robots: body.robots });
  });
});

describe('links of a rendered page', () => {
  test('come after those of the body, each once', () => {
    const { links } = combined(`${SHELL}<a href=/impressum>x</a><a href=/preise>y</a>`, RENDERED);
    expect(links).toEqual([
      'https://shop.example/impressum',
      'https://shop.example/preise',
      'https://www.facebook.com/RadUndSoehne',
      'https://other.example/',
    ]);
  });

  test('that one source does not mark nofollow are followed', () => {
    const { links, nofollowLinks } = combined(
      '<a href=/a rel=nofollow>a</a><a href=/b rel=nofollow>b</a>',
      '<a href=/a>a</a><a href=/c rel=nofollow>c</a>',
    );
    expect(links).toEqual(['https://shop.example/a']);
    expect(nofollowLinks).toEqual(['https://shop.example/b', 'https://shop.example/c']);
  });

  test('are 5,000 at most', () => {
    const many = (path: string): string =>
      Array.from({ length: 4_000 }, (_, at) => `<a href=/${path}${at}>x</a>`).join('');
    const { links } = combined(many('a'), many('b'));
    expect(links).toHaveLength(5_000);
    expect(links[0]).toBe('https://shop.example/a0');
  });

  test('have their queries in the encoding of the body', () => {
    const page = pageOf('');
    const { links } = extractRendered(page, '<a href="/?q=ü">x</a>', 'windows-1252', {});
    expect(links).toEqual(['https://shop.example/?q=%FC']);
  });
});

test('what either source forbids to robots is forbidden', () => {
  const noindex = '<meta name=robots content=noindex>';
  const nofollow = '<meta name=robots content=nofollow>';
  expect(combined(SHELL, noindex).robots).toEqual({
    noindex: true,
    nofollow: false,
    expires: false,
    maxSnippet: null,
  });
  expect(combined(nofollow, RENDERED).robots).toEqual({
    noindex: false,
    nofollow: true,
    expires: false,
    maxSnippet: null,
  });
  expect(combined(nofollow, RENDERED).facts.linkedDomains).toEqual([]);
  expect(combined(SHELL, RENDERED, {}, [['x-robots-tag', 'noindex']]).robots.noindex).toBe(true);
});

describe('a rendered source', () => {
  test('is well-formed, without NUL, and truncated between characters', () => {
    const { source, truncated } = renderedOf(pageOf(''), 'a\0\ud800éé', { maxSourceBytes: 7 });
    expect(source).toBe('a\ufffdé');
    expect(truncated).toBe(true);
    expect(renderedOf(pageOf(''), 'aé', { maxSourceBytes: 3 })).toMatchObject({
      source: 'aé',
      truncated: false,
    });
  });

  test('is truncated if the renderer truncated it', () => {
    expect(renderedOf({ ...pageOf(''), truncated: true }, '<p>a').truncated).toBe(true);
  });

  test('is read within open shadow roots', () => {
    const html =
      '<my-shop><template shadowrootmode="open"><a href="mailto:a@shop.example">a@shop.example</a></template></my-shop>';
    expect(combined(SHELL, html).facts.emails).toMatchObject([{ email: 'a@shop.example' }]);
  });
});
